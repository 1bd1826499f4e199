/**
 * `npm run demo`: the whole of Heed on this machine, doing its main job in front of the reader. Starts what isn't running, leaves everything running, and can be run as often as one likes.
 *
 * HEED_RUNTIME=docker|native says how; unset, Docker is taken where an engine and Compose answer.
 */
import { collectStory, downloadStory } from './demo/collect-story.ts';
import { farewell } from './demo/farewell.ts';
import { importStory } from './demo/import-story.ts';
import { mailerStory } from './demo/mailer-story.ts';
import { writeProfile } from './demo/profile.ts';
import { credentialsOf, provision } from './demo/provision.ts';
import { chooseRuntime, startRuntime } from './demo/runtime.ts';
import { subscribeStory } from './demo/subscribe-story.ts';
import { bold, chapter, count, quote, say, seconds } from './demo/terminal.ts';

const steps: string[][] = [];

async function step<T>(title: string, work: () => Promise<T>, outcome: (result: T) => string): Promise<T> {
  chapter(title);
  const began = performance.now();
  const result = await work();
  steps.push([title, outcome(result), seconds(performance.now() - began)]);
  return result;
}

async function demo(): Promise<void> {
  say(bold('Heed keeps an organisation\'s word to people who said "stop".'));
  const runtime = await chooseRuntime();

  const system = await step(
    'Start the servers, the services and the gateway',
    () => startRuntime(runtime),
    () => (runtime === 'docker' ? 'with docker compose' : 'native processes on loopback'),
  );
  writeProfile({ runtime, ...system });

  const { state } = await step(
    'Tell it what to be: bin/heed apply -f examples/demo.yaml',
    async () => {
      const provisioned = await provision(runtime);
      quote(provisioned.lines);
      return provisioned;
    },
    ({ lines }) => lines.at(-1)!,
  );
  const profile = { runtime, ...system, state };
  writeProfile(profile);
  const credentials = credentialsOf(state);

  const contact = await step(
    'A contact subscribes to a brand, and an automation hears of it',
    () => subscribeStory(profile, credentials),
    ({ email }) => email,
  );
  await step(
    'Import a file of 200,000 opt-outs',
    () => importStory(profile, credentials),
    (sum) => sum,
  );
  const collected = await step(
    'Collect two opt-outs as they happen',
    () => collectStory(profile, credentials),
    () => 'an e-mail address and a phone number',
  );
  await step(
    'Download the list',
    () => downloadStory(profile, credentials, collected),
    (rows) => `${count(rows)} opt-outs`,
  );
  const link = await step(
    'A mailer fetches its suppression file',
    () => mailerStory(profile, credentials),
    () => 'a ZIP of MD5',
  );

  farewell(steps, profile, credentials, { emailMd5: contact.emailMd5, link });
}

try {
  await demo();
} catch (error) {
  say();
  console.error((error as Error).message);
  console.error('What runs: npm run status. What it says: npm run logs. Start afresh: npm run clean && npm run demo');
  // Other doors may still be starting; they are left to it.
  process.exit(1);
}
