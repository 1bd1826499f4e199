import { expect, it } from '@jest/globals';
import { Problems } from './problems.js';

it('are told together, twenty at most', () => {
  const problems = new Problems();
  expect(() => problems.throwIfAny()).not.toThrow();
  for (let i = 0; i < 100; i++) problems.add(`/lists/${i}/name`, 'is there more than once');
  expect(problems.found).toHaveLength(20);
  expect(() => problems.throwIfAny()).toThrow(expect.objectContaining({ status: 400, errors: problems.found }));
});
