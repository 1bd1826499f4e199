import fc from 'fast-check';
import { DescribedApi } from './described-api.js';
import { type Credible, wildRequest } from './wild-requests.js';

/** The same requests every time: a change is judged by what it does, not by its luck. The environment's SEED looks elsewhere. */
const SEED = 20261121;

/** As Fastify's inject, which this is made for. */
type Inject = (request: { method: never; url: string; headers: Record<string, string>; payload?: Buffer }) => Promise<{
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
}>;

export interface AnyRequestOptions extends Credible {
  /** The operations of which addresses. */
  under: string[];
  /** Sent with every request. */
  headers: Record<string, string>;
  /** For each operation. */
  runs?: number;
}

/**
 * Sends all manner of requests to operations of the OpenAPI document.
 * @throws {Error} if one of them gets a 5xx or an answer that the document does not describe; it says which one, and the seed
 */
export async function answersAnyRequest(
  inject: Inject,
  { under, headers, runs = 40, ...credible }: AnyRequestOptions,
): Promise<void> {
  const api = new DescribedApi();
  const operations = api.operations().filter(({ path }) => under.some((prefix) => path.startsWith(prefix)));
  if (operations.length === 0) throw new Error(`docs/openapi/openapi.yaml has nothing under ${under}`);
  const requests = fc.constantFrom(...operations).chain((operation) => wildRequest(operation, credible));
  const property = fc.asyncProperty(requests, async (request) => {
    const answer = await inject({
      ...request,
      method: request.method as never,
      headers: { ...headers, ...request.headers },
    });
    if (answer.statusCode >= 500) throw new Error(`${answer.statusCode} ${answer.body}`);
    api.check(request.method, request.url, {
      status: answer.statusCode,
      header: (name) => answer.headers[name.toLowerCase()] as string | undefined,
      text: answer.body,
    });
  });
  await fc.assert(property, { numRuns: runs * operations.length, seed: Number(process.env.SEED ?? SEED) });
}
