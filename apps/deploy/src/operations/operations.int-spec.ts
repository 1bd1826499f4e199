import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Storage } from '#storage';
import { eventually, type TestStorage, testStorage } from '#testing';
import { DeployUnderTest, type TestAccount } from '../../test/deploy-under-test.js';

const md5 = (email: string) => createHash('md5').update(email.toLowerCase()).digest('hex');

let storage: TestStorage;
let deploy: DeployUnderTest;
let worker: NestFastifyApplication | undefined;
let account: TestAccount;

beforeAll(async () => {
  storage = await testStorage();
  deploy = await DeployUnderTest.start(storage);
});
afterAll(async () => {
  await stopWorker();
  await deploy.close();
  await storage.close();
});
beforeEach(async () => {
  account = await deploy.account({
    schema: [
      { name: 'firstName', type: 'string' },
      { name: 'score', type: 'number' },
      { name: 'vip', type: 'boolean' },
      { name: 'tags', type: 'array' },
    ],
    brands: ['Shoes', 'Hats'],
  });
});
/** For tests in which nobody may carry out anything for a while. */
async function stopWorker(): Promise<void> {
  await worker?.close();
  worker = undefined;
}

const idOf = (name: string) => account.brands.find((brand) => brand.name === name)!.id;
const start = (kind: string, body: object) =>
  deploy.admin(`POST /admin/v1/accounts/${account.id}/operations/${kind}`, { body });
const watch = async (id: string) => (await deploy.admin(`GET /admin/v1/operations/${id}`)).body;
const create = (body: object) => deploy.call('POST /deploy/v1/contacts', { key: account.key, body });
const contact = async (email: string) =>
  (await deploy.call(`GET /deploy/v1/contacts/${md5(email)}`, { key: account.key })).body;
const eventsOf = async (email: string) =>
  (await deploy.events(account.id)).filter(({ subject }) => subject === md5(email));

/** Starts an operation that must begin, and a worker, and waits for its end. */
async function carriedOut(kind: string, body: object) {
  const begun = await start(kind, body);
  expect(begun).toMatchObject({ status: 200, body: { kind, status: 'running', startedBy: 'tests' } });
  worker ??= await deploy.startWorker();
  return ended(begun.body.id);
}

const ended = (id: string) =>
  eventually(async () => {
    const operation = await watch(id);
    return operation.status !== 'running' && operation;
  });

async function uploaded(file: string): Promise<string> {
  const { body } = await deploy.admin(`POST /admin/v1/accounts/${account.id}/contact-uploads`);
  expect((await fetch(body.uploadUrl, { method: 'PUT', body: file })).status).toBe(200);
  return body.upload;
}

describe('a contact import', () => {
  it('of CSV makes contacts, merges into those that are there, and reports the lines that it refuses', async () => {
    await create({ email: 'Old@example.org', attributes: { firstName: 'Old', score: 1 }, brandIds: [idOf('Hats')] });
    const upload = await uploaded(
      [
        '\uFEFFemail,firstName,score,vip,tags,brandIds',
        `ann@example.org,"Ann, ""A""",1.5,true,a|b,${idOf('Shoes')}|${idOf('Hats')}`,
        `old@example.org,,2,,,${idOf('Shoes')}|${idOf('Hats')}`,
        'nobody,,,,,',
        'ben@example.org,Ben,many,,,',
        'cid@example.org,Cid',
        `dan@example.org,,,,,${randomUUID()}`,
        'ann@example.org,Anna,,,,',
      ].join('\r\n'),
    );
    const operation = await carriedOut('contact-import', { upload, format: 'csv' });
    expect(operation).toMatchObject({ status: 'succeeded', counts: { created: 1, updated: 1, refused: 4 } });
    expect(operation.done).toBe(operation.total);
    expect(await contact('ann@example.org')).toMatchObject({
      attributes: { firstName: 'Anna', score: 1.5, vip: true, tags: ['a', 'b'] },
      brandIds: [idOf('Shoes'), idOf('Hats')].sort(),
    });
    expect(await contact('old@example.org')).toMatchObject({
      email: 'Old@example.org',
      attributes: { firstName: 'Old', score: 2 },
    });
    expect((await eventsOf('ann@example.org')).map(({ data }) => data.cause)).toEqual([
      'contact-created',
      'contact-created',
    ]);
    const [, added] = await eventsOf('old@example.org');
    expect(added!.data).toMatchObject({
      email: 'Old@example.org',
      brandId: idOf('Shoes'),
      cause: 'subscription-added',
    });

    const { errors } = (await deploy.admin(`GET /admin/v1/operations/${operation.id}/errors`)).body;
    expect(errors).toEqual([
      { line: 4, reason: expect.stringContaining('/email') },
      { line: 5, reason: expect.stringContaining('/attributes/score') },
      { line: 6, reason: expect.stringContaining('2 fields instead of 6') },
      { line: 7, reason: expect.stringContaining('/brandIds') },
    ]);
  });

  it('removes its file when it has succeeded', async () => {
    const upload = await uploaded('email\nann@example.org\n');
    const key = `uploads/contacts/${account.id}/${upload}`;
    const files = new Storage(storage);
    expect(await files.stat(key)).toBeDefined();
    expect(await carriedOut('contact-import', { upload, format: 'csv' })).toMatchObject({ status: 'succeeded' });
    await eventually(async () => expect(await files.stat(key)).toBeUndefined());
  });

  it('of NDJSON takes bodies as a creation does, each with its own flag', async () => {
    const lines = [
      { email: 'loud@example.org', brandIds: [idOf('Shoes')] },
      {
        email: 'quiet@example.org',
        brandIds: [idOf('Shoes')],
        publishBrandSubscribeEvents: false,
        attributes: { tags: ['x', 1] },
      },
      { email: 'x@example.org', colour: 'red' },
      { email: 'y@example.org', attributes: { firstName: '' } },
    ];
    const upload = await uploaded(
      [...lines.map((line) => JSON.stringify(line)), '{', '"x"', '{"email":"z\\u0000@example.org"}', ''].join('\n'),
    );
    const operation = await carriedOut('contact-import', { upload, format: 'ndjson' });
    expect(operation).toMatchObject({ status: 'succeeded', counts: { created: 2, updated: 0, refused: 5 } });
    expect(await eventsOf('loud@example.org')).toHaveLength(1);
    expect(await eventsOf('quiet@example.org')).toHaveLength(0);
    expect((await contact('quiet@example.org')).attributes).toEqual({ tags: ['x', 1] });
  });

  it('tells once of each brand that it adds, whatever the file repeats and however often it comes', async () => {
    const [shoes, hats] = [idOf('Shoes'), idOf('Hats')];
    await create({ email: 'had@example.org', brandIds: [shoes] });
    const file = [
      'email,brandIds',
      `new@example.org,${shoes}|${shoes.toUpperCase()}`,
      `NEW@example.org,${shoes}|${hats}`,
      `had@example.org,${shoes}|${hats}`,
      'none@example.org,',
    ].join('\n');
    for (const counts of [
      { created: 2, updated: 1 },
      { created: 0, updated: 3 },
    ]) {
      const operation = await carriedOut('contact-import', { upload: await uploaded(file), format: 'csv' });
      expect(operation).toMatchObject({ status: 'succeeded', counts: { ...counts, refused: 0 } });
      const told = (await deploy.events(account.id)).map(({ subject, data }) => [subject, data.brandName, data.cause]);
      expect(told.sort()).toEqual(
        [
          [md5('had@example.org'), 'Hats', 'subscription-added'],
          [md5('had@example.org'), 'Shoes', 'contact-created'],
          [md5('new@example.org'), 'Hats', 'contact-created'],
          [md5('new@example.org'), 'Shoes', 'contact-created'],
        ].sort(),
      );
    }
  });

  it('goes on where the last committed batch ended, with exact counts', async () => {
    const rows = 20_123;
    const file = ['email,score', ...Array.from({ length: rows }, (_, i) => `u${i}@example.org,${i}`)].join('\n');
    await stopWorker();
    const { body } = await start('contact-import', { upload: await uploaded(file), format: 'csv' });
    // A worker that dies in the middle of its second batch: the row is let go of with what it wrote.
    await deploy.db.query(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.done = OLD.done THEN RETURN NEW; END IF;
      IF OLD.done > 0 AND OLD.tries < 2 THEN RAISE EXCEPTION 'broken off'; END IF; RETURN NEW; END $$`);
    await deploy.db.query(
      'CREATE TRIGGER break_off BEFORE UPDATE ON operation FOR EACH ROW EXECUTE FUNCTION break_off()',
    );
    try {
      worker = await deploy.startWorker();
      const second = await deploy.startWorker();
      const operation = await ended(body.id);
      await second.close();
      expect(operation).toMatchObject({ status: 'succeeded', counts: { created: rows, updated: 0, refused: 0 } });
    } finally {
      await deploy.db.query('DROP FUNCTION break_off CASCADE');
    }
    const [{ count, sum }] = await deploy.db.query(
      `SELECT count(*)::int, sum((attributes->>'score')::int)::int FROM contact WHERE account_id = $1`,
      [account.id],
    );
    expect([count, sum]).toEqual([rows, (rows * (rows - 1)) / 2]);
  });

  it('fails with a reason when the file can not be read, and gives the account free', async () => {
    const operation = await carriedOut('contact-import', { upload: await uploaded('name\nx'), format: 'csv' });
    expect(operation).toMatchObject({ status: 'failed', message: expect.stringContaining('email') });
    expect(await create({ email: 'free@example.org' })).toMatchObject({ status: 201 });
  });

  it('does not begin without a file, for no account, or with a file of another account', async () => {
    expect(await start('contact-import', { upload: randomUUID(), format: 'csv' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/upload' }] },
    });
    const upload = await uploaded('email');
    const other = await deploy.account();
    const target = (id: string) =>
      deploy.admin(`POST /admin/v1/accounts/${id}/operations/contact-import`, { body: { upload, format: 'csv' } });
    expect(await target(other.id)).toMatchObject({ status: 400 });
  });
});

describe('a bulk update', () => {
  beforeEach(async () => {
    await create({
      email: 'a@example.org',
      attributes: { firstName: 'A', score: 1 },
      brandIds: [idOf('Shoes')],
      publishBrandSubscribeEvents: false,
    });
    await create({ email: 'b@example.org', attributes: { score: 7 } });
  });

  it('sets and removes attributes of all contacts', async () => {
    const operation = await carriedOut('attribute-update', { attributes: { score: 7, firstName: null } });
    expect(operation).toMatchObject({ status: 'succeeded', done: 2, total: 2, counts: { changed: 1 } });
    expect((await contact('a@example.org')).attributes).toEqual({ score: 7 });
    expect((await contact('b@example.org')).attributes).toEqual({ score: 7 });
  });

  it('is for those alone that are selected', async () => {
    await carriedOut('attribute-update', { contacts: { brandId: idOf('Shoes') }, attributes: { vip: true } });
    await carriedOut('attribute-update', {
      contacts: { emailMd5s: [md5('b@example.org')] },
      attributes: { vip: false },
    });
    expect((await contact('a@example.org')).attributes.vip).toBe(true);
    expect((await contact('b@example.org')).attributes.vip).toBe(false);
  });

  it('disables contacts, and tells of each once', async () => {
    await deploy.call(`POST /deploy/v1/contacts/${md5('b@example.org')}/disable`, { key: account.key });
    expect(await carriedOut('contact-disable', { contacts: {} })).toMatchObject({
      status: 'succeeded',
      counts: { changed: 1 },
    });
    expect((await contact('a@example.org')).enabled).toBe(false);
    expect(await eventsOf('a@example.org')).toHaveLength(1);
    expect(await eventsOf('b@example.org')).toHaveLength(1);
  });

  it.each([
    ['attribute-update', '/attributes/unknown', { attributes: { unknown: 1 } }],
    ['attribute-update', '/attributes/brand', { attributes: { brand: null } }],
    ['attribute-update', '/contacts/brandId', { contacts: { brandId: randomUUID() }, attributes: {} }],
    ['attribute-update', '/contacts/emailMd5s/0', { contacts: { emailMd5s: ['x'] }, attributes: {} }],
    ['attribute-update', '/contacts', { contacts: null, attributes: {} }],
    ['contact-disable', '/contacts', { contacts: null }],
    ['contact-disable', '/contacts', {}],
    ['schema-change', '/add/0/name', { add: [{ name: 'score', type: 'number' }] }],
    ['schema-change', '/remove/0', { remove: ['unknown'] }],
  ])('%s is refused at %s', async (kind, pointer, body) => {
    expect(await start(kind, body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    expect(await create({ email: 'free@example.org' })).toMatchObject({ status: 201 });
  });
});

describe('a schema change', () => {
  it('adds attributes, and takes others away with their values', async () => {
    await create({ email: 'a@example.org', attributes: { firstName: 'A', score: 1 } });
    const change = { add: [{ name: 'city', type: 'string', description: 'Where' }], remove: ['score', 'vip'] };
    expect(await carriedOut('schema-change', change)).toMatchObject({ status: 'succeeded', counts: { changed: 1 } });
    const { attributes } = (await deploy.call('GET /deploy/v1/contact-schema', { key: account.key })).body;
    expect(attributes.map(({ name }: { name: string }) => name)).toEqual([
      'Email',
      'Brand',
      'firstName',
      'tags',
      'city',
    ]);
    expect((await contact('a@example.org')).attributes).toEqual({ firstName: 'A' });
    const [{ attributes: stored }] = await deploy.db.query('SELECT attributes FROM contact WHERE account_id = $1', [
      account.id,
    ]);
    expect(stored).toEqual({ firstName: 'A' });
  });
});

describe('an operation', () => {
  beforeEach(stopWorker);

  it('is alone in its account, and keeps mutations out until it is cancelled', async () => {
    const { body } = await start('contact-disable', { contacts: {} });
    expect(await start('contact-disable', { contacts: {} })).toMatchObject({
      status: 409,
      body: { code: 'operation_in_progress' },
    });
    expect(await create({ email: 'a@example.org' })).toMatchObject({ status: 409 });
    const cancel = () => deploy.admin(`POST /admin/v1/operations/${body.id}/cancel`);
    expect(await cancel()).toMatchObject({
      status: 200,
      body: { status: 'cancelled', finishedAt: expect.any(String) },
    });
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'conflict_error' } });
    expect(await create({ email: 'a@example.org' })).toMatchObject({ status: 201 });
    const list = (await deploy.admin(`GET /admin/v1/accounts/${account.id}/operations`)).body.operations;
    expect(list).toEqual([expect.objectContaining({ id: body.id, status: 'cancelled' })]);
  });

  it('begins for one of ten that are started at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => start('contact-disable', { contacts: {} })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  it('that fails again and again is given up', async () => {
    await create({ email: 'a@example.org' });
    await deploy.db.query(`ALTER TABLE contact ADD CONSTRAINT never_disabled CHECK (enabled) NOT VALID`);
    try {
      const { body } = await start('contact-disable', { contacts: {} });
      await deploy.db.query('UPDATE operation SET tries = 11 WHERE id = $1', [body.id]);
      worker = await deploy.startWorker();
      const operation = await ended(body.id);
      expect(operation).toMatchObject({ status: 'failed', message: expect.any(String) });
      expect(await create({ email: 'b@example.org' })).toMatchObject({ status: 201 });
    } finally {
      await deploy.db.query('ALTER TABLE contact DROP CONSTRAINT never_disabled');
    }
  });

  it('is nobody’s without an admin token, and 404 where there is none', async () => {
    expect(await deploy.call(`GET /admin/v1/operations/${randomUUID()}`, { key: account.key })).toMatchObject({
      status: 401,
    });
    expect(await deploy.admin(`GET /admin/v1/operations/${randomUUID()}`)).toMatchObject({ status: 404 });
    const nobody = `/admin/v1/accounts/${randomUUID()}`;
    expect(await deploy.admin(`POST ${nobody}/operations/contact-disable`, { body: { contacts: {} } })).toMatchObject({
      status: 404,
    });
    expect(await deploy.admin(`POST ${nobody}/contact-uploads`)).toMatchObject({ status: 404 });
    expect(await deploy.admin(`GET ${nobody}/operations`)).toMatchObject({ status: 404 });
  });
});
