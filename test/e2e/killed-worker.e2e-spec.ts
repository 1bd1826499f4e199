/** Both workers that do the long work are killed in the middle of it, without a chance to tidy up; all comes out exact all the same. */
import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { Storage } from '#storage';
import { eventually, killDoor, startDoors } from '#testing';
import type { TestSystem } from '../../tools/checks/test-system.ts';
import { zipMembers } from '../../tools/demo/zip-members.js';
import { installation } from './support/installation.js';
import { metricsOf } from './support/metrics.js';
import { provision } from './support/provision.js';
import { upload, uploadEnded, uploadStatus } from './support/uploads.js';

// Long enough that no machine has imported it before the workers are killed.
const distinct = 3_000_000;
const repeated = 25_000;
const malformed = 1_000;

it('ends with exact counts after kill -9 in the middle of an import', async () => {
  const heed = await installation();
  const reference = await upload(heed, 'Killed', file());
  await eventually(async () => (await uploadStatus(heed, reference)).elapsedSeconds !== undefined, {
    timeoutMs: 30_000,
  });

  await Promise.all([killDoor('optout-worker-1'), killDoor('optout-worker-2')]);
  expect(await uploadStatus(heed, reference)).toMatchObject({ status: 'running' });
  await startDoors();

  expect(await uploadEnded(heed, reference)).toMatchObject({
    status: 'success',
    submittedCount: distinct + repeated + malformed,
    addedCount: distinct,
    malformedCount: malformed,
  });
}, 180_000);

it('gives back the whole of a mailing list after kill -9 in the middle of its cleansing, and keeps nothing of what was sent', async () => {
  const heed = await installation();
  const made = await provision(heed, {
    lists: [{ name: 'Cleansed', channel: 'email', storage: 'plain', suppressedDomains: ['rival.example'] }],
    campaigns: [{ name: 'Cleansed', list: 'Cleansed', format: 'md5' }],
    mailers: [{ name: 'Cleansed', tokens: [{ name: 'main' }], access: [{ campaign: 'Cleansed', md5: true }] }],
  });
  const lines = Array.from({ length: 2_000_000 }, (_, i) => `p${i}@${i % 100_000 === 7 ? 'rival' : 'shop'}.example\n`);
  const form = new FormData();
  form.set('file', new Blob([lines.join('')]), 'mailing.txt');
  const { key, token } = made.mailer('Cleansed');
  const answer = fetch(`${heed.mailerUrl}/accesskey/cleanse/${key}?token=${token}`, { method: 'POST', body: form });
  const cleansing = async (door: string) =>
    (await metricsOf(heed.doors[door]!)).some(
      ({ name, labels, value }) => name === 'heed_builds_running' && labels.kind === 'cleansing' && value > 0,
    );
  const workers = ['optout-worker-1', 'optout-worker-2'];
  await eventually(async () => (await Promise.all(workers.map(cleansing))).includes(true), { timeoutMs: 60_000 });
  await Promise.all(workers.map(killDoor));
  await startDoors();

  const { result, download_link: link } = (await (await answer).json()) as Record<string, string>;
  expect(result).toBe('success');
  const redirect = await eventually(
    async () => {
      const response = await fetch(link!, { redirect: 'manual' });
      expect(response.status).toBe(302);
      return response;
    },
    { timeoutMs: 60_000, everyMs: 200 },
  );
  const zip = await fetch(redirect.headers.get('location')!);
  const [cleansed, matches] = zipMembers(Buffer.from(await zip.arrayBuffer())).map(({ content }) => content.toString());
  expect(matches).toBe(lines.filter((line) => line.includes('rival')).join(''));
  expect(cleansed === lines.filter((line) => !line.includes('rival')).join('')).toBe(true);
  expect(await leftOfWhatWasSent()).toEqual([]);
}, 180_000);

async function leftOfWhatWasSent(): Promise<string[]> {
  const { s3 } = (JSON.parse(process.env.HEED_TEST_SYSTEM!) as TestSystem).foundation;
  const storage = new Storage({
    s3Endpoint: s3.endpoint,
    s3PublicUrl: s3.endpoint,
    s3Region: s3.region,
    s3Bucket: s3.bucket,
    s3AccessKey: s3.accessKey,
    s3SecretKey: s3.secretKey,
  });
  const keys: string[] = [];
  for await (const { key } of storage.list('cleanse/')) if (key.endsWith('/sent')) keys.push(key);
  return keys;
}

function file(): Buffer {
  const lines: string[] = [];
  for (let i = 0; i < distinct; i += 1) lines.push(createHash('md5').update(String(i)).digest('hex'));
  for (let i = 0; i < repeated; i += 1) lines.push(lines[i * 7]!);
  for (let i = 0; i < malformed; i += 1) lines.push('nobody@');
  return Buffer.from(lines.join('\n'));
}
