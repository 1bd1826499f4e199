/** A person asks what is kept about them, and to be erased. Their opt-outs stay in force. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';
import { upload, uploadEnded } from './support/uploads.js';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const run = promisify(execFile);
const imported = 'erase.imported@example.org';
const person = 'erase.me@example.org';

let heed: Installation;
let profile: string;
beforeAll(async () => {
  heed = await installation();
  profile = join(mkdtempSync(join(tmpdir(), 'heed-erasure-')), 'profile.json');
  writeFileSync(profile, JSON.stringify({ admin: { ...heed.adminUrls, token: heed.adminToken } }), { mode: 0o600 });
});

const cli = async <T>(...args: string[]): Promise<T[]> =>
  JSON.parse((await run('bin/heed', ['--profile', profile, '--json', ...args])).stdout);
const rows = async () => {
  const { body } = await send<{ downloadUrl: string }>('POST', `${heed.baseUrl}/optout-list/prepare-download`, {
    token: heed.token('operations'),
    body: {
      optoutListId: heed.listId('Erasure'),
      columns: ['plain', 'hashed', 'ip'],
      collectionType: ['collected', 'imported'],
    },
  });
  const file = await eventually(async () => {
    const response = await fetch(body.downloadUrl);
    return response.ok && response.text();
  });
  return (file as string).trim().split('\n').slice(1);
};
const importFile = async (...lines: string[]) =>
  uploadEnded(heed, await upload(heed, 'Erasure', Buffer.from(`${lines.join('\n')}\n`)));

it('finds all that is stored, erases it, and keeps the opt-outs in force by their hashes', async () => {
  const token = heed.apiKey('acme');
  const contact = { email: 'Erase.Me@example.org', attributes: { firstName: 'Ada' } };
  expect((await send('POST', `${heed.baseUrl}/deploy/v1/contacts`, { token, body: contact })).status).toBe(201);
  const collected = await send('POST', `${heed.collectUrl}/client-optout/collect`, {
    token: heed.token('operations'),
    body: { optoutListId: heed.listId('Erasure'), email: person },
  });
  expect(collected.status).toBe(202);
  await importFile(imported, 'bystander@example.org', person);
  await eventually(async () => (await cli<{ what: string }>('person', 'find', person)).length >= 4);

  const found = await cli<{ service: string; what: string; data: Record<string, unknown> }>('person', 'find', person);
  expect(found.map(({ service, what }) => `${service}: ${what}`).sort()).toEqual([
    'deploy: contact',
    'optout: imported address',
    'optout: opt-out',
    'optout: opt-out',
  ]);
  expect(found[0]!.data).toMatchObject({
    account: 'acme',
    email: 'Erase.Me@example.org',
    attributes: { firstName: 'Ada' },
  });

  await cli('person', 'erase', person.toUpperCase());
  await cli('person', 'erase', imported);
  const gone = await send('GET', `${heed.baseUrl}/deploy/v1/contacts/${md5(person)}`, { token });
  expect(gone.status).toBe(404);
  const after = ['bystander@example.org', imported, person].map((address) =>
    address === 'bystander@example.org' ? `${address},${md5(address)},` : `,${md5(address)},`,
  );
  expect((await rows()).sort()).toEqual(after.sort());
  const left = await cli<{ what: string }>('person', 'find', person);
  expect(left.map(({ what }) => what)).toEqual(['opt-out', 'opt-out']);

  // Neither a later import nor a later opt-out brings the address back.
  await importFile(imported, person);
  expect((await rows()).sort()).toEqual(after.sort());
});

it('has nothing of somebody it does not know', async () => {
  expect(await cli('person', 'find', 'nobody@example.org')).toEqual([]);
  expect(await cli('person', 'erase', 'nobody@example.org')).toEqual([]);
});
