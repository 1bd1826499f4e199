import { md5Hex, normaliseEmail, normalisePhone, sha512Hex } from '#identity';
import type { ListRow } from '../directory/directory.js';

/** Who opts out, as a list keeps it: `value` is there on lists with plain storage alone. */
export interface OptOutIdentity {
  hash: string;
  value?: string;
}

/** Undefined where the text is no address, or no phone number, as the list's channel asks for. */
export function optOutIdentity(list: ListRow, text: string): OptOutIdentity | undefined {
  const value = list.channel === 'sms' ? normalisePhone(text, list.region ?? undefined) : normaliseEmail(text);
  if (value === undefined) return undefined;
  const hash = list.storage === 'sha512' ? sha512Hex(value) : md5Hex(value);
  return list.storage === 'plain' ? { hash, value } : { hash };
}
