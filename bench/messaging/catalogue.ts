const { eventType, shapes } = await import(`${'../../dist/libs/contracts/src/index.js'}`);

/** An event like those of the product, and the queue that it goes to. */
export const collected = eventType(
  'bench-collected',
  { description: 'A measured event', subject: 'The list' },
  { optoutListId: shapes.optoutListId('List'), hash: shapes.md5('Hash'), collectedAt: shapes.time('When') },
);

export const queues = [{ name: 'bench.collected', eventType: collected }];

export const eventOf = (i: number) => ({
  subject: 'a3f29c0d4be81755',
  data: {
    optoutListId: 'a3f29c0d4be81755',
    hash: i.toString(16).padStart(32, '0'),
    collectedAt: new Date().toISOString(),
  },
});
