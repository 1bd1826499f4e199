import { describe, expect, it } from '@jest/globals';
import { gathered } from './gathered.js';

describe('gathered look-ups', () => {
  it('are answered together, each with its own value', async () => {
    const batches: number[][] = [];
    const double = gathered(async (keys: number[]) => {
      batches.push(keys);
      return keys.map((key) => key * 2);
    });
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('never join a query that is on its way', async () => {
    const answers: (() => void)[] = [];
    const sent: string[][] = [];
    const find = gathered((keys: string[]) => {
      sent.push(keys);
      return new Promise<string[]>((resolve) => answers.push(() => resolve(keys)));
    });
    const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const results: Promise<string>[] = [];
    for (const key of ['a', 'b', 'c', 'd']) {
      results.push(find(key));
      await turn();
    }
    // Two are on their way, the others wait for one of them and then go together.
    expect(sent).toEqual([['a'], ['b']]);
    answers.shift()!();
    await turn();
    expect(sent).toEqual([['a'], ['b'], ['c', 'd']]);
    for (const answer of answers) answer();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('fail together, and work again afterwards', async () => {
    let failures = 1;
    const find = gathered(async (keys: string[]) => {
      if (failures-- > 0) throw new Error('down');
      return keys;
    });
    const outcomes = await Promise.allSettled(['a', 'b'].map(find));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await find('c')).toBe('c');
  });

  it('go out in parts when there are many', async () => {
    const sizes: number[] = [];
    const find = gathered(async (keys: number[]) => {
      sizes.push(keys.length);
      return keys;
    });
    const keys = Array.from({ length: 1_000 }, (_, key) => key);
    expect(await Promise.all(keys.map(find))).toEqual(keys);
    expect(Math.max(...sizes)).toBe(200);
  });
});
