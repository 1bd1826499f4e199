/** Jest's globalSetup of integration tests: the shared servers run before the first test, and stay for the next run. */
import { startServers } from '../../../tools/servers/index.ts';

export default async function startTestServers(): Promise<void> {
  await startServers({ dir: '.heed/test', postgres: true, rabbitmq: true, s3: 'any', throwAway: true });
}
