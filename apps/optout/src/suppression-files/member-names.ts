import type { Format } from './suppression-source.js';

export interface MemberNames {
  /** Of the ZIP: the first member's, with another ending. */
  zip: string;
  suppression: string;
  domains: string;
}

const SUFFIXES: Record<Format, string> = { plain: '', md5: '-MD5', sha512: '-SHA512' };
/** Bytes: with all that stands around it the name stays below the 255 that file systems take. */
const MOST_BYTES = 180;

/** Names of a suppression file and its members: `suppression_list--<Campaign_Name>-<YYYYMMDD>-MD5.txt`. The day is in UTC. */
export function memberNames(campaignName: string, day: Date, format: Format): MemberNames {
  const stem = fileStem(campaignName, day);
  const suppression = `suppression_list--${stem}${SUFFIXES[format]}`;
  return { zip: `${suppression}.zip`, suppression: `${suppression}.txt`, domains: `domains_list--${stem}.txt` };
}

/** `<Campaign_Name>-<YYYYMMDD>` */
export function fileStem(campaignName: string, day: Date): string {
  return `${inFileNames(campaignName)}-${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** Blanks, and what some file system can't have in a name, become underscores. */
function inFileNames(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
  const safe = name.replace(/[\s\x00-\x1f\x7f/\\:*?"<>|]/gu, '_');
  let end = safe.length;
  while (Buffer.byteLength(safe.slice(0, end)) > MOST_BYTES) end--;
  return safe
    .slice(0, end)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
