import { notText } from './cleansing-refusal.js';

const NUL_WITHIN_BYTES = 65_536;
const LINE_BREAK_WITHIN_BYTES = 1_048_576;
const LF = 10;
const CR = 13;

/** Lets a file through unless its beginning shows that it is no text, or its end that its lines can't be told apart. @throws SuppressionRefusal */
export async function* textOnly(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let seen = 0;
  let broken = false;
  /** Where the first CR stands. */
  let cr = -1;
  for await (const chunk of chunks) {
    if (seen < NUL_WITHIN_BYTES && chunk.subarray(0, NUL_WITHIN_BYTES - seen).includes(0))
      throw notText('it has a NUL byte near its beginning');
    broken ||= chunk.includes(LF);
    if (!broken && cr < 0 && chunk.includes(CR)) cr = seen + chunk.indexOf(CR);
    seen += chunk.length;
    if (!broken && seen > LINE_BREAK_WITHIN_BYTES) throw notText('it has no line break in its first MiB');
    yield chunk;
  }
  if (!broken && cr >= 0 && cr < seen - 1) throw notText('its lines end in CR alone');
}
