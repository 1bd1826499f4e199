/**
 * Jest's globalSetup of end-to-end tests. Test files hear of the system by the environment, which they inherit; also of its failure to
 * start, which is theirs alone: thrown here it would keep all other tests from running.
 */
import { startTestServers } from '../../../tools/checks/test-instances.ts';
import { startTestSystem } from '../../../tools/checks/test-system.ts';

export default async function setUp(): Promise<void> {
  try {
    await startTestServers();
    process.env.HEED_TEST_SYSTEM = JSON.stringify(await startTestSystem());
  } catch (error) {
    process.env.HEED_TEST_SYSTEM_ERROR = (error as Error).message;
  }
}
