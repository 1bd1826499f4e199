import { describe, expect, it } from '@jest/globals';
import type { CloudEvent } from '#contracts';
import { newestOf } from './newest-of.js';

const event = (id: string, version: number) =>
  ({ data: { id, version } }) as CloudEvent<{ id: string; version: number }>;

describe('newestOf', () => {
  it('keeps the newest state of each thing, whatever the order', () => {
    const events = [event('a', 2), event('b', 1), event('a', 3), event('a', 1)];
    expect(newestOf(events, ({ id }) => id)).toEqual([
      { id: 'a', version: 3 },
      { id: 'b', version: 1 },
    ]);
  });
});
