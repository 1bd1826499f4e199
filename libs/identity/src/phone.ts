import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

const MAX_CHARACTERS = 64;

/**
 * The digits of the E.164 number, without `+`; undefined where it is no number.
 *
 * A text without `+` or the region's international prefix can be a number of the region (two letters, ISO 3166-1) or the digits of E.164, which is how we hand numbers out, so that a list
 * that comes back must give the same digits. Digits that begin with the region's own code are E.164, others are first tried as a number of the region. Numbers that the plans know
 * are preferred to such as merely have a possible length; the latter are still taken, because plans change faster than software and refusing them would keep somebody from leaving.
 */
export function normalisePhone(text: string, region?: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARACTERS) return undefined;
  const country = region !== undefined && isRegion(region) ? region : undefined;
  const national = reading(trimmed, country);
  const international = reading(`+${trimmed}`);
  const ofRegion = country !== undefined && international?.countryCallingCode === getCountryCallingCode(country);
  const readings = ofRegion ? [international, national] : [national, international];
  const number = readings.find((one) => one?.isValid()) ?? readings.find((one) => one?.isPossible());
  return number?.number.slice(1);
}

/** Whether numbers can be read with this region: two capital letters, ISO 3166-1. */
export function isRegion(text: string): text is CountryCode {
  return isSupportedCountry(text);
}

/** Whether a region's numbers have country code 1. */
export function isNorthAmerican(region: string): boolean {
  return isRegion(region) && getCountryCallingCode(region) === '1';
}

function reading(text: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, { defaultCountry, extract: false });
}
