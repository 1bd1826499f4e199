import { expect, it } from '@jest/globals';
import { parseQuery, queryFaults } from './query-parameters.js';

it('remembers twenty faults of a query at most', () => {
  const query = (count: number) => Array.from({ length: count }, () => 'a=%ff').join('&');
  expect(queryFaults(parseQuery(query(19)))).toHaveLength(19);
  expect(queryFaults(parseQuery(query(1_000)))).toHaveLength(20);
});

it('takes the last of a parameter given twice, and none where the last can not be decoded', () => {
  expect({ ...parseQuery('a=1&a=2') }).toEqual({ a: '2' });
  expect({ ...parseQuery('a=1&b=2&a=%ff') }).toEqual({ b: '2' });
  expect({ ...parseQuery('a=%ff&a=2') }).toEqual({ a: '2' });
});
