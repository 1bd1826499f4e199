import { describe, expect, it } from '@jest/globals';
import { Batches, TooManyWaiting } from './batches.js';

/** Batches whose work ends when it is told to. */
function held(limits: { size: number; lanes: number; waiting: number }) {
  const open: { items: number[]; end(error?: Error): void }[] = [];
  const batches = new Batches<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        open.push({ items, end: (error) => (error ? reject(error) : resolve(items.map(String))) });
      }),
    limits,
  );
  return { batches, open };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('batches', () => {
  it('gather what comes in one turn, and what comes while the lanes are busy', async () => {
    const { batches, open } = held({ size: 10, lanes: 1, waiting: 10 });
    const first = [1, 2, 3].map((item) => batches.add(item));
    await turn();
    const later = [4, 5].map((item) => batches.add(item));
    await turn();
    expect(open.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    open[0]!.end();
    expect(await Promise.all(first)).toEqual(['1', '2', '3']);
    await turn();
    expect(open.map(({ items }) => items)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    open[1]!.end();
    expect(await Promise.all(later)).toEqual(['4', '5']);
  });

  it('are no larger and no more at a time than they may be', async () => {
    const { batches, open } = held({ size: 2, lanes: 2, waiting: 10 });
    const all = [1, 2, 3, 4, 5].map((item) => batches.add(item));
    await turn();
    await turn();
    await turn();
    expect(open.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    open[1]!.end();
    await all[2];
    await turn();
    expect(open[2]!.items).toEqual([5]);
    for (const one of open) one.end();
    expect(await Promise.all(all)).toHaveLength(5);
  });

  it('refuse what is too much, and take more when there is room again', async () => {
    const { batches, open } = held({ size: 1, lanes: 1, waiting: 1 });
    const first = batches.add(1);
    await turn();
    const second = batches.add(2);
    await expect(batches.add(3)).rejects.toThrow(TooManyWaiting);
    open[0]!.end();
    await first;
    await turn();
    const fourth = batches.add(4);
    open[1]!.end();
    await second;
    await turn();
    open[2]!.end();
    expect(await fourth).toBe('4');
  });

  it('share a failure, which is over with the batch', async () => {
    const { batches, open } = held({ size: 2, lanes: 1, waiting: 10 });
    const failing = [1, 2].map((item) => batches.add(item));
    const after = batches.add(3);
    await turn();
    open[0]!.end(new Error('away'));
    for (const one of failing) await expect(one).rejects.toThrow('away');
    await turn();
    open[1]!.end();
    expect(await after).toBe('3');
  });
});
