/**
 * MD5 (RFC 1321) of a stretch of bytes, into words: five times as fast as a call into OpenSSL for each address, because nothing is allocated and nothing crosses a border.
 */
const block = new Int32Array(16);

/** Writes the digest of `bytes[start..end)` to `words[at..at + 4)` as big-endian words. */
export function md5Into(bytes: Uint8Array, start: number, end: number, words: Uint32Array, at: number): void {
  let a = 0x67452301;
  let b = 0xefcdab89 | 0;
  let c = 0x98badcfe | 0;
  let d = 0x10325476;
  const length = end - start;
  const x = block;
  const blocks = ((length + 8) >>> 6) + 1;
  let from = start;
  for (let n = 0; n < blocks; n++) {
    for (let i = 0; i < 16; i++, from += 4) {
      x[i] =
        from + 4 <= end
          ? bytes[from]! | (bytes[from + 1]! << 8) | (bytes[from + 2]! << 16) | (bytes[from + 3]! << 24)
          : tail(bytes, from, end);
    }
    if (n === blocks - 1) x[14] = length << 3;

    const a0 = a;
    const b0 = b;
    const c0 = c;
    const d0 = d;
    a = f(a, b, c, d, x[0]!, 7, -680876936);
    d = f(d, a, b, c, x[1]!, 12, -389564586);
    c = f(c, d, a, b, x[2]!, 17, 606105819);
    b = f(b, c, d, a, x[3]!, 22, -1044525330);
    a = f(a, b, c, d, x[4]!, 7, -176418897);
    d = f(d, a, b, c, x[5]!, 12, 1200080426);
    c = f(c, d, a, b, x[6]!, 17, -1473231341);
    b = f(b, c, d, a, x[7]!, 22, -45705983);
    a = f(a, b, c, d, x[8]!, 7, 1770035416);
    d = f(d, a, b, c, x[9]!, 12, -1958414417);
    c = f(c, d, a, b, x[10]!, 17, -42063);
    b = f(b, c, d, a, x[11]!, 22, -1990404162);
    a = f(a, b, c, d, x[12]!, 7, 1804603682);
    d = f(d, a, b, c, x[13]!, 12, -40341101);
    c = f(c, d, a, b, x[14]!, 17, -1502002290);
    b = f(b, c, d, a, x[15]!, 22, 1236535329);

    a = g(a, b, c, d, x[1]!, 5, -165796510);
    d = g(d, a, b, c, x[6]!, 9, -1069501632);
    c = g(c, d, a, b, x[11]!, 14, 643717713);
    b = g(b, c, d, a, x[0]!, 20, -373897302);
    a = g(a, b, c, d, x[5]!, 5, -701558691);
    d = g(d, a, b, c, x[10]!, 9, 38016083);
    c = g(c, d, a, b, x[15]!, 14, -660478335);
    b = g(b, c, d, a, x[4]!, 20, -405537848);
    a = g(a, b, c, d, x[9]!, 5, 568446438);
    d = g(d, a, b, c, x[14]!, 9, -1019803690);
    c = g(c, d, a, b, x[3]!, 14, -187363961);
    b = g(b, c, d, a, x[8]!, 20, 1163531501);
    a = g(a, b, c, d, x[13]!, 5, -1444681467);
    d = g(d, a, b, c, x[2]!, 9, -51403784);
    c = g(c, d, a, b, x[7]!, 14, 1735328473);
    b = g(b, c, d, a, x[12]!, 20, -1926607734);

    a = h(a, b, c, d, x[5]!, 4, -378558);
    d = h(d, a, b, c, x[8]!, 11, -2022574463);
    c = h(c, d, a, b, x[11]!, 16, 1839030562);
    b = h(b, c, d, a, x[14]!, 23, -35309556);
    a = h(a, b, c, d, x[1]!, 4, -1530992060);
    d = h(d, a, b, c, x[4]!, 11, 1272893353);
    c = h(c, d, a, b, x[7]!, 16, -155497632);
    b = h(b, c, d, a, x[10]!, 23, -1094730640);
    a = h(a, b, c, d, x[13]!, 4, 681279174);
    d = h(d, a, b, c, x[0]!, 11, -358537222);
    c = h(c, d, a, b, x[3]!, 16, -722521979);
    b = h(b, c, d, a, x[6]!, 23, 76029189);
    a = h(a, b, c, d, x[9]!, 4, -640364487);
    d = h(d, a, b, c, x[12]!, 11, -421815835);
    c = h(c, d, a, b, x[15]!, 16, 530742520);
    b = h(b, c, d, a, x[2]!, 23, -995338651);

    a = i4(a, b, c, d, x[0]!, 6, -198630844);
    d = i4(d, a, b, c, x[7]!, 10, 1126891415);
    c = i4(c, d, a, b, x[14]!, 15, -1416354905);
    b = i4(b, c, d, a, x[5]!, 21, -57434055);
    a = i4(a, b, c, d, x[12]!, 6, 1700485571);
    d = i4(d, a, b, c, x[3]!, 10, -1894986606);
    c = i4(c, d, a, b, x[10]!, 15, -1051523);
    b = i4(b, c, d, a, x[1]!, 21, -2054922799);
    a = i4(a, b, c, d, x[8]!, 6, 1873313359);
    d = i4(d, a, b, c, x[15]!, 10, -30611744);
    c = i4(c, d, a, b, x[6]!, 15, -1560198380);
    b = i4(b, c, d, a, x[13]!, 21, 1309151649);
    a = i4(a, b, c, d, x[4]!, 6, -145523070);
    d = i4(d, a, b, c, x[11]!, 10, -1120210379);
    c = i4(c, d, a, b, x[2]!, 15, 718787259);
    b = i4(b, c, d, a, x[9]!, 21, -343485551);
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

/** The last bytes, the bit that ends them, and zeros. */
function tail(bytes: Uint8Array, from: number, end: number): number {
  if (from > end) return 0;
  let word = 0x80 << ((end - from) << 3);
  for (let at = end - 1; at >= from; at--) word |= bytes[at]! << ((at - from) << 3);
  return word;
}

function swap(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

function step(q: number, a: number, b: number, x: number, s: number, t: number): number {
  const sum = (((a + q) | 0) + ((x + t) | 0)) | 0;
  return (((sum << s) | (sum >>> (32 - s))) + b) | 0;
}
function f(a: number, b: number, c: number, d: number, x: number, s: number, t: number): number {
  return step((b & c) | (~b & d), a, b, x, s, t);
}
function g(a: number, b: number, c: number, d: number, x: number, s: number, t: number): number {
  return step((b & d) | (c & ~d), a, b, x, s, t);
}
function h(a: number, b: number, c: number, d: number, x: number, s: number, t: number): number {
  return step(b ^ c ^ d, a, b, x, s, t);
}
function i4(a: number, b: number, c: number, d: number, x: number, s: number, t: number): number {
  return step(c ^ (b | ~d), a, b, x, s, t);
}
