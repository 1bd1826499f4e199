import { LineCursor } from './lines/line-cursor.js';
import type { Verdicts } from './verdicts.js';

/** Second pass: the lines that are matches, or those that aren't, as they were sent and in their order. */
export async function* splitLines(
  stretches: AsyncIterable<Buffer>,
  verdicts: Verdicts,
  matches: boolean,
): AsyncGenerator<Buffer, void, undefined> {
  const cursor = new LineCursor();
  let entries = 0;
  let wanted = false;
  for await (const stretch of stretches) {
    const kept = Buffer.allocUnsafe(stretch.length);
    const more = cursor.open(stretch);
    let length = wanted ? stretch.copy(kept, 0, 0, more) : 0;
    while (cursor.next()) {
      wanted = (cursor.field.mayBeEntry && verdicts.has(entries++)) === matches;
      if (wanted) length += stretch.copy(kept, length, cursor.from, cursor.to);
    }
    if (length > 0) yield kept.subarray(0, length);
  }
}
