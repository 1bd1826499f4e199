/** Before each end-to-end test: whatever it fetches must be answered as the OpenAPI document says, or the fetch fails. */
import { DescribedApi } from '#testing';

const api = new DescribedApi();
const fetched = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const response = await fetched(input, init);
  const { method = 'GET', url } = input instanceof Request ? input : { method: init?.method, url: String(input) };
  const { status, headers } = response;
  const isText = /json|text/.test(headers.get('content-type') ?? '');
  const text = isText ? await response.clone().text() : '';
  api.check(method, url, { status, header: (name) => headers.get(name), text });
  return response;
};
