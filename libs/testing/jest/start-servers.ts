/** Jest's globalSetup of integration tests: the shared servers run before the first test, and stay for the next run. */
import { startTestServers } from '../../../tools/checks/test-instances.ts';

export default (): Promise<void> => startTestServers();
