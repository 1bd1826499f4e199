/** One request, followed through two services. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { type Installation, installation } from './support/installation.js';
import { upload, uploadEnded } from './support/uploads.js';

interface Span {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, unknown>;
}

let heed: Installation;
beforeAll(async () => {
  heed = await installation();
});

const spans = async () => (await (await fetch(heed.tracesUrl)).json()) as Span[];

it('a trace goes with an opt-out from the request through outbox and broker into the worker of the other service', async () => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const response = await fetch(`${heed.collectUrl}/client-optout/collect`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${heed.token('operations')}`,
      traceparent: `00-${traceId}-${spanId}-01`,
    },
    body: JSON.stringify({ optoutListId: heed.listId('Metrics'), email: 'traced@example.org' }),
  });
  expect(response.status).toBe(202);
  const story = [
    ['collect', 'POST /client-optout/collect'],
    ['collect-worker', 'publish optout-collected'],
    ['optout-worker', 'process optout.collected'],
  ];
  const own = await eventually(async () => {
    const found = (await spans()).filter((span) => span.traceId === traceId);
    expect(found.map(({ service, name }) => [service, name])).toEqual(expect.arrayContaining(story));
    return found;
  });
  let parent = spanId;
  for (const [, name] of story) {
    const span = own.find((candidate) => candidate.name === name)!;
    expect([name, span.parentSpanId]).toEqual([name, parent]);
    parent = span.spanId;
  }
});

it('an import is one trace, with a span of each part', async () => {
  const reference = await upload(heed, 'Metrics', Buffer.from('t1@example.org\nt2@example.org\n'));
  await uploadEnded(heed, reference);
  await eventually(async () => {
    const all = await spans();
    const parts = all.filter(({ attributes }) => attributes['heed.import'] === reference);
    // Each worker that sees the file notices it; one of them begins the import.
    const slice = parts.find(({ name }) => name === 'import slice');
    const own = parts.filter(({ traceId }) => traceId === slice?.traceId);
    expect(new Set(own.map(({ name }) => name))).toEqual(new Set(['import noticed', 'import range', 'import slice']));
    expect(parts.filter((part) => part.name !== 'import noticed' && !own.includes(part))).toEqual([]);
  });
});

it('spans tell nothing of persons, and no credential', async () => {
  const values = (await spans()).flatMap(({ name, attributes }) => [name, ...Object.values(attributes)].map(String));
  expect(values.filter((value) => /@|hd_|m-[a-z]{4}-/.test(value))).toEqual([]);
});
