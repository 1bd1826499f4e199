/** Bodies that no decent client sends: any JSON, JSON that is nearly right, and bytes that are no JSON at all. */
import fc from 'fast-check';

/** Words and signs that mean something to a language, a database or a browser. */
const LOADED = [
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
  '\0',
  'a\0b',
  '\uD800',
  '\uDFFFx',
  "'; --",
  '%00',
  '%',
  '𝕏'.repeat(40),
  'ﬃİẞ',
  '\u202E',
  'x'.repeat(5_000),
];

export const wildText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 10 }),
  fc.constantFrom(...LOADED),
  fc.emailAddress(),
  fc.uuid(),
);

const wildValue: fc.Arbitrary<unknown> = fc.oneof(
  wildText,
  fc.constantFrom(null, true, false, [], {}, 0, -1, 2 ** 31, 2 ** 53, 1e308, -1e308, 5e-324, 0.1),
  fc.double(),
  fc.array(wildText, { maxLength: 5 }),
  fc.dictionary(wildText, fc.oneof(wildText, fc.integer()), { maxKeys: 5 }),
  fc.object({ key: wildText, maxDepth: 3 }),
);

/** Numbers and keys that only a text of JSON can have. */
const rawText = fc.oneof(
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => `${'{"attributes":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc.constantFrom(
    '1e999',
    '-1e999',
    `${'9'.repeat(400)}`,
    '{"email":"a@b.example","email":1}',
    '{"a":1,}',
    '\uFEFF{}',
    '{"\\u0000":1}',
    '"\\ud800"',
    'nul',
    '',
    ' ',
  ),
);

/** @param like a body that would be fine: most of what is made is that, but for one thing */
export function wildBody(like: object = {}): fc.Arbitrary<Buffer> {
  const text = fc.oneof(
    { weight: 6, arbitrary: spoilt(like).map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: wildValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: rawText },
  );
  return fc.oneof(
    { weight: 9, arbitrary: text.map((body) => Buffer.from(body)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  );
}

/** The body with one value, at any depth, replaced, left out or added. */
function spoilt(like: unknown): fc.Arbitrary<unknown> {
  if (typeof like !== 'object' || like === null) return wildValue;
  const entries = Object.entries(like);
  const rebuilt = (changed: [string, unknown][]) =>
    Array.isArray(like) ? changed.map(([, value]) => value) : Object.fromEntries(changed);
  const added = fc.tuple(wildText, wildValue).map((entry) => rebuilt([...entries, entry]));
  if (entries.length === 0) return fc.oneof(added, wildValue);
  const index = fc.nat(entries.length - 1);
  const replaced = index.chain((i) =>
    fc
      .oneof(wildValue, spoilt(entries[i]![1]))
      .map((value) => rebuilt(entries.map(([key, old], at) => [key, at === i ? value : old]))),
  );
  const leftOut = index.map((i) => rebuilt(entries.filter((_, at) => at !== i)));
  return fc.oneof({ weight: 4, arbitrary: replaced }, leftOut, added, fc.constant(like));
}
