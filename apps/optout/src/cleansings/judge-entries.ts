import type { EntryReader } from './entry-reader.js';
import { isBlank } from './lines/is-blank.js';
import { LineCursor } from './lines/line-cursor.js';
import type { ListSide } from './list-side.js';

export interface LineCounts {
  /** Lines that aren't blank. */
  submitted: number;
  /** Of them, those that are no entry. */
  malformed: number;
}

/** First pass over a mailing list: finds out which of its entries are matches. */
export async function judgeEntries(
  stretches: AsyncIterable<Buffer>,
  reader: EntryReader,
  sides: readonly ListSide[],
): Promise<LineCounts> {
  const counts = { submitted: 0, malformed: 0 };
  const cursor = new LineCursor();
  const { field } = cursor;
  let entries = 0;
  for await (const stretch of stretches) {
    cursor.open(stretch);
    while (cursor.next()) {
      if (field.mayBeEntry) {
        for (const side of sides) if (side.isFull) await side.look();
        counts.submitted++;
        if (!reader.read(stretch, field.start, field.end, entries++)) counts.malformed++;
      } else if (field.end > field.start || !isBlank(stretch, cursor.from, cursor.to)) {
        counts.submitted++;
        counts.malformed++;
      }
    }
  }
  for (const side of sides) await side.look();
  return counts;
}
