import { describe, expect, it } from '@jest/globals';
import { credentialFrom, mintCredential, parseCredential, sameHash } from './index.js';

describe('a credential', () => {
  it('is recognised by the hash that was kept of it', () => {
    const minted = mintCredential('hd_key');
    const parsed = parseCredential(minted.token)!;
    expect(parsed).toEqual({ kind: 'hd_key', id: minted.id, hash: minted.hash });
    expect(sameHash(parsed.hash, minted.hash)).toBe(true);
    expect(sameHash(parsed.hash, mintCredential('hd_key').hash)).toBe(false);
    expect(sameHash(parsed.hash, '')).toBe(false);
  });

  it.each(['', 'hd_key_', 'hd_foo_0123456789abcdef_x', `${mintCredential('hd_tok').token}x`])(
    'is not seen in %p',
    (text) => expect(parseCredential(text)).toBeUndefined(),
  );
});

describe('credentialFrom', () => {
  const from = (headers: Record<string, string>, options = {}) => credentialFrom({ headers }, options);

  it('takes Bearer in any letter case', () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect(from({ authorization: `${scheme} abc` })).toBe('abc');
  });

  it('takes a bare credential only where that is allowed', () => {
    expect(from({ authorization: 'abc' })).toBeUndefined();
    expect(from({ authorization: 'abc' }, { bare: true })).toBe('abc');
    expect(from({ authorization: 'Basic abc' }, { bare: true })).toBeUndefined();
  });

  it('takes another header where one is named', () => {
    expect(from({ api_key: 'abc' }, { header: 'api_key' })).toBe('abc');
    expect(from({ api_key: 'abc' })).toBeUndefined();
    expect(from({ authorization: 'Bearer x', api_key: 'abc' }, { header: 'api_key' })).toBe('x');
  });
});
