/** Lists, from their making to their end: each change is known to all services, and clients see what it makes of their requests. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { runHeed } from './support/heed.js';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';
import { uploadEnded } from './support/uploads.js';

interface Made {
  id: string;
  name: string;
  tokens: { id: string; token: string }[];
}

let heed: Installation;
beforeAll(async () => {
  heed = await installation();
});

const admin = async (method: string, path: string, body?: object): Promise<Made> => {
  const url = `${heed.adminUrls.optout}/admin/v1${path}`;
  const answer = await send<Made>(method, url, { token: heed.adminToken, ...(body && { body }) });
  expect([method, path, answer.status < 300, answer.body]).toEqual([method, path, true, answer.body]);
  return answer.body;
};

interface Directory {
  lists: Record<string, number>;
  users?: Record<string, number>;
}
const directory = async (service: 'optout' | 'collect' | 'mailer') =>
  (await send<Directory>('GET', `${heed.adminUrls[service]}/admin/v1/directory`, { token: heed.adminToken })).body;

/** Both of the others know it as it is now. */
async function known({ list, user }: { list?: string; user?: string }): Promise<void> {
  const { lists, users } = await directory('optout');
  for (const service of ['collect', 'mailer'] as const) {
    await eventually(async () => {
      const there = await directory(service);
      if (list) expect(there.lists[list]).toBe(lists[list]);
      if (user && service === 'collect') expect(there.users![user]).toBe(users![user]);
    });
  }
}

describe('a list', () => {
  it('is known everywhere in each of its states, and so are grants', async () => {
    const list = await admin('POST', '/lists', { name: 'Passing', channel: 'email', storage: 'md5' });
    const user = await admin('POST', '/users', { name: 'passing', tokens: [{ name: 't' }], lists: [] });
    const { token } = user.tokens[0]!;
    const answers = async (optoutListId: string) => {
      const ask = async (url: string, more: object) => {
        const { status, body } = await send('POST', url, { token, body: { optoutListId, ...more } });
        return status < 300 ? 'fine' : body.code;
      };
      return {
        collect: await ask(`${heed.collectUrl}/client-optout/collect`, { email: 'one@example.org' }),
        upload: await ask(`${heed.baseUrl}/optout-list/prepare-upload`, { fileContentLength: 1 }),
        download: await ask(`${heed.baseUrl}/optout-list/prepare-download`, {
          columns: ['hashed'],
          collectionType: ['collected'],
        }),
      };
    };
    // A process may remember for a moment what its service has just been told otherwise.
    const answer = (id: string, expected: object) =>
      eventually(async () => expect(await answers(id)).toEqual(expected));
    const all = (answer: string) => ({ collect: answer, upload: answer, download: answer });
    const change = async (body: object) => {
      await admin('PATCH', `/lists/${list.id}`, body);
      await known({ list: list.id });
    };

    await known({ list: list.id, user: user.id });
    await answer(list.id, all('list_forbidden'));
    await admin('PATCH', `/users/${user.id}`, { lists: ['Passing'] });
    await known({ user: user.id });
    await answer(list.id, all('fine'));
    await change({ name: 'Renamed' });
    await answer(list.id, all('fine'));
    await change({ enabled: false });
    await answer(list.id, all('list_disabled'));
    await change({ enabled: true });
    await answer(list.id, all('fine'));

    const group = await admin('POST', '/lists', { name: 'Passing group', kind: 'grouped', members: ['Renamed'] });
    const link = await admin('POST', '/lists', { name: 'Passing link', kind: 'linked', source: 'Renamed' });
    await admin('PATCH', `/users/${user.id}`, { lists: ['Renamed', 'Passing group', 'Passing link'] });
    for (const one of [group, link]) await known({ list: one.id, user: user.id });
    await answer(group.id, { ...all('list_grouped'), download: 'fine' });
    await answer(link.id, { ...all('list_linked'), download: 'fine' });

    await admin('PATCH', `/users/${user.id}`, { lists: ['Passing group', 'Passing link'] });
    await known({ user: user.id });
    await answer(list.id, all('list_forbidden'));
    for (const one of [link, group, list]) {
      await admin('DELETE', `/lists/${one.id}`);
      await known({ list: one.id });
      await answer(one.id, all('list_disabled'));
    }
    await admin('DELETE', `/users/${user.id}`);
    await known({ user: user.id });
    await answer(list.id, {
      collect: 'invalid_token',
      upload: 'authentication_error',
      download: 'authentication_error',
    });
  }, 60_000);

  it('can be watched by heed while a file comes in, looked into, and rid of an import', async () => {
    const content = 'one@watch.example\nnobody\ntwo@watch.example\n';
    const { body } = await send<{ uploadUrl: string; importReference: string }>(
      'POST',
      `${heed.baseUrl}/optout-list/prepare-upload`,
      {
        token: heed.token('operations'),
        body: { optoutListId: heed.listId('Isolation'), fileContentLength: content.length },
      },
    );
    const reference = body.importReference;
    const watching = runHeed(heed, ['--json', 'imports', 'watch', reference]);
    const json = async (...args: string[]) => JSON.parse((await runHeed(heed, ['--json', ...args])).stdout);
    expect(await json('imports', 'show', reference)).toMatchObject({ status: 'running', stage: 'open', progress: 0 });
    await fetch(body.uploadUrl, { method: 'PUT', body: content });
    await uploadEnded(heed, reference);
    const watched = await watching;
    expect([watched.code, JSON.parse(watched.stdout)]).toEqual([
      0,
      expect.objectContaining({ status: 'success', progress: 1, submittedCount: 3, addedCount: 2, malformedCount: 1 }),
    ]);
    expect(await json('imports', 'malformed', reference)).toEqual([
      { line: 2, reason: 'no_email_address', value: 'n*****' },
    ]);
    expect(await json('optouts', 'find', 'TWO@watch.example')).toEqual([
      {
        optoutListId: heed.listId('Isolation'),
        listName: 'Isolation',
        collectionType: 'imported',
        at: expect.any(String),
        importReference: reference,
      },
    ]);
    expect((await runHeed(heed, ['imports', 'remove', reference])).code).toBe(0);
    expect(await json('optouts', 'find', 'two@watch.example')).toEqual([]);
    expect((await runHeed(heed, ['imports', 'watch', reference])).stdout).toContain('removed');
  }, 60_000);
});
