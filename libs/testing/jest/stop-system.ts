/** Jest's globalTeardown of end-to-end tests. */
import { stopTestSystem, type TestSystem } from '../../../tools/checks/test-system.ts';

export default async function tearDown(): Promise<void> {
  await stopTestSystem(JSON.parse(process.env.HEED_TEST_SYSTEM ?? '') as TestSystem);
}
