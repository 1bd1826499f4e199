/** Whatever an admin does leaves a trace that can be read, and that tells no secret. */
import { beforeAll, expect, it } from '@jest/globals';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';

let heed: Installation;
beforeAll(async () => {
  heed = await installation();
});

interface Entry {
  admin: string;
  action: string;
  target: Record<string, string>;
  status: number;
  requestId: string;
}

const admin = (method: string, service: keyof Installation['adminUrls'], path: string, body?: unknown) =>
  send<{ data: Entry[] }>(method, `${heed.adminUrls[service]}/admin/v1${path}`, { token: heed.adminToken, body });
const newest = async (service: keyof Installation['adminUrls']) => (await admin('GET', service, '/audit')).body.data;

it('tells who did what, on what, and how it ended', async () => {
  const done = await admin('POST', 'optout', '/persons/find', { address: 'audited@example.org' });
  const refused = await admin('POST', 'optout', '/dead-letters/no.such.queue/redrive', {});
  expect([done.status, refused.status]).toEqual([200, 404]);
  const entries = await newest('optout');
  expect(entries.find(({ requestId }) => requestId === done.headers.get('x-request-id'))).toMatchObject({
    admin: 'local',
    action: 'POST /admin/v1/persons/find',
    target: {},
    status: 200,
  });
  expect(entries.find(({ requestId }) => requestId === refused.headers.get('x-request-id'))).toMatchObject({
    action: 'POST /admin/v1/dead-letters/:queue/redrive',
    target: { queue: 'no.such.queue' },
    status: 404,
  });
});

it('enters what changed the state in every service, and nothing of persons or secrets', async () => {
  for (const service of ['deploy', 'optout', 'collect', 'mailer'] as const) {
    const entries = await newest(service);
    expect([
      service,
      entries.some(({ action, status }) => action.startsWith('PUT /admin/v1/') && status === 200),
    ]).toEqual([service, true]);
    expect(JSON.stringify(entries)).not.toMatch(/@|hd_/);
  }
});

it('has no entry of somebody who was not let in', async () => {
  const { status, headers } = await send('POST', `${heed.adminUrls.deploy}/admin/v1/persons/find`, {
    token: 'nobody',
    body: {},
  });
  expect(status).toBe(401);
  const entries = await newest('deploy');
  expect(entries.some(({ requestId }) => requestId === headers.get('x-request-id'))).toBe(false);
});
