/** What `kubectl apply -k` would apply: known to the API, and safe in the ways that nobody should have to look for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { repository } from '../system/build.ts';
import { services } from '../system/doors.ts';
import { workerMemory } from '../system/worker-memory.ts';
import { apiSchemas } from './api-schemas.ts';
import { type Manifest, rendered } from './rendered.ts';

const text = (path: string) => readFileSync(join(repository, path), 'utf8');
const { version } = JSON.parse(text('package.json'));
const { serviceQueues } = await import('#contracts');

/** Names of settings by the services that know them. */
const knownSettings = (service: string) =>
  text('docs/configuration.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, , , , who = '']) => who === 'all' || who.split(', ').includes(service))
    .map(([, name = '']) => name.replaceAll('`', ''));

const isPodOwner = ({ kind }: Manifest) => ['Deployment', 'StatefulSet', 'Job'].includes(kind);
const podOf = (manifest: Manifest) => manifest.spec.template.spec;
const containersOf = (manifest: Manifest) => [...(podOf(manifest).initContainers ?? []), ...podOf(manifest).containers];
const serviceOf = ({ metadata }: Manifest) =>
  services.find((service) => metadata.labels?.['app.kubernetes.io/name'] === service);
const secretsOf = (manifest: Manifest) => [...JSON.stringify(podOf(manifest)).matchAll(/"secretName":"([^"]+)"/g)];

const folders = [
  'k8s',
  'tools/kubernetes/with-backup',
  'k8s/overlays/production',
  'k8s/overlays/production-private-ca',
];

describe.each(folders)('%s', (folder) => {
  const bringsServers = !folder.startsWith('k8s/overlays');
  let all: Manifest[];
  beforeAll(async () => {
    all = await rendered(folder);
  });
  const podOwners = () => all.filter(isPodOwner);
  const ours = () => podOwners().filter(serviceOf);
  const one = (kind: string, name: string) =>
    all.find((manifest) => manifest.kind === kind && manifest.metadata.name.startsWith(name))!;

  it('is what the API knows, or an operator', async () => {
    const faultsOf = await apiSchemas();
    const outcomes = all.map((manifest) => ({
      what: `${manifest.kind} ${manifest.metadata.name}`,
      group: manifest.apiVersion,
      faults: faultsOf(manifest),
    }));
    expect(outcomes.filter(({ faults }) => faults !== 'unknown' && faults.length > 0)).toEqual([]);
    const others = new Set(outcomes.filter(({ faults }) => faults === 'unknown').map(({ group }) => group));
    const operators = ['postgresql.cnpg.io/v1', 'rabbitmq.com/v1beta1', 'keda.sh/v1alpha1'];
    expect([...others].sort()).toEqual(bringsServers ? [] : operators.sort());
  });

  it('has every door and the migration of each service, all in one namespace', () => {
    const names = ours().map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.sort()).toEqual(
      services
        .flatMap((service) => [
          `Deployment ${service}-http`,
          `Deployment ${service}-worker`,
          `Job ${service}-migrate-${version.replaceAll('.', '-')}`,
        ])
        .sort(),
    );
    const namespaces = new Set(
      all.filter(({ kind }) => kind !== 'Namespace').map(({ metadata }) => metadata.namespace),
    );
    expect([...namespaces]).toEqual(['heed']);
  });

  it('runs images of one version, each by a tag, and the servers of docker-compose.yml', () => {
    const images = podOwners().flatMap((manifest) => containersOf(manifest).map(({ image }) => image as string));
    for (const image of images) expect(image).toMatch(/:[\w.-]+$/);
    const heed = images.filter((image) => /(^|\/)heed(-storage)?:/.test(image));
    expect(new Set(heed.map((image) => image.split(':').at(-1)))).toEqual(new Set([version]));
    const inCompose = [...text('docker-compose.yml').matchAll(/^ +image: (.+)$/gm)].map(([, image]) => image);
    expect(inCompose).toEqual(expect.arrayContaining(images.filter((image) => !heed.includes(image))));
  });

  it('passes the Pod Security Standard "restricted", with a read-only root besides', () => {
    for (const manifest of podOwners()) {
      const { securityContext, volumes = [], hostNetwork, hostPID, hostIPC } = podOf(manifest);
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(securityContext.runAsUser).toBeGreaterThan(0);
      expect([hostNetwork, hostPID, hostIPC]).toEqual([undefined, undefined, undefined]);
      // Nobody talks to the API but who makes the credentials.
      expect(podOf(manifest).automountServiceAccountToken).toBe(manifest.metadata.name.startsWith('credentials'));
      for (const volume of volumes)
        expect(['configMap', 'secret', 'emptyDir', 'persistentVolumeClaim']).toContain(
          Object.keys(volume).find((key) => key !== 'name'),
        );
      for (const container of containersOf(manifest))
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });

  it('says of every container what it needs and how much memory it may take', () => {
    for (const { resources } of podOwners().flatMap(containersOf)) {
      expect(resources.requests).toMatchObject({ cpu: expect.anything(), memory: expect.anything() });
      expect(resources.limits).toMatchObject({ memory: expect.anything() });
    }
  });

  it('gives each service its own database alone', () => {
    for (const manifest of ours())
      expect(secretsOf(manifest).map(([, name]) => name)).toEqual([`${serviceOf(manifest)}-postgres-app`]);
    const whole = JSON.stringify(ours());
    expect(whole).not.toContain('POSTGRES_PASSWORD');
  });

  it('sets only settings that some service knows', () => {
    const settings = Object.keys(one('ConfigMap', 'heed').data);
    const known = new Set(services.flatMap(knownSettings));
    expect(settings.filter((name) => !known.has(name))).toEqual([]);
    for (const manifest of ours()) {
      const names = containersOf(manifest).flatMap(({ env = [] }) => env.map(({ name }: { name: string }) => name));
      const mine = knownSettings(serviceOf(manifest)!);
      const foreign = names.filter((name) => name.startsWith('HEED_') && !mine.includes(name.replace(/_FILE$/, '')));
      expect(foreign).toEqual([]);
    }
  });

  it('keeps credentials of the storage from the service that has no use for them', () => {
    for (const manifest of ours().filter(({ kind }) => kind === 'Deployment')) {
      const { envFrom } = podOf(manifest).containers[0];
      const storage = envFrom.some(({ secretRef }: { secretRef?: { name: string } }) =>
        /^s3/.test(secretRef?.name ?? ''),
      );
      expect([serviceOf(manifest), storage]).toEqual([
        serviceOf(manifest),
        knownSettings(serviceOf(manifest)!).includes('HEED_S3_SECRET_KEY'),
      ]);
    }
  });

  it('leaves time for preStop and for the work in hand before a process is killed', () => {
    const shutdown = Number(one('ConfigMap', 'heed').data.HEED_SHUTDOWN_TIMEOUT.replace(/s$/, ''));
    for (const manifest of ours().filter(({ kind }) => kind === 'Deployment')) {
      const { terminationGracePeriodSeconds, containers } = podOf(manifest);
      const preStop = containers[0].lifecycle?.preStop.sleep.seconds ?? 0;
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(preStop + shutdown + 5);
    }
  });

  it('runs the workers that import with the memory settings of every other way to run them', () => {
    const { env } = podOf(one('Deployment', 'optout-worker')).containers[0];
    expect(env).toEqual(expect.arrayContaining(Object.entries(workerMemory).map(([name, value]) => ({ name, value }))));
  });

  it('denies what no policy allows', () => {
    expect(one('NetworkPolicy', 'nothing-by-default').spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
  });

  it('has no secret written down', () => {
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it('never routes an admin API: what comes from outside goes to the gateway', () => {
    const backends =
      JSON.stringify(all.filter(({ kind }) => kind === 'Ingress')).match(/"service":\{"name":"[^"]+"/g) ?? [];
    expect(new Set(backends)).toEqual(new Set(bringsServers ? [] : ['"service":{"name":"gateway"']));
    expect(all.filter(({ kind, spec }) => kind === 'Service' && (spec.type ?? 'ClusterIP') !== 'ClusterIP')).toEqual(
      [],
    );
  });
});

it('scales each worker on the length of all of its queues', async () => {
  const scaled = (await rendered('k8s/overlays/production')).filter(({ kind }) => kind === 'ScaledObject');
  const queues = (service: string) =>
    serviceQueues.map(({ name }) => name).filter((name) => name.startsWith(`${service}.`));
  expect(
    Object.fromEntries(
      scaled.map(({ spec }) => [
        spec.scaleTargetRef.name,
        spec.triggers.map(({ metadata }: { metadata: { queueName: string } }) => metadata.queueName).sort(),
      ]),
    ),
  ).toEqual(Object.fromEntries(services.map((service) => [`${service}-worker`, queues(service).sort()])));
});

it('shows every process the authorities of the servers, and has PostgreSQL reached by TLS alone', async () => {
  const containers = (await rendered('k8s/overlays/production-private-ca'))
    .filter((manifest) => isPodOwner(manifest) && serviceOf(manifest))
    .flatMap(containersOf);
  for (const { env, volumeMounts } of containers) {
    const value = (name: string) => env.find((one: { name: string }) => one.name === name)?.value;
    expect(value('PGSSLMODE')).toBe('verify-full');
    expect(value('NODE_EXTRA_CA_CERTS')).toBe('/etc/heed/authorities/ca.pem');
    expect(volumeMounts).toContainEqual({ name: 'authorities', mountPath: '/etc/heed/authorities' });
  }
});

it('shows KEDA the same authorities, as the broker may be one of those servers', async () => {
  const all = await rendered('k8s/overlays/production-private-ca');
  const named = (kind: string, name: string) => all.find((one) => one.kind === kind && one.metadata.name === name);
  expect(named('TriggerAuthentication', 'rabbitmq')?.spec.configMapTargetRef).toEqual([
    { parameter: 'tls', name: 'keda-rabbitmq', key: 'tls' },
    { parameter: 'ca', name: 'authorities', key: 'ca.pem' },
  ]);
  expect(named('ConfigMap', 'keda-rabbitmq')?.data).toEqual({ tls: 'enable' });
});

it('restores into the volume that PostgreSQL asks for, by the script that made the backup', async () => {
  const [restore, running] = [await rendered('k8s/backup/restore'), await rendered('tools/kubernetes/with-backup')];
  const faultsOf = await apiSchemas();
  expect(restore.flatMap(faultsOf)).toEqual([]);
  const named = (all: Manifest[], kind: string, name: string) =>
    all.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)!;
  const server = named(running, 'StatefulSet', 'postgres');
  const job = named(restore, 'Job', 'restore');
  expect(named(restore, 'PersistentVolumeClaim', 'data-postgres-0').spec).toEqual(
    server.spec.volumeClaimTemplates[0].spec,
  );
  const { fsGroup, runAsUser, runAsNonRoot, seccompProfile } = podOf(server).securityContext;
  expect(podOf(job).securityContext).toMatchObject({ fsGroup, runAsUser, runAsNonRoot, seccompProfile });
  const { image, securityContext } = podOf(server).containers.find(({ name }: { name: string }) => name === 'server');
  expect(podOf(job).containers).toEqual([expect.objectContaining({ image, securityContext })]);
  const scripts = [job, server].map(
    (manifest) => JSON.stringify(podOf(manifest).volumes).match(/"name":"(backup-[^"]+)"\}/)?.[1],
  );
  expect(new Set(scripts).size).toBe(1);
  expect(scripts[0]).toMatch(/^backup-./);
});
