import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { type MailerService, mailerService, mailerUrl } from '../testing/mailer-service.js';
import { aFile } from '../testing/opt-out-service.js';

const plainList = 'a3f29c0d4be81755';
const sha512List = 'b3f29c0d4be81755';
const goneList = 'c3f29c0d4be81755';
const unknownList = 'd3f29c0d4be81755';

/** What mailers' programs see of prepare and getfile. */
describe('mailer delivery', () => {
  let mailer: MailerService;
  /** Query and path by mailer and campaign. */
  let tokens: Record<string, string>;
  let keys: Record<string, string>;

  beforeAll(async () => {
    mailer = await mailerService({ replicas: 2 });
    await mailer.list(plainList);
    await mailer.list(sha512List, { storage: 'sha512' });
    await mailer.list(goneList, { deleted: true });
    const { body } = await mailer.apply({
      campaigns: [
        { name: 'Spring', optoutListId: plainList, format: 'md5' },
        { name: 'Vault', optoutListId: sha512List, format: 'sha512' },
        { name: 'Over', optoutListId: plainList, format: 'md5', enabled: false },
        { name: 'Gone', optoutListId: goneList, format: 'md5' },
        { name: 'Unknown', optoutListId: unknownList, format: 'md5' },
      ],
      mailers: [
        {
          name: 'Fast',
          tokens: [{ name: 'main' }, { name: 'old', revoked: true }],
          access: [
            { campaign: 'Spring', md5: true, deltas: true },
            { campaign: 'Vault', md5: true },
            ...['Over', 'Gone', 'Unknown'].map((campaign) => ({ campaign, md5: true })),
          ],
        },
        { name: 'Plain', tokens: [{ name: 'main' }], access: [{ campaign: 'Spring', plain: true }] },
      ],
    });
    const [fast, plain] = body.state.mailers;
    tokens = { fast: fast.tokens[0].token, plain: plain.tokens[0].token };
    keys = Object.fromEntries(fast.access.map(({ campaign, key }: Record<string, string>) => [campaign, key]));
    keys.PlainSpring = plain.access[0].key;
  });
  afterAll(() => mailer.close());
  beforeEach(async () => {
    await mailer.storage.put(aFile.objectKey, [Buffer.from('a zip')], { contentType: 'application/zip' });
    mailer.optOuts.answering = () => aFile;
    mailer.optOuts.requests.length = 0;
  });

  const prepare = (campaign: string, query: Record<string, string> = {}, token = tokens.fast) =>
    mailer.request(
      'GET',
      `/accesskey/download/${keys[campaign] ?? campaign}?${new URLSearchParams({ token: token!, ...query })}`,
    );
  const pathOf = (link: string) => link.replace(mailerUrl, '');
  const getfile = (link: string) => mailer.request('GET', pathOf(link));

  describe('prepare', () => {
    it('answers compact JSON, result first, when the file is ready', async () => {
      const { status, headers, text, body } = await prepare('Spring');
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^application\/json\b/);
      expect(headers['cache-control']).toBe('no-store');
      expect(text).toBe(
        `{"result":"success","format":"md5","campaign_name":"Spring","download_link":"${body.download_link}"}`,
      );
      const link = new URL(body.download_link);
      expect(link.origin + link.pathname).toBe(`${mailerUrl}/accesskey/getfile/${keys.Spring}`);
      expect(Object.fromEntries(link.searchParams)).toEqual({ token: tokens.fast, dcma: expect.any(String) });
      expect(keys.Spring).toMatch(/^m-[a-z]{4}-[a-z]\d{2}-[0-9a-f]{32}$/);
    });

    it('takes POST as well, whatever its body, and not HEAD or PUT', async () => {
      const path = `/accesskey/download/${keys.Spring}?token=${tokens.fast}`;
      expect((await mailer.request('POST', path)).body.result).toBe('success');
      expect((await mailer.request('POST', path, { body: { format: 'plain' } })).body.format).toBe('md5');
      const put = await mailer.request('PUT', path);
      expect(put.status).toBe(405);
      expect(put.body).toMatchObject({ error_code: 'method_not_allowed', error: 'Method not allowed' });
      const head = await mailer.request('HEAD', path);
      expect(head.status).toBe(405);
      expect([put.headers.allow, head.headers.allow]).toEqual(['GET, POST', 'GET, POST']);
    });

    it('counts a failure by what it is, whatever status it is answered with', async () => {
      expect((await mailer.request('GET', `/accesskey/download/${keys.Spring}?token=wrong`)).status).toBe(200);
      const { text } = await mailer.request('GET', '/metrics');
      expect(text).toMatch(/seconds_count\{.*route="\/accesskey\/download\/:key",status="401"\} [1-9]/);
    });

    it('ignores parameters that it does not know, and takes the last of a repeated one', async () => {
      const path = `/accesskey/download/${keys.Spring}?utm=x&utm=y&format=rot13&token=wrong&format=md5&token=${tokens.fast}`;
      expect((await mailer.request('GET', path)).body).toMatchObject({ result: 'success', format: 'md5' });
    });

    it.each([
      ['Spring', { token: 'nonsense' }, 'invalid_token'],
      ['Spring', { token: 'hd_mlr_0123456789abcdef_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }, 'invalid_token'],
      ['m-aaaa-a00-00000000000000000000000000000000', {}, 'invalid_access_key'],
      ['PlainSpring', {}, 'invalid_access_key'],
      ['Spring', { format: 'rot13' }, 'invalid_format'],
      ['Spring', { format: 'sha512' }, 'invalid_format'],
      ['Vault', { format: 'md5' }, 'invalid_format'],
      ['Spring', { deltas: 'yes' }, 'invalid_deltas'],
      ['Spring', { deltas: '1', delta_timestamp: 'yesterday' }, 'invalid_delta_timestamp'],
      ['Spring', { deltas: '1', delta_timestamp: '-1' }, 'invalid_delta_timestamp'],
      ['Over', {}, 'campaign_disabled'],
      ['Gone', {}, 'campaign_disabled'],
      ['Unknown', {}, 'server_error'],
      ['Vault', { deltas: '1' }, 'deltas_not_allowed'],
      ['Spring', { format: 'plain' }, 'plain_not_allowed'],
    ])('%s %j is refused: %s, with 200', async (campaign, query, code) => {
      const { status, text, body } = await prepare(campaign, query as Record<string, string>);
      expect(status).toBe(200);
      expect(text.startsWith(`{"result":"error","error_code":"${code}","error":"`)).toBe(true);
      expect(Object.keys(body)).toEqual(['result', 'error_code', 'error', 'help']);
      expect(mailer.optOuts.requests).toEqual([]);
    });

    it('says the sentences that clients match', async () => {
      expect((await prepare('Spring', { format: 'plain' })).body.error).toBe(
        'You do not have access to plain text downloads',
      );
      const { body } = await mailer.request('GET', `/accesskey/download/${keys.PlainSpring}?token=${tokens.plain}`);
      expect(body).toMatchObject({
        error_code: 'md5_not_allowed',
        error: 'You do not have access to MD5 downloads',
      });
    });

    it('tells what the opt-out service refused', async () => {
      mailer.optOuts.answering = () => ({ status: 'failed', errorCode: 'plain_not_allowed', help: 'known by hash' });
      expect((await prepare('Spring')).body).toEqual({
        result: 'error',
        error_code: 'plain_not_allowed',
        error: 'You do not have access to plain text downloads',
        help: 'known by hash',
      });
      mailer.optOuts.answering = () => ({ status: 'failed', errorCode: 'download_failed' });
      expect((await prepare('Spring')).body).toMatchObject({ error_code: 'download_failed' });
    });

    it('lets three wait for one IP address, over all replicas, and gives the places back', async () => {
      mailer.optOuts.answering = () => undefined;
      const path = `/accesskey/download/${keys.Spring}?token=${tokens.fast}`;
      const waiting = [0, 1, 0].map((replica) => mailer.request('GET', path, { ip: '203.0.113.7', replica }));
      await eventually(() => expect(mailer.optOuts.requests).toHaveLength(3));
      for (const replica of [0, 1]) {
        const refused = await mailer.request('GET', path, { ip: '203.0.113.7', replica });
        expect(refused).toMatchObject({ status: 200, body: { error_code: 'too_many_requests' } });
      }
      const elsewhere = mailer.request('GET', path, { ip: '2001:db8::7' });
      await eventually(() => expect(mailer.optOuts.requests).toHaveLength(4));
      // A replica that died with its places: their leases end.
      await mailer.database.query(
        `UPDATE prepare_place SET held_until = now() - interval '1 second' WHERE ip = '203.0.113.7'`,
      );
      const after = mailer.request('GET', path, { ip: '203.0.113.7' });
      await eventually(() => expect(mailer.optOuts.requests).toHaveLength(5));
      await mailer.database.query(`UPDATE preparation SET status = 'ready' WHERE status = 'preparing'`);
      for (const answer of await Promise.all([...waiting, elsewhere, after]))
        expect(answer.body.result).toBe('success');
      expect(await mailer.database.query(`SELECT * FROM prepare_place`)).toEqual([]);
    });
  });

  describe('deltas', () => {
    it('begin where the last file ended that was fetched, not where one ended that was only prepared', async () => {
      const deltas = { deltas: '1' };
      expect((await prepare('Spring', deltas)).body.result).toBe('success');
      expect(mailer.optOuts.requests.at(-1)).not.toHaveProperty('since');

      const first = (await prepare('Spring')).body.download_link;
      expect((await mailer.request('HEAD', pathOf(first))).status).toBe(302);
      await prepare('Spring', deltas);
      expect(mailer.optOuts.requests.at(-1)).not.toHaveProperty('since');

      expect((await getfile(first)).status).toBe(302);
      mailer.optOuts.answering = () => ({ ...aFile, watermark: '2026-11-21T11:00:00.000002Z' });
      const second = (await prepare('Spring', deltas)).body.download_link;
      expect(mailer.optOuts.requests.at(-1)).toMatchObject({ since: aFile.watermark });
      await prepare('Spring', deltas);
      expect(mailer.optOuts.requests.at(-1)).toMatchObject({ since: aFile.watermark });
      await getfile(second);
      await prepare('Spring', deltas);
      expect(mailer.optOuts.requests.at(-1)).toMatchObject({ since: '2026-11-21T11:00:00.000002Z' });
    });

    it('begin where they did for a client that is gone before the answer that leads to the file', async () => {
      const [url] = await mailer.listening();
      await mailer.database.query('UPDATE access_key SET fetched_watermark = NULL');
      const link = (await prepare('Spring')).body.download_link;
      const lock = mailer.database.createQueryRunner();
      await lock.startTransaction();
      await lock.query('SELECT FROM access_key WHERE key = $1 FOR SHARE', [keys.Spring]);
      const waiting = () =>
        mailer.database.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE access_key%'
                               AND datname = current_database()`);
      const gone = new AbortController();
      const answer = fetch(url + pathOf(link), { redirect: 'manual', signal: gone.signal });
      await eventually(async () => expect(await waiting()).toHaveLength(1));
      gone.abort();
      await expect(answer).rejects.toThrow('aborted');
      await lock.commitTransaction();
      await lock.release();
      await eventually(async () => expect(await waiting()).toHaveLength(0));
      expect(await mark()).toBeNull();
    });

    it('begin where they did for a client whose link leads to nothing, as the file is lost', async () => {
      await mailer.database.query('UPDATE access_key SET fetched_watermark = NULL');
      const link = (await prepare('Spring')).body.download_link;
      await mailer.storage.remove(aFile.objectKey);
      expect(await getfile(link)).toMatchObject({ status: 404, body: { error_code: 'download_not_prepared' } });
      expect(await mark()).toBeNull();
    });

    const mark = async () => {
      const [{ mark }] = await mailer.database.query(
        `SELECT to_char(fetched_watermark AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS mark FROM access_key WHERE key = $1`,
        [keys.Spring],
      );
      return mark;
    };

    it('hold what came in at a given second or later', async () => {
      await prepare('Spring', { deltas: '1', delta_timestamp: '1795258800' });
      expect(mailer.optOuts.requests.at(-1)).toMatchObject({ since: '2026-11-21T10:59:59.999999Z' });
    });
  });

  describe('getfile', () => {
    it('leads to a signed URL, as often as one likes', async () => {
      const link = (await prepare('Spring')).body.download_link;
      for (let time = 0; time < 2; time++) {
        const { status, headers, text } = await getfile(link);
        expect(status).toBe(302);
        expect(headers['content-type']).toMatch(/^text\/html\b/);
        expect(headers['cache-control']).toBe('no-store');
        expect(text).toContain(`href="${String(headers.location).replaceAll('&', '&#38;')}"`);
        const file = await fetch(String(headers.location));
        expect(await file.text()).toBe('a zip');
        expect(file.headers.get('content-type')).toBe('application/zip');
        expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${aFile.fileName}"`);
      }
    });

    it('refuses foreign and broken links in words', async () => {
      const link = new URL((await prepare('Spring')).body.download_link);
      const own = (
        await mailer.request('GET', `/accesskey/download/${keys.PlainSpring}?token=${tokens.plain}&format=plain`)
      ).body;
      const dcma = (url: URL) => url.searchParams.get('dcma') ?? '';
      const attempt = async (key: string | undefined, query: Record<string, string | undefined>) => {
        const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
        const { status, body } = await mailer.request('GET', `/accesskey/getfile/${key}?${new URLSearchParams(given)}`);
        return [status, body?.error_code];
      };
      const mine = { token: tokens.fast, dcma: dcma(link) };
      expect(await attempt(keys.Spring, { ...mine, token: 'nonsense' })).toEqual([401, 'invalid_token']);
      expect(await attempt(keys.Spring, { dcma: mine.dcma })).toEqual([401, 'invalid_token']);
      expect(await attempt(keys.Spring, { ...mine, token: tokens.plain })).toEqual([404, 'invalid_access_key']);
      expect(await attempt('nothing', mine)).toEqual([404, 'invalid_access_key']);
      expect(await attempt(keys.Spring, { ...mine, dcma: 'nonsense' })).toEqual([404, 'invalid_dcma']);
      expect(await attempt(keys.Spring, { token: tokens.fast })).toEqual([404, 'invalid_dcma']);
      expect(await attempt(keys.Spring, { ...mine, dcma: dcma(new URL(own.download_link)) })).toEqual([
        404,
        'invalid_dcma',
      ]);
      expect(await attempt(keys.Vault, mine)).toEqual([404, 'download_not_prepared']);
      expect(await attempt(keys.PlainSpring, { token: tokens.plain, dcma: mine.dcma })).toEqual([404, 'invalid_dcma']);
    });

    it('says that a list is not prepared, byte for byte', async () => {
      const { text } = await mailer.request('GET', `/accesskey/getfile/${keys.Vault}?token=${tokens.fast}&dcma=x`);
      expect(
        text.startsWith(
          '{"result":"error","error_code":"download_not_prepared","error":"This list has not been prepared for download.","help":"',
        ),
      ).toBe(true);
    });

    it('ends with its link, and with the token', async () => {
      const link = (await prepare('Spring')).body.download_link;
      await mailer.database.query(`UPDATE preparation SET link_expires_at = now()`);
      expect(await getfile(link)).toMatchObject({ status: 404, body: { error_code: 'download_not_prepared' } });
    });
  });

  it('answers prepare with 200 also where its address is escaped', async () => {
    const { status, body } = await mailer.request('GET', `/accesskey/%64ownload/${keys.Spring}?token=wrong`);
    expect({ status, code: body.error_code }).toEqual({ status: 200, code: 'invalid_token' });
  });

  it('has one body for addresses that there are not', async () => {
    for (const path of ['/', '/accesskey', '/accesskey/download/', '/accesskey/getfile', '/nothing']) {
      const { status, body } = await mailer.request('GET', path);
      expect([status, body.error_code]).toEqual([404, 'not_found']);
    }
    const deleted = await mailer.request('DELETE', `/accesskey/getfile/${keys.Spring}`);
    expect([deleted.status, deleted.body.error_code, deleted.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD',
    ]);
  });
});
