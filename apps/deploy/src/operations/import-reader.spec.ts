import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { ContactSchema } from '../contact-schema/contact-schema.js';
import { type ImportBatch, ImportReader } from './import-reader.js';

const schema = new ContactSchema([{ name: 'note', type: 'string', description: null }]);

function reader(text: string): ImportReader {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, i) =>
    bytes.subarray(i * 65_536, (i + 1) * 65_536),
  );
  const reading = { accountId: randomUUID(), schema, publish: true, format: 'csv' as const };
  return new ImportReader(Readable.from(chunks), reading, { offset: 0, line: 1 });
}

async function batchesOf(text: string, { ahead = false } = {}): Promise<ImportBatch[]> {
  const file = reader(text);
  const batches: ImportBatch[] = [];
  do {
    batches.push(await file.next());
    if (ahead && !batches.at(-1)!.isLast) file.readAhead();
  } while (!batches.at(-1)!.isLast);
  return batches;
}

const shape = (batches: ImportBatch[]) =>
  batches.map(({ rows, errors, end, isLast }) => [rows.length, errors.length, end.offset, end.line, isLast]);

describe('the file of an import', () => {
  it('comes in batches of bounded rows, the same whether they are read ahead or not', async () => {
    const lines = Array.from({ length: 45_000 }, (_, i) => (i % 9 === 0 ? 'nobody,' : `u${i}@example.org,n`));
    const text = `email,note\n${lines.join('\n')}`;
    const batches = await batchesOf(text);
    expect(batches.map(({ rows, errors }) => rows.length + errors.length)).toEqual([20_000, 20_000, 5_000]);
    expect(batches[0]!.errors[1]).toEqual({ line: 11, reason: '/email must be an e-mail address' });
    expect(batches[2]!.rows[0]).toMatchObject({ line: 40_002, contact: { email: 'u40000@example.org' } });
    expect(shape(await batchesOf(text, { ahead: true }))).toEqual(shape(batches));
  });

  it('comes in smaller batches where rows are long or have many brands', async () => {
    const long = Array.from({ length: 6_000 }, (_, i) => `u${i}@example.org,${'x'.repeat(4_000)}`);
    expect((await batchesOf(`email,note\n${long.join('\n')}`))[0]!.end.offset).toBeLessThan(10_000_000);
    const brands = Array.from({ length: 100 }, () => randomUUID()).join('|');
    const subscribed = Array.from({ length: 2_000 }, (_, i) => `u${i}@example.org,${brands}`);
    const batches = await batchesOf(`email,brandIds\n${subscribed.join('\n')}`);
    expect(Math.max(...batches.map(({ rows }) => rows.length))).toBeLessThanOrEqual(500);
    expect(batches.flatMap(({ rows }) => rows)).toHaveLength(2_000);
  });

  it('fails for whoever takes the batch, also when it was read ahead', async () => {
    const file = reader('name\nAnn');
    file.readAhead();
    await new Promise((resolve) => setImmediate(resolve));
    await expect(file.next()).rejects.toThrow('one of them email');
  });
});
