/** The Job of k8s/credentials against what stands in for the API server, and what it makes against what the pods ask for. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repository } from '../system/build.ts';
import { rendered } from './rendered.ts';

interface Secret {
  metadata: { name: string };
  stringData: Record<string, string>;
}

/** Runs the script once. @param answers status by the name of the Secret; the others are 201 */
async function make(answers: Record<string, number> = {}) {
  const posted: Secret[] = [];
  const requests = new Set<string>();
  const api = createServer(async (request, response) => {
    requests.add(`${request.method} ${request.url} ${request.headers.authorization}`);
    const secret = JSON.parse((await request.toArray()).join('')) as Secret;
    posted.push(secret);
    response.writeHead(answers[secret.metadata.name] ?? 201).end('{}');
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const account = mkdtempSync(join(tmpdir(), 'heed-account-'));
  writeFileSync(join(account, 'namespace'), 'heed');
  writeFileSync(join(account, 'token'), 'a-token\n');
  const program = join(repository, 'k8s/credentials/make-credentials.mjs');
  const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const script = spawn(process.execPath, [program, address, account], { stdio: 'ignore' });
  const [code] = await once(script, 'exit');
  api.close();
  return { code, posted, requests: [...requests] };
}

it('makes every Secret, with every key, that a pod asks for', async () => {
  const { code, posted, requests } = await make();
  expect([code, requests]).toEqual([0, ['POST /api/v1/namespaces/heed/secrets Bearer a-token']]);
  const made = Object.fromEntries(posted.map(({ metadata, stringData }) => [metadata.name, Object.keys(stringData)]));
  const pods = JSON.stringify(await rendered('k8s'));
  const asked = [
    ...[...pods.matchAll(/"secretKeyRef":\{"key":"([^"]+)","name":"([^"]+)"/g)].map(([, key, name]) => [name, key]),
    ...[...pods.matchAll(/"items":\[\{"key":"([^"]+)",[^\]]+\],"secretName":"([^"]+)"/g)].map(([, key, name]) => [
      name,
      key,
    ]),
    ...[...pods.matchAll(/"secretRef":\{"name":"([^"]+)"/g)].map(([, name]) => [name, undefined]),
  ] as [string, string | undefined][];
  expect(new Set(asked.map(([name]) => name))).toEqual(new Set(Object.keys(made)));
  for (const [name, key] of asked) expect(made[name]).toContain(key ?? made[name]![0]);
});

it('has other passwords each time, and leaves those that are in force', async () => {
  const [first, second] = [await make(), await make({ postgres: 409 })];
  expect(second.code).toBe(0);
  const passwords = [...first.posted, ...second.posted].flatMap(({ stringData }) =>
    Object.values(stringData).flatMap((value) => value.match(/[0-9a-f]{48}/g) ?? []),
  );
  // One is in a URL besides: of the four databases and the broker.
  expect(new Set(passwords).size).toBe(2 * 8);
});

it('fails, so that it is tried again, when the API refuses', async () => {
  expect((await make({ s3: 403 })).code).toBe(1);
});
