import { describe, expect, it } from '@jest/globals';
import { isMd5Hex, isSha512Hex, md5Hex, sha512Hex } from './index.js';

describe('hashes', () => {
  it('are of the UTF-8 of the text, in lower-case hex', () => {
    expect(md5Hex('')).toBe('d41d8cd98f00b204e9800998ecf8427e');
    expect(md5Hex('ä@b.co')).toBe('168f55a7dc339a5869d47928ae73dfa0');
    expect(sha512Hex('abc')).toMatch(/^ddaf35a193617abacc417349ae204131.{96}$/);
  });

  it('are known by their form, in either case', () => {
    expect(isMd5Hex('D41D8CD98F00B204E9800998ECF8427e')).toBe(true);
    expect(isMd5Hex('d41d8cd98f00b204e9800998ecf8427')).toBe(false);
    expect(isMd5Hex('d41d8cd98f00b204e9800998ecf8427g')).toBe(false);
    expect(isMd5Hex('d41d8cd98f00b204e9800998ecf8427e\n')).toBe(false);
    expect(isSha512Hex(sha512Hex('').toUpperCase())).toBe(true);
    expect(isSha512Hex(md5Hex(''))).toBe(false);
  });
});
