import { describe, expect, it } from '@jest/globals';
import { QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { hasNoRoom, isUnavailable, isUniqueViolation } from './index.js';

describe('database errors', () => {
  it('knows a unique violation, and of which constraint', () => {
    const error = { code: '23505', constraint: 'contact_pkey' };
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'contact_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'brand_pkey')).toBe(false);
    expect(isUniqueViolation(new Error('x'))).toBe(false);
  });

  it.each([
    { code: 'ECONNREFUSED' },
    { code: '57P01' },
    { code: '53300' },
    { code: '08006' },
    { code: '25006' },
    { code: '25P03' },
    new Error('timeout exceeded when trying to connect'),
    new Error('Client was closed and is not queryable'),
    new QueryRunnerProviderAlreadyReleasedError(),
  ])('knows that %p passes by itself', (error) => expect(isUnavailable(error)).toBe(true));

  it('knows a server without room from one without connections', () => {
    expect(['53100', '53200', '53300', '53400'].filter((code) => hasNoRoom({ code }))).toEqual([
      '53100',
      '53200',
      '53400',
    ]);
    expect(hasNoRoom(undefined)).toBe(false);
  });

  it.each([{ code: '23505' }, { code: '42P01' }, new Error('x'), undefined])('knows that %p does not', (error) =>
    expect(isUnavailable(error)).toBe(false),
  );
});
