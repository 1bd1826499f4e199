import { expect, it } from '@jest/globals';
import { parseQuery, queryFaults } from './query-parameters.js';

it('remembers twenty faults of a query at most', () => {
  const query = (count: number) => Array.from({ length: count }, () => 'a=%ff').join('&');
  expect(queryFaults(parseQuery(query(19)))).toHaveLength(19);
  expect(queryFaults(parseQuery(query(1_000)))).toHaveLength(20);
});
