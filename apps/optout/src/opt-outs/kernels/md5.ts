/**
 * MD5 (RFC 1321) of a stretch of bytes, into words: several times as fast as a call into OpenSSL for each address, because nothing is allocated and nothing crosses a border.
 * Four steps of a round are written out, so that no variable moves; more of them would exceed what V8 inlines.
 */
const block = new Int32Array(16);
const T = Int32Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32));

/** Writes the digest of `bytes[start..end)` to `words[at..at + 4)` as big-endian words. */
export function md5Into(bytes: Uint8Array, start: number, end: number, words: Uint32Array, at: number): void {
  let a = 0x67452301;
  let b = 0xefcdab89 | 0;
  let c = 0x98badcfe | 0;
  let d = 0x10325476;
  const blocks = ((end - start + 8) >>> 6) + 1;
  for (let n = 0; n < blocks; n++) {
    fillBlock(bytes, start + n * 64, end);
    if (n === blocks - 1) block[14] = (end - start) << 3;
    const a0 = a;
    const b0 = b;
    const c0 = c;
    const d0 = d;
    for (let i = 0; i < 16; i += 4) {
      a = step((b & c) | (~b & d), a, b, block[i]! + T[i]!, 7);
      d = step((a & b) | (~a & c), d, a, block[i + 1]! + T[i + 1]!, 12);
      c = step((d & a) | (~d & b), c, d, block[i + 2]! + T[i + 2]!, 17);
      b = step((c & d) | (~c & a), b, c, block[i + 3]! + T[i + 3]!, 22);
    }
    for (let i = 16; i < 32; i += 4) {
      a = step((b & d) | (c & ~d), a, b, block[(5 * i + 1) & 15]! + T[i]!, 5);
      d = step((a & c) | (b & ~c), d, a, block[(5 * i + 6) & 15]! + T[i + 1]!, 9);
      c = step((d & b) | (a & ~b), c, d, block[(5 * i + 11) & 15]! + T[i + 2]!, 14);
      b = step((c & a) | (d & ~a), b, c, block[(5 * i) & 15]! + T[i + 3]!, 20);
    }
    for (let i = 32; i < 48; i += 4) {
      a = step(b ^ c ^ d, a, b, block[(3 * i + 5) & 15]! + T[i]!, 4);
      d = step(a ^ b ^ c, d, a, block[(3 * i + 8) & 15]! + T[i + 1]!, 11);
      c = step(d ^ a ^ b, c, d, block[(3 * i + 11) & 15]! + T[i + 2]!, 16);
      b = step(c ^ d ^ a, b, c, block[(3 * i + 14) & 15]! + T[i + 3]!, 23);
    }
    for (let i = 48; i < 64; i += 4) {
      a = step(c ^ (b | ~d), a, b, block[(7 * i) & 15]! + T[i]!, 6);
      d = step(b ^ (a | ~c), d, a, block[(7 * i + 7) & 15]! + T[i + 1]!, 10);
      c = step(a ^ (d | ~b), c, d, block[(7 * i + 14) & 15]! + T[i + 2]!, 15);
      b = step(d ^ (c | ~a), b, c, block[(7 * i + 5) & 15]! + T[i + 3]!, 21);
    }
    a = (a + a0) | 0;
    b = (b + b0) | 0;
    c = (c + c0) | 0;
    d = (d + d0) | 0;
  }
  words[at] = swap(a);
  words[at + 1] = swap(b);
  words[at + 2] = swap(c);
  words[at + 3] = swap(d);
}

function step(q: number, a: number, b: number, term: number, shift: number): number {
  const sum = (a + q + (term | 0)) | 0;
  return (((sum << shift) | (sum >>> (32 - shift))) + b) | 0;
}

/** Sixty-four bytes from `from` on, little-endian; behind the end the bit that ends them, and zeros. */
function fillBlock(bytes: Uint8Array, from: number, end: number): void {
  let read = from;
  let word = 0;
  for (; word < 16 && read + 4 <= end; word++, read += 4) {
    block[word] = bytes[read]! | (bytes[read + 1]! << 8) | (bytes[read + 2]! << 16) | (bytes[read + 3]! << 24);
  }
  for (; word < 16; word++, read += 4) {
    let last = 0;
    if (read <= end) {
      last = 0x80 << ((end - read) << 3);
      for (let byte = read; byte < end; byte++) last |= bytes[byte]! << ((byte - read) << 3);
    }
    block[word] = last;
  }
}

function swap(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}
