/**
 * Who somebody is: addresses, phone numbers and domains in the one form that is stored, compared and hashed.
 *
 * Pure functions without state. Every service reads an address through this lib, so that a contact, an opt-out and a line of a mailer's file are the same person. Each normalisation
 * is idempotent; what comes out of it is what gets hashed, as UTF-8. Nothing here knows whether an address exists.
 */
export { domainMatches, isDomain, normaliseDomain, normaliseDomains } from './domain.js';
export { emailDomain, isEmail, normaliseEmail } from './email.js';
export { isMd5Hex, isSha512Hex, md5Hex, sha512Hex } from './hash.js';
export { lowerCase } from './lower-case.js';
export { isNorthAmerican, isRegion, normalisePhone } from './phone.js';
