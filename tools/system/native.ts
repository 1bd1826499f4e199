import { createServiceDatabases, startServers } from '../servers/index.ts';
import { type StartOptions, type System, startSystem } from './system.ts';

/** A whole system, servers included, with what a client outside HTTP needs to know. */
export interface RunningSystem extends System {
  storageUrl: string;
  amqpUrl: string;
}

/** Starts servers, services, workers and gateway under one folder, on free ports of loopback; as often as one likes. */
export async function startNative(
  dir: string,
  options: StartOptions & { throwAway?: true } = {},
): Promise<RunningSystem> {
  const { report = () => {}, throwAway } = options;
  const { postgres, rabbitmq, s3 } = await startServers({
    dir,
    postgres: true,
    rabbitmq: true,
    s3: 'any',
    install: ['nginx'],
    report,
    ...(throwAway && { throwAway }),
  });
  const databaseUrls = await createServiceDatabases(postgres);
  const system = await startSystem(
    dir,
    { databaseUrls, amqpUrl: rabbitmq.url, s3: { ...s3, bucket: 'heed' } },
    options,
  );
  return { ...system, storageUrl: s3.endpoint, amqpUrl: rabbitmq.url };
}
