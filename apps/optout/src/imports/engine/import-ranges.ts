import type { ByteRange } from './lines/split-lines.js';

const MIB = 1_048_576;
/** What is sorted at once. Addresses are shorter than hashes, and are kept beside their keys. */
const RANGE_BYTES = { plain: 24 * MIB, md5: 48 * MIB, sha512: 48 * MIB };

export function rangeBytesOf(storage: keyof typeof RANGE_BYTES): number {
  return RANGE_BYTES[storage];
}

/** How the file is cut for reading. */
export function rangesOf({ size, rangeBytes: bytes }: { size: number; rangeBytes: number }): ByteRange[] {
  return Array.from({ length: Math.ceil(size / bytes) }, (_, range) => ({
    start: range * bytes,
    end: Math.min(size, (range + 1) * bytes),
    fileSize: size,
  }));
}
