import { invalidRequest, type RawBody } from '#http';

const MAX_BYTES = 16_384;

/** What is posted to a link: by the page's form, or by a mail program for its reader (RFC 8058). */
export interface LinkForm {
  oneClick: boolean;
  email: string | undefined;
  sms: string | undefined;
}

/** The field of RFC 8058 §3.1 where the boundaries around it are wrong. Those of the example in its §8.3 are, and programs send what is printed there. */
const ONE_CLICK_PART = /\bname="?List-Unsubscribe"?\r?\n\r?\nOne-Click\r?\n/i;

const EMPTY: LinkForm = { oneClick: false, email: undefined, sms: undefined };

/** Reads both encodings of a form; of a repeated field the last counts. An empty body is an empty form, whatever its type. @throws {Problem} 400, 413, 415 */
export async function readLinkForm({ bytes, contentType, problem }: RawBody): Promise<LinkForm> {
  if (problem) throw problem;
  if (bytes.length === 0) return EMPTY;
  if (bytes.length > MAX_BYTES) throw invalidRequest(`The form is larger than ${MAX_BYTES} bytes.`, [], 413);
  if (!/^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(contentType ?? ''))
    throw invalidRequest('A form is wanted.', [], 415);
  const form = await parsed(bytes, contentType!);
  if (form === undefined) {
    if (ONE_CLICK_PART.test(bytes.toString('latin1'))) return { ...EMPTY, oneClick: true };
    throw invalidRequest('The form is malformed.');
  }
  const field = (name: string) => {
    const value = form.getAll(name).at(-1);
    return typeof value === 'string' ? value : undefined;
  };
  return { oneClick: field('List-Unsubscribe') === 'One-Click', email: field('email'), sms: field('sms') };
}

async function parsed(bytes: Buffer, contentType: string): Promise<FormData | undefined> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    return undefined;
  }
}
