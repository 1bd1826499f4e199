import { parseQuery } from '#http';

const EXT_REF_BYTES = 64;

/** What a link's query says; everything else in it is the business of trackers. Of a repeated parameter the last counts. */
export interface LinkQuery {
  /** Readings of `email` and `sms`, best first: mail programs put addresses into links as they are, so a `+` mostly is one, and sometimes a blank. */
  email: string[];
  sms: string[];
  /** As sent; absent where it can't be kept so. */
  extRef: string | undefined;
}

/** @param url the request's target */
export function readLinkQuery(url: string): LinkQuery {
  const mark = url.indexOf('?');
  // What a client sent unescaped reaches us byte by byte.
  const text = (mark < 0 ? '' : url.slice(mark + 1)).replace(/[\x80-\xff]/g, percentEncoded);
  const asForm = parseQuery(text);
  const asIs = parseQuery(text.replaceAll('+', '%2B'));
  return {
    email: readings(asIs.email, asForm.email),
    sms: readings(asIs.sms, asForm.sms),
    extRef: keepable(asForm.extRef),
  };
}

function readings(asIs: string | undefined, asForm: string | undefined): string[] {
  return asIs === undefined || asForm === undefined ? [] : [...new Set([asIs, asForm])];
}

function keepable(extRef: string | undefined): string | undefined {
  if (extRef === undefined || extRef === '' || extRef.includes('\0')) return undefined;
  return Buffer.byteLength(extRef) <= EXT_REF_BYTES ? extRef : undefined;
}

function percentEncoded(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16)}`;
}
