/** Jest's globalSetup of end-to-end tests. Test files hear of the system by the environment, which they inherit. */
import { startTestServers } from '../../../tools/checks/test-instances.ts';
import { startTestSystem } from '../../../tools/checks/test-system.ts';

export default async function setUp(): Promise<void> {
  await startTestServers();
  process.env.HEED_TEST_SYSTEM = JSON.stringify(await startTestSystem());
}
