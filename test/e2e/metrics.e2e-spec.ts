/** What operators are told of the main job. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';
import { metricsOf } from './support/metrics.js';
import { upload, uploadEnded } from './support/uploads.js';

let heed: Installation;
beforeAll(async () => {
  heed = await installation();
});

const sum = async (doors: string[], name: string, labels: Record<string, string> = {}) => {
  const figures = (await Promise.all(doors.map((door) => metricsOf(heed.doors[door]!)))).flat();
  return figures
    .filter(
      (figure) => figure.name === name && Object.entries(labels).every(([key, value]) => figure.labels[key] === value),
    )
    .reduce((total, { value }) => total + value, 0);
};
const optoutWorkers = ['optout-worker-1', 'optout-worker-2'];

describe('metrics', () => {
  it('follow an opt-out from its acceptance to its list', async () => {
    const accepted = () => sum(['collect'], 'heed_collect_accepted_total', { via: 'api' });
    const applied = () =>
      sum(optoutWorkers, 'heed_consumer_messages_total', { queue: 'optout.collected', outcome: 'handled' });
    const [acceptedBefore, appliedBefore] = [await accepted(), await applied()];
    const optoutListId = heed.listId('Metrics');
    const { status } = await send('POST', `${heed.collectUrl}/client-optout/collect`, {
      token: heed.token('operations'),
      body: { optoutListId, email: 'metrics@example.org' },
    });
    expect(status).toBe(202);
    expect(await accepted()).toBe(acceptedBefore + 1);
    await eventually(async () => (await applied()) > appliedBefore);
    expect(await sum(optoutWorkers, 'heed_event_lag_seconds_count', { queue: 'optout.collected' })).toBeGreaterThan(0);
  });

  it('tell how many lines and bytes were imported', async () => {
    const lines = () => sum(optoutWorkers, 'heed_import_lines_total');
    const bytes = () => sum(optoutWorkers, 'heed_import_bytes_total');
    const before = [await lines(), await bytes()] as const;
    const file = 'm1@example.org\nm2@example.org\n';
    const reference = await upload(heed, 'Metrics', Buffer.from(file));
    await uploadEnded(heed, reference);
    expect(await lines()).toBeGreaterThanOrEqual(before[0] + 2);
    expect(await bytes()).toBeGreaterThanOrEqual(before[1] + file.length);
  });

  it('hold nothing of a person, a client or a credential', async () => {
    await send('GET', `${heed.baseUrl}/deploy/v1/contacts/0123456789abcdef0123456789abcdef`);
    await send('GET', `${heed.mailerUrl}/accesskey/getfile/${heed.mailer.key}?token=x&dcma=y`);
    for (const [name, door] of Object.entries(heed.doors)) {
      const figures = await metricsOf(door);
      expect([name, figures.length > 0]).toEqual([name, true]);
      const values = figures.flatMap(({ labels }) => Object.values(labels));
      expect(values.filter((value) => /@|[0-9a-f]{16}|hd_|m-[a-z]{4}-/i.test(value))).toEqual([]);
    }
  });

  it('of workers tell of outbox, queues, dead letters and the pool', async () => {
    for (const worker of ['deploy-worker', ...optoutWorkers, 'collect-worker', 'mailer-worker']) {
      const names = new Set((await metricsOf(heed.doors[worker]!)).map(({ name }) => name));
      for (const name of [
        'heed_outbox_events',
        'heed_outbox_oldest_seconds',
        'heed_queue_messages',
        'heed_dead_letters',
        'heed_database_pool_connections',
        'process_cpu_seconds_total',
      ])
        expect([worker, name, names.has(name)]).toEqual([worker, name, true]);
    }
  });

  it('have every figure that dashboard and alerts ask for, and each alert tells what to do', async () => {
    const texts = await Promise.all(
      Object.values(heed.doors).map(async (door) => (await fetch(`${door}/metrics`)).text()),
    );
    const known = new Set(texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)));
    const [dashboard, alerts, manual] = [
      'monitoring/dashboard.json',
      'monitoring/alerts.yml',
      'docs/operations.md',
    ].map((file) => readFileSync(file, 'utf8')) as [string, string, string];
    const named = manual.match(/(?<=`)(?:heed|process)_[a-z_]+/g) ?? [];
    const asked = `${dashboard}\n${alerts}\n${named.join('\n')}`.match(/\b(?:heed|process)_[a-z_]+/g) ?? [];
    const names = asked.map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    for (const [, alert] of alerts.matchAll(/- alert: (\w+)/g)) {
      expect(manual).toContain(`### ${alert}\n`);
      expect(alerts).toContain(`docs/operations.md#${alert!.toLowerCase()}`);
    }
  });
});
