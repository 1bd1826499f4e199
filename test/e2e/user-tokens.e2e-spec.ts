/** Tokens of users: good until they are revoked or their user goes, at every endpoint that users have. */
import { beforeAll, expect, it } from '@jest/globals';
import { DescribedApi, eventually } from '#testing';
import { type Answer, send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';

type Ask = (heed: Installation, token: string | undefined, optoutListId: string) => Promise<Answer>;
const post =
  (url: (heed: Installation) => string, more: object): Ask =>
  (heed, token, optoutListId) =>
    send('POST', url(heed), { ...(token !== undefined && { token }), body: { optoutListId, ...more } });

const asking: Record<string, Ask> = {
  downloadsPrepare: post(({ baseUrl }) => `${baseUrl}/optout-list/prepare-download`, {
    columns: ['plain'],
    collectionType: ['imported'],
  }),
  uploadsPrepare: post(({ baseUrl }) => `${baseUrl}/optout-list/prepare-upload`, { fileContentLength: 1 }),
  // Names no list, but an upload: of nobody's.
  uploadsStatus: ({ baseUrl }, token) =>
    send('GET', `${baseUrl}/optout-list/upload-status/0b6f5a52-6f0e-4c43-9a6b-6f6b0d3f8c11`, {
      ...(token !== undefined && { token }),
    }),
  collectCollect: post(({ collectUrl }) => `${collectUrl}/client-optout/collect`, { email: 'x@example.org' }),
};

let heed: Installation;
beforeAll(async () => {
  heed = await installation();
});

it('a token that is wrong, revoked, of a user who is gone, or no user’s at all opens nothing', async () => {
  const admin = (method: string, path: string, body?: object) =>
    send<{ id: string; tokens: { id: string; token: string }[] }>(
      method,
      `${heed.adminUrls.optout}/admin/v1/users${path}`,
      { token: heed.adminToken, body },
    );
  const make = async (name: string) =>
    (await admin('POST', '', { name, tokens: [{ name: 'e2e' }], lists: ['Isolation'] })).body;
  const [revoked, gone] = [await make('revoked'), await make('gone')];
  const tokens = [revoked, gone].map(({ tokens: [one] }) => one!.token) as [string, string];
  const optoutListId = heed.listId('Isolation');
  const accepted = async (token: string) => (await asking.collectCollect!(heed, token, optoutListId)).status === 202;
  for (const token of tokens) await eventually(() => accepted(token));
  await eventually(async () => {
    const { tokens: used } = (await admin('GET', `/${gone.id}`)).body;
    expect(used).toEqual([expect.objectContaining({ lastUsedAt: expect.any(String) })]);
  });
  await admin('DELETE', `/${revoked.id}/tokens/${revoked.tokens[0]!.id}`);
  await admin('DELETE', `/${gone.id}`);
  for (const token of tokens) await eventually(async () => !(await accepted(token)));

  const good = heed.token('operations');
  const wrong = good.slice(0, -2) + (good.at(-2) === 'A' ? 'B' : 'A') + good.at(-1);
  expect(Object.keys(asking).sort()).toEqual(operationsOfUsers());
  const bad = [...tokens, wrong, heed.apiKey('acme'), heed.mailer.token, heed.adminToken, 'x', undefined];
  for (const [operation, ask] of Object.entries(asking)) {
    for (const token of bad) {
      const { status, body } = await ask(heed, token, optoutListId);
      const refusal = operation === 'collectCollect' ? [400, 'invalid_token'] : [401, 'authentication_error'];
      expect([operation, status, body.code]).toEqual([operation, ...refusal]);
    }
  }
});

/** The operations that users have, by their ids in the OpenAPI document; none may be without a case here. */
function operationsOfUsers(): string[] {
  return new DescribedApi()
    .operations()
    .filter(({ path }) => /^\/(optout-list|client-optout)\//.test(path))
    .map(({ operationId }) => operationId)
    .sort();
}
