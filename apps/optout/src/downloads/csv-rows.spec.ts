import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { KeyBytes, OptOutBatch, OptOutFact } from '../opt-outs/index.js';
import { CsvRows } from './csv-rows.js';
import { columns } from './selection.js';

interface Row {
  plain: string;
  fact: OptOutFact;
}

const imported: OptOutFact = { type: 'imported', listId: 'a3f29c0d4be81755', at: new Date('2026-01-02T03:04:05.678Z') };
const collected = (more: Partial<OptOutFact>): OptOutFact => ({ ...imported, type: 'collected', ...more });

function batch(rows: Row[], keyBytes: KeyBytes = 16): OptOutBatch {
  const plains = rows.map(({ plain }) => Buffer.from(plain));
  let end = 0;
  return {
    size: rows.length,
    keyBytes,
    keys: Buffer.concat(rows.map(({ plain }) => key(plain, keyBytes))),
    plains: Buffer.concat(plains),
    plainEnds: Uint32Array.from(plains, ({ length }) => {
      end += length;
      return end;
    }),
    facts: rows.map(({ fact }) => fact),
  };
}

function key(plain: string, keyBytes: KeyBytes): Buffer {
  return createHash(keyBytes === 16 ? 'md5' : 'sha512')
    .update(plain)
    .digest();
}

/** RFC 4180, as a reader who knows nothing of ours reads it. */
function parse(text: string): string[][] {
  const records: string[][] = [];
  const record: string[] = [];
  for (let at = 0; at < text.length; ) {
    let value = '';
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (text[at] === '"') at++;
        value += text[at];
      }
      at++;
    } else while (text[at] !== ',' && text[at] !== '\n') value += text[at++];
    record.push(value);
    if (text[at++] === '\n') records.push(record.splice(0));
  }
  return records;
}

describe('CSV rows', () => {
  it('have the columns in the order asked for', () => {
    const csv = new CsvRows(['metadata', 'hashed', 'campaign', 'timestamp', 'plain', 'ip']);
    const fact = collected({
      campaign: 'Spring',
      affiliate: 'Fast',
      subAffiliate: 's7',
      ip: '192.0.2.1',
      metadata: 'r',
    });
    expect(csv.header().toString()).toBe('metadata,hashed,campaign,affiliate,sub_affiliate,timestamp,plain,ip\n');
    expect(csv.rows(batch([{ plain: 'a@b.example', fact }])).toString()).toBe(
      `r,${key('a@b.example', 16).toString('hex')},Spring,Fast,s7,2026-01-02T03:04:05.678Z,a@b.example,192.0.2.1\n`,
    );
  });

  it('leave empty what is not known', () => {
    const csv = new CsvRows([...columns]);
    expect(csv.rows(batch([{ plain: '', fact: imported }], 64)).toString()).toBe(
      `,${key('', 64).toString('hex')},2026-01-02T03:04:05.678Z,,,,,\n`,
    );
  });

  it.each(['plain', 'ip', 'metadata'] as const)(
    'of nothing but an empty %s are no empty lines, which readers skip',
    (column) => {
      const rows = new CsvRows([column]).rows(batch([{ plain: '', fact: imported }]));
      expect(rows.toString()).toBe('""\n');
    },
  );

  it('write values exactly, whatever a spreadsheet would make of them', () => {
    const rows = new CsvRows(['plain', 'metadata']).rows(
      batch([{ plain: '=1+1@b.example', fact: collected({ metadata: '@"x",\r\ny' }) }]),
    );
    expect(rows.toString()).toBe('=1+1@b.example,"@""x"",\r\ny"\n');
  });

  it('are read back as they were', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !value.includes('\0'));
    const fact = fc
      .record({ campaign: text, affiliate: text, subAffiliate: text, ip: text, metadata: text })
      .map(collected);
    const row = fc.record({ plain: text, fact: fc.oneof(fc.constant(imported), fact) });
    const keyBytes = fc.constantFrom<KeyBytes>(16, 64);
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1 }),
        fc.shuffledSubarray([...columns], { minLength: 1 }),
        keyBytes,
        (rows, asked, size) => {
          const expected = rows.map(({ plain, fact: { at, campaign, affiliate, subAffiliate, ip, metadata } }) =>
            asked.flatMap((column) => {
              const values = {
                plain: [plain],
                hashed: [key(plain, size).toString('hex')],
                timestamp: [at.toISOString()],
                campaign: [campaign, affiliate, subAffiliate],
                ip: [ip],
                metadata: [metadata],
              };
              return values[column].map((value = '') => value);
            }),
          );
          expect(parse(new CsvRows(asked).rows(batch(rows, size)).toString())).toEqual(expected);
        },
      ),
    );
  });
});
