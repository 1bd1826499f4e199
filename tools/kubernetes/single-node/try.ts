/**
 * What `single-node.sh try` does inside the node's network: the demo's main job as README.md of k8s/ says to reach it, then a change under load: what follows is given to kubectl, by default a
 * restart of every Deployment. Ends with 1 when a single request of the load failed.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../demo/client.ts';
import { collectStory, downloadStory } from '../../demo/collect-story.ts';
import { importStory } from '../../demo/import-story.ts';
import { mailerStory } from '../../demo/mailer-story.ts';
import type { Profile, Provisioned } from '../../demo/profile.ts';
import { credentialsOf } from '../../demo/provision.ts';
import { subscribeStory } from '../../demo/subscribe-story.ts';
import { Load } from './load.ts';

const run = promisify(execFile);
const env = (name: string) => process.env[name] ?? '';

const system = {
  baseUrl: 'http://127.0.0.1:8080',
  collectUrl: 'http://127.0.0.1:8081',
  mailerUrl: 'http://127.0.0.1:8082',
  storageUrl: 'http://127.0.0.1:9000',
  doors: {},
  amqpUrl: env('AMQP_URL'),
  admin: {
    deploy: env('DEPLOY_ADMIN'),
    optout: env('OPTOUT_ADMIN'),
    collect: env('COLLECT_ADMIN'),
    mailer: env('MAILER_ADMIN'),
    token: env('ADMIN_TOKEN'),
  },
};

async function provisioned(): Promise<Provisioned> {
  // Secrets are told once: the node keeps them for the next time.
  const [profile, out] = [join(env('NODE'), 'profile.json'), join(env('NODE'), 'applied.json')];
  writeFileSync(profile, JSON.stringify(system), { mode: 0o600 });
  await run('bin/heed', ['--profile', profile, 'apply', '-f', 'examples/demo.yaml', '--out', out]);
  return JSON.parse(readFileSync(out, 'utf8'));
}

await until('The forwarded ports', 30, () =>
  fetch(system.storageUrl).then(
    () => true,
    () => undefined,
  ),
);
const profile: Profile = { runtime: 'native', ...system, state: await provisioned() };
const credentials = credentialsOf(profile.state!);
const contact = await subscribeStory(profile, credentials);
await importStory(profile, credentials);
await downloadStory(profile, credentials, await collectStory(profile, credentials));
await mailerStory(profile, credentials);

// Past the forwarded ports, which lead to one pod: by the Service.
const load = new Load();
load.start(`http://${env('GATEWAY')}`, credentials, profile.state!, contact.emailMd5);
const [kubectl = '', ...options] = env('KUBECTL').split(' ');
await load.untilAnswered(500);
const before = load.answered;
const change = process.argv.length > 2 ? process.argv.slice(2) : ['rollout', 'restart', 'deployment'];
await run(kubectl, [...options, ...change]);
await run(kubectl, [...options, 'rollout', 'status', 'deployment', '--timeout=500s']);
// A rollout is through when the new pods are ready; the old ones have their last words after it.
await until('The end of the old pods', 120, async () => {
  const { stdout } = await run(kubectl, [
    ...options,
    'get',
    'pods',
    '-o',
    'jsonpath={.items[*].metadata.deletionTimestamp}',
  ]);
  return stdout.trim() === '' || undefined;
});
const during = load.answered - before;
await load.untilAnswered(load.answered + 500);
await load.stop();
console.log(
  `\nkubectl ${change.join(' ')}: ${during} requests were answered meanwhile, ${load.failures.length} failed`,
);
for (const failure of load.failures.slice(0, 20)) console.log(`  ${failure}`);
process.exit(load.failures.length === 0 ? 0 : 1);
