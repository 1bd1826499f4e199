import { inflateRawSync } from 'node:zlib';

export interface ZipMember {
  name: string;
  content: Buffer;
}

/** The members of a small ZIP, by its central directory. */
export function zipMembers(zip: Buffer): ZipMember[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('This is no ZIP file.');
  const members: ZipMember[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed, nameLength] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + packed);
    members.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      content: method === 0 ? bytes : inflateRawSync(bytes),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return members;
}
