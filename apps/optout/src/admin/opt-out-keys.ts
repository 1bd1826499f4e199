import { isMd5Hex, isSha512Hex, md5Hex, normaliseEmail, normalisePhone, sha512Hex } from '#identity';

/** The hashes that an opt-out may be kept under, given as address, number or hash; none if the text is nothing of these. A national number is read with each of the regions. */
export function optOutKeys(text: string, regions: readonly string[]): string[] {
  const trimmed = text.trim();
  if (isMd5Hex(trimmed) || isSha512Hex(trimmed)) return [trimmed.toLowerCase()];
  const email = normaliseEmail(trimmed);
  const values = email === undefined ? phones(trimmed, regions) : [email];
  return values.flatMap((value) => [md5Hex(value), sha512Hex(value)]);
}

function phones(text: string, regions: readonly string[]): string[] {
  const read = [undefined, ...regions].map((region) => normalisePhone(text, region));
  return [...new Set(read.filter((digits) => digits !== undefined))];
}
