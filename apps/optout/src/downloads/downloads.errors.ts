import { invalidRequest } from '#http';

const refused = (pointer: string, detail: string) => invalidRequest('The body is not valid.', [{ detail, pointer }]);

export const rangeEndsBeforeItBegins = () => refused('/dateRange', 'from must not be after to');
export const noDomains = () => refused('/domainFilter', 'must be domain names separated by commas, none of them empty');
export const tooManyDomains = (most: number) =>
  refused('/domainFilter', `must have at most ${most.toLocaleString('en')} different domain names`);
export const domainsOfNumbers = () => refused('/domainFilter', 'an SMS list has no domains');
