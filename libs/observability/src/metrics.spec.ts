import { expect, it } from '@jest/globals';
import { Metrics } from './metrics.js';

it('names each figure with its service', async () => {
  const metrics = new Metrics();
  metrics.counter({ name: 'heed_things_total', help: 'Things', labels: ['kind'] }).inc({ kind: 'a' }, 2);
  expect(await metrics.text('shop')).toContain('heed_things_total{kind="a",service="shop"} 2');
});

it('asks for gauges at each scrape, and forgets what is gone', async () => {
  const metrics = new Metrics();
  let queues = ['a', 'b'];
  metrics.gauge({ name: 'heed_waiting', help: 'Waiting', labels: ['queue'] }, () =>
    queues.map((queue) => ({ value: 1, labels: { queue } })),
  );
  expect(await metrics.text('shop')).toContain('queue="b"');
  queues = ['a'];
  expect(await metrics.text('shop')).not.toContain('queue="b"');
});

it('leaves out a gauge that can not be had, and gives the others', async () => {
  const metrics = new Metrics();
  metrics.gauge({ name: 'heed_away', help: 'Of a server that is away' }, async () => {
    throw new Error('connection refused');
  });
  metrics.gauge({ name: 'heed_here', help: 'Of one that is here' }, () => [{ value: 7 }]);
  const text = await metrics.text('shop');
  expect(text).toContain('heed_here{service="shop"} 7');
  expect(text).not.toMatch(/^heed_away\b/m);
});
