import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Problem } from '#http';
import { readLinkForm } from './link-form.js';
import { readLinkQuery } from './link-query.js';

describe('the query of a link', () => {
  it('keeps any extRef exactly as sent that can be kept, and drops any other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (sent) => {
        const keepable = sent !== '' && !sent.includes('\0') && Buffer.byteLength(sent) <= 64;
        const { extRef } = readLinkQuery(`/o/x?a=b&extRef=${encodeURIComponent(sent)}`);
        expect(extRef).toBe(keepable ? sent : undefined);
      }),
      { numRuns: 500 },
    );
  });

  it('reads letters that were sent without being escaped', () => {
    // Node hands the bytes of a request's target out as Latin-1.
    const target = Buffer.from('/o/x?extRef=größe&email=jörg@bücher.example').toString('latin1');
    expect(readLinkQuery(target)).toMatchObject({ extRef: 'größe', email: ['jörg@bücher.example'] });
  });

  it('survives anything', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(() => readLinkQuery(text)).not.toThrow()));
  });
});

describe('the form of a link', () => {
  const read = (bytes: Uint8Array, contentType: string) => readLinkForm({ bytes: Buffer.from(bytes), contentType });

  it('is read, or refused by name, whatever comes', async () => {
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'multipart/form-data', 'x'];
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...types), async (bytes, type) => {
        const outcome = await read(bytes, type).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Problem);
        else expect(outcome).toMatchObject({ oneClick: false });
      }),
    );
  });

  it('is asked for by One-Click and nothing like it; the last of a repeated field counts', async () => {
    const type = 'application/x-www-form-urlencoded;charset=UTF-8';
    expect(await read(Buffer.from('List-Unsubscribe=One-Click'), type)).toMatchObject({ oneClick: true });
    expect(await read(Buffer.from('List-Unsubscribe=one'), type)).toMatchObject({ oneClick: false });
    expect(await read(Buffer.from('email=a&email=j%C3%B6rg%40b.co+'), type)).toMatchObject({ email: 'jörg@b.co ' });
  });

  it('is a One-Click also with the boundaries that the example of RFC 8058 §8.3 has, or with none', async () => {
    const boundary = '---FormBoundaryjWmhtjORrn';
    const part = 'Content-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n';
    const bodies = [`${boundary}\r\n${part}${boundary}--\r\n`, `--${boundary}\r\n${part}`, part];
    for (const body of [...bodies, ...bodies.map((text) => text.replaceAll('\r', ''))])
      expect(await read(Buffer.from(body), `multipart/form-data; boundary=${boundary}`)).toEqual({
        oneClick: true,
        email: undefined,
        sms: undefined,
      });
    await expect(read(Buffer.from(`${boundary}\r\nOne-Click\r\n`), `multipart/form-data`)).rejects.toThrow(Problem);
  });

  it('takes a file for no address', async () => {
    const body = [
      '--part-7',
      'Content-Disposition: form-data; name="email"; filename="x"',
      '',
      'a@b.co',
      '--part-7',
      'Content-Disposition: form-data; name="List-Unsubscribe"',
      '',
      'One-Click',
      '--part-7--',
      '',
    ].join('\r\n');
    expect(await read(Buffer.from(body), 'Multipart/Form-Data; boundary="part-7"')).toEqual({
      oneClick: true,
      email: undefined,
      sms: undefined,
    });
  });
});
