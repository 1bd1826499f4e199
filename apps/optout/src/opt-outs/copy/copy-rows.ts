/**
 * Reads the output of `COPY … TO STDOUT (FORMAT binary)`: rows of fields as bytes, null for NULL.
 * (`pg` itself decodes bytea as UTF-8 in its binary mode, silently wrong.)
 */
export type CopyRow = (Buffer | null)[];

const HEADER_BYTES = 19;

/** As much of a new chunk is put behind the beginning of a row that the last one ended with. A page fits; of anything longer the whole chunk is taken. */
const SEAM_BYTES = 16_384;

/** Yields the rows of each chunk together; the buffers are views into what was received. */
export async function* copyRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<CopyRow[], void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let begun = false;
  for await (const chunk of chunks) {
    const rows: CopyRow[] = [];
    let data = chunk;
    let at = 0;
    if (!begun) {
      data = Buffer.concat([rest, chunk]);
      if (data.length < HEADER_BYTES) {
        rest = data;
        continue;
      }
      at = HEADER_BYTES + data.readInt32BE(15);
      begun = true;
    } else if (rest.length > 0) {
      const seam = Buffer.concat([rest, chunk.subarray(0, SEAM_BYTES)]);
      const next = rowAt(seam, 0, rows);
      if (next < 0) data = Buffer.concat([rest, chunk]);
      else at = next - rest.length;
    }
    for (let next = rowAt(data, at, rows); next >= 0; next = rowAt(data, at, rows)) at = next;
    rest = data.subarray(at);
    if (rows.length > 0) yield rows;
  }
}

/** @returns where the next row begins, or -1 if this one isn't whole (or is the trailer, which is all that is ever left). */
function rowAt(data: Buffer, start: number, rows: CopyRow[]): number {
  if (start + 2 > data.length) return -1;
  const fields = data.readInt16BE(start);
  if (fields < 0) return -1;
  let at = start + 2;
  const row: CopyRow = [];
  for (let field = 0; field < fields; field++) {
    if (at + 4 > data.length) return -1;
    const length = data.readInt32BE(at);
    at += 4;
    if (length < 0) {
      row.push(null);
      continue;
    }
    if (at + length > data.length) return -1;
    row.push(data.subarray(at, at + length));
    at += length;
  }
  rows.push(row);
  return at;
}
