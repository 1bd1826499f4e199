/** The records of a ZIP, byte for byte (APPNOTE 6.3, §4.3). Numbers that don't fit into 32 bits go into the ZIP64 extra field. */

export interface ZipEntry {
  name: string;
  time: Date;
  /** Of its local header, in bytes from the start. */
  offset: number;
  crc: number;
  size: number;
  compressedSize: number;
}

const MOST = 0xffffffff;
const ZIP64 = 45;
const DEFLATE = 8;
const UTF8_NAME = 0x0800;
/** Made on Unix, so that the attributes are file modes. */
const MADE_BY = (3 << 8) | ZIP64;
const REGULAR_FILE = (0o100644 << 16) >>> 0;

/** Always of one length for one name: the extra field holds the sizes of ZIP64, or padding (0xa220) in their place. */
export function localHeader(entry: ZipEntry): Buffer {
  const { crc, size, compressedSize } = entry;
  const large = size >= MOST || compressedSize >= MOST;
  const name = Buffer.from(entry.name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, entry, large);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(large ? MOST : compressedSize, 18);
  header.writeUInt32LE(large ? MOST : size, 22);
  header.writeUInt16LE(name.length, 26);
  const extra = large ? zip64Extra([size, compressedSize]) : padding();
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

export function centralHeader(entry: ZipEntry): Buffer {
  const { crc, size, compressedSize, offset } = entry;
  const numbers = [size, compressedSize, offset];
  const large = numbers.filter((number) => number >= MOST);
  const name = Buffer.from(entry.name);
  const extra = large.length > 0 ? zip64Extra(large) : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  writeCommon(header, 6, entry, large.length > 0);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(Math.min(compressedSize, MOST), 20);
  header.writeUInt32LE(Math.min(size, MOST), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(REGULAR_FILE, 38);
  header.writeUInt32LE(Math.min(offset, MOST), 42);
  return Buffer.concat([header, name, extra]);
}

/** The end of the directory, which is `length` bytes long and begins at `offset`. */
export function endOfCentral(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(Math.min(offset, MOST), 16);
  return offset < MOST ? end : Buffer.concat([zip64EndOfCentral(count, length, offset), end]);
}

function zip64EndOfCentral(count: number, length: number, offset: number): Buffer {
  const records = Buffer.alloc(56 + 20);
  records.writeUInt32LE(0x06064b50, 0);
  records.writeBigUInt64LE(44n, 4);
  records.writeUInt16LE(MADE_BY, 12);
  records.writeUInt16LE(ZIP64, 14);
  records.writeBigUInt64LE(BigInt(count), 24);
  records.writeBigUInt64LE(BigInt(count), 32);
  records.writeBigUInt64LE(BigInt(length), 40);
  records.writeBigUInt64LE(BigInt(offset), 48);
  const locator = records.subarray(56);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  return records;
}

/** What local and central headers share: version needed, flags, method, time. */
function writeCommon(header: Buffer, at: number, { name, time }: ZipEntry, large: boolean): void {
  header.writeUInt16LE(large ? ZIP64 : 20, at);
  header.writeUInt16LE(/^[\x20-\x7e]*$/.test(name) ? 0 : UTF8_NAME, at + 2);
  header.writeUInt16LE(DEFLATE, at + 4);
  header.writeUInt16LE((time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1), at + 6);
  header.writeUInt16LE(
    ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(),
    at + 8,
  );
}

function zip64Extra(numbers: number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  for (const [i, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * i);
  return extra;
}

/** As long as the sizes of ZIP64. */
function padding(): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(0xa220, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeUInt16LE(0xa028, 4);
  return extra;
}
