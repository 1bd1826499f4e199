import { describe, expect, it } from '@jest/globals';
import { DescribedApi } from './described-api.js';

const api = new DescribedApi();

const brand = {
  id: '0b6f5a52-6f0e-4c43-9a6b-6f6b0d3f8c11',
  name: 'Shoes',
  enabled: true,
};
const page = { data: [brand], pagination: { page: 1, pageSize: 200, totalCount: 1, totalPages: 1 } };

function answer(body: unknown, { status = 200, type = 'application/json; charset=utf-8', headers = {} } = {}) {
  const all: Record<string, string> = { 'content-type': type, 'x-request-id': 'r-1', ...headers };
  return { status, header: (name: string) => all[name.toLowerCase()], text: JSON.stringify(body) };
}

const BRANDS = 'http://heed.example/deploy/v1/brands?page=1';

describe('answers against the OpenAPI document', () => {
  it('lets through what is described, and addresses that are not', () => {
    expect(() => api.check('GET', BRANDS, answer(page))).not.toThrow();
    expect(() => api.check('GET', '/heed/bucket/object', answer('', { status: 418 }))).not.toThrow();
  });

  it('says which status, media type, header or value is not', () => {
    expect(() => api.check('GET', BRANDS, answer(page, { status: 206 }))).toThrow(/status 206; it lists 200, 400/);
    expect(() => api.check('GET', BRANDS, answer(page, { type: 'text/plain' }))).toThrow('media type text/plain');
    expect(() => api.check('GET', BRANDS, answer(page, { headers: { 'x-request-id': undefined } }))).toThrow(
      'header X-Request-Id is missing',
    );
    expect(() => api.check('GET', BRANDS, answer({ ...page, data: [{ ...brand, owner: 'x' }] }))).toThrow(
      'body/data/0 must NOT have additional properties',
    );
    expect(() => api.check('GET', BRANDS, answer({ ...page, data: [{ ...brand, id: 'x' }] }))).toThrow(
      'body/data/0/id must match format "uuid"',
    );
    expect(() =>
      api.check('DELETE', `/deploy/v1/contacts/${'0'.repeat(32)}/subscriptions/x`, answer({}, { status: 204 })),
    ).toThrow('a body, where there is none');
  });

  it('reads the schema of a failure through its reference', () => {
    const type = 'application/problem+json';
    expect(() => api.check('GET', BRANDS, answer({ code: 'nonsense' }, { status: 401, type }))).toThrow(
      /must have required property 'type'[\s\S]*body\/code must be equal to one of the allowed values/,
    );
  });
});
