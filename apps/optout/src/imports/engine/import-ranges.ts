import type { ByteRange } from './lines/split-lines.js';

const MIB = 1_048_576;
/** What is sorted at once. Addresses are shorter than hashes, and are kept beside their keys. */
const RANGE_BYTES = { plain: 24 * MIB, md5: 48 * MIB, sha512: 48 * MIB };

/** How the file is cut for reading. The same every time, because a range is known by its number alone. */
export function rangesOf({ size, storage }: { size: number; storage: keyof typeof RANGE_BYTES }): ByteRange[] {
  const bytes = RANGE_BYTES[storage];
  return Array.from({ length: Math.ceil(size / bytes) }, (_, range) => ({
    start: range * bytes,
    end: Math.min(size, (range + 1) * bytes),
    fileSize: size,
  }));
}
