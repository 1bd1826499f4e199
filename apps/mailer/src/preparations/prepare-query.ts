import { type Format, formats } from '../access-keys/access.js';
import { invalidDeltas, invalidDeltaTimestamp, invalidFormat } from './preparations.errors.js';

/** What prepare was asked for, as far as the request alone can tell. */
export interface PrepareQuery {
  format?: Format;
  deltas: boolean;
  /** Only what came in at this second or later; seconds since 1970. */
  deltaTimestamp?: number;
}

/** The year 9999. */
const LATEST = 253_402_300_799;

/** Parameters that aren't known are ignored: trackers add them. @throws invalid_format, invalid_deltas, invalid_delta_timestamp */
export function readPrepareQuery(query: Record<string, string | undefined>): PrepareQuery {
  const { format, deltas = '0', delta_timestamp } = query;
  if (format !== undefined && !isFormat(format)) throw invalidFormat('It is plain, md5 or sha512.');
  if (deltas !== '0' && deltas !== '1') throw invalidDeltas();
  const deltaTimestamp = delta_timestamp === undefined ? undefined : readTimestamp(delta_timestamp);
  return { format, deltas: deltas === '1', deltaTimestamp };
}

/** The last moment that isn't wanted any more: a second as a whole is in. RFC 3339 with microseconds. */
export function watermarkBefore(unixSeconds: number): string {
  return new Date((unixSeconds - 1) * 1_000).toISOString().replace('.000Z', '.999999Z');
}

function isFormat(text: string): text is Format {
  return (formats as readonly string[]).includes(text);
}

function readTimestamp(text: string): number {
  if (!/^\d{1,12}$/.test(text) || Number(text) > LATEST) throw invalidDeltaTimestamp();
  return Number(text);
}
