/** `npm run test:down`: stops the servers that `npm run jest` leaves running for its next run, and removes their data. */
import { removeTestInstances } from './test-instances.ts';

await removeTestInstances();
