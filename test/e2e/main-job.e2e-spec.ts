/** What a customer does all day, from outside: HTTP, the storage's signed URLs, and AMQP. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { zipMembers } from '../../tools/demo/zip-members.js';
import { listen } from './support/events.js';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';
import { upload, uploadEnded } from './support/uploads.js';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

let heed: Installation;
beforeAll(async () => {
  heed = await installation();
});

describe('the main job', () => {
  it('creates a contact, keeps its subscriptions, and tells automations', async () => {
    const subscribed = await listen(heed.amqpUrl, 'brand-subscribe');
    const [token, brandId] = [heed.apiKey('acme'), heed.brandId('acme', 'Shoes')];
    const created = await send('POST', `${heed.baseUrl}/deploy/v1/contacts`, {
      token,
      body: {
        email: 'Ada@Example.org',
        brandIds: [brandId],
        attributes: { firstName: 'Ada', workEmail: 'ada@work.example' },
      },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      email: 'Ada@Example.org',
      emailMd5: md5('ada@example.org'),
      brandIds: [brandId],
      enabled: true,
    });

    const contact = `${heed.baseUrl}/deploy/v1/contacts/${md5('ada@example.org').toUpperCase()}`;
    expect((await send('GET', contact, { token })).body).toEqual(created.body);
    expect((await send('GET', `${contact}/subscriptions`, { token })).body).toEqual({
      brands: [{ id: brandId, name: 'Shoes' }],
    });

    const event = await eventually(
      () => subscribed.events.find(({ data }) => data.email === 'Ada@Example.org') ?? false,
    );
    expect(event).toMatchObject({
      specversion: '1.0',
      type: 'brand-subscribe',
      messageId: (event as { id: string }).id,
      data: { emailMd5: md5('ada@example.org'), brandId, brandName: 'Shoes', cause: 'contact-created' },
    });
    await subscribed.close();
  });

  it('imports a file, collects as it happens, and hands both out: as a download, and to a mailer', async () => {
    const lines = [
      '\uFEFFone@example.com',
      'TWO@Example.com ',
      md5('three@example.com'),
      'one@example.com',
      '',
      'nobody@',
    ];
    const reference = await upload(heed, 'Story', Buffer.from(lines.join('\r\n')));
    expect(await uploadEnded(heed, reference)).toMatchObject({
      status: 'success',
      submittedCount: 5,
      addedCount: 3,
      malformedCount: 1,
    });

    const collect = (body: object) =>
      send('POST', `${heed.collectUrl}/client-optout/collect`, { token: heed.token('operations'), body });
    const optoutListId = heed.listId('Story');
    expect(await collect({ optoutListId, email: 'Four@example.com' })).toMatchObject({
      status: 202,
      body: { status: 'accepted' },
    });
    expect(await collect({ optoutListId: heed.listId('Story SMS'), sms: '(202) 555-0147' })).toMatchObject({
      status: 202,
    });

    const rows = await eventually(() => downloaded('Story', 4), { timeoutMs: 60_000, everyMs: 200 });
    expect(rows.sort()).toEqual(
      [
        `,${md5('three@example.com')}`,
        ...['one@example.com', 'two@example.com', 'four@example.com'].map((email) => `${email},${md5(email)}`),
      ].sort(),
    );
    const phones = await eventually(() => downloaded('Story SMS', 1), { timeoutMs: 60_000, everyMs: 200 });
    expect(phones).toEqual([`12025550147,${md5('12025550147')}`]);

    const prepare = `${heed.mailerUrl}/accesskey/download/${heed.mailer.key}?token=${heed.mailer.token}`;
    const prepared = await send<{ download_link: string }>('GET', prepare);
    expect(prepared).toMatchObject({
      status: 200,
      body: { result: 'success', format: 'md5', campaign_name: 'Spring' },
    });
    const members = await eventually(() => suppressionFile(prepared.body.download_link), { timeoutMs: 30_000 });
    expect(members.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^suppression_list--Spring-\d{8}-MD5\.txt$/),
    ]);
    const keys = ['one', 'two', 'three', 'four'].map((name) => md5(`${name}@example.com`)).sort();
    expect(members[0]!.content.toString()).toBe(`${keys.join('\n')}\n`);
  });
});

/** The rows of a fresh download of a list, once there are as many as expected. */
async function downloaded(list: string, count: number): Promise<string[]> {
  const prepared = await send<{ downloadUrl: string }>('POST', `${heed.baseUrl}/optout-list/prepare-download`, {
    token: heed.token('operations'),
    body: { optoutListId: heed.listId(list), columns: ['plain', 'hashed'], collectionType: ['collected', 'imported'] },
  });
  expect(prepared.status).toBe(200);
  const csv = await eventually(async () => {
    const response = await fetch(prepared.body.downloadUrl);
    expect(response.status).toBe(200);
    return response.text();
  });
  const [, ...rows] = csv.trimEnd().split('\n');
  expect(rows).toHaveLength(count);
  return rows;
}

async function suppressionFile(link: string) {
  const redirect = await send('GET', link);
  expect(redirect.status).toBe(302);
  const file = await fetch(redirect.headers.get('location')!);
  expect(file.status).toBe(200);
  return zipMembers(Buffer.from(await file.arrayBuffer()));
}
