import { expect, it } from '@jest/globals';
import { pageStart } from './page-start.js';

it.each([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z', 0],
  ['2026-01-02T03:04:05.6Z', '2026-01-02T03:04:05.600Z', 0],
  ['2026-01-02T03:04:05.123456Z', '2026-01-02T03:04:05.123Z', 456],
  ['2026-01-02T03:04:05.123007999+05:30', '2026-01-01T21:34:05.123Z', 7],
])('%s', (text, date, micros) => {
  const start = pageStart(text);
  expect([start.date.toISOString(), start.micros]).toEqual([date, micros]);
});
