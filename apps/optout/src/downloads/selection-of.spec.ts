import { expect, it } from '@jest/globals';
import type { PrepareDownloadDto } from './prepare-download.dto.js';
import { selectionOf } from './selection-of.js';

const withDomains = (domains: string[]) =>
  selectionOf({
    optoutListId: 'a3f29c0d4be81755',
    columns: ['plain'],
    collectionType: ['imported'],
    domainFilter: domains.join(', '),
  } as PrepareDownloadDto);
const domains = (count: number) => Array.from({ length: count }, (_, i) => `d${i}.example`);

it('takes 10,000 different domains and no more', () => {
  expect(withDomains([...domains(10_000), 'D1.example']).domains).toEqual(domains(10_000));
  expect(() => withDomains(domains(10_001))).toThrow(
    expect.objectContaining({ status: 400, errors: [expect.objectContaining({ pointer: '/domainFilter' })] }),
  );
});
