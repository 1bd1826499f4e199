/** Jest's globalTeardown of end-to-end tests. */
import { stopTestSystem, type TestSystem } from '../../../tools/checks/test-system.ts';

export default async function tearDown(): Promise<void> {
  const { HEED_TEST_SYSTEM } = process.env;
  if (HEED_TEST_SYSTEM) await stopTestSystem(JSON.parse(HEED_TEST_SYSTEM) as TestSystem);
}
