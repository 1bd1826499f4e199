/** `npm run clean`: stops the demo and removes its data, credentials and addresses. */
import { rmSync } from 'node:fs';
import { demoFolder, profileFile } from './demo/profile.ts';
import { removeComposeData, stopDemo } from './demo/stop.ts';
import { removeServers } from './servers/index.ts';

try {
  await stopDemo();
  await removeComposeData();
  await removeServers(demoFolder);
  rmSync(demoFolder, { recursive: true, force: true });
  rmSync(profileFile, { force: true });
  console.log("The demo and its data are gone. Programs that were built for it stay in the machine's cache.");
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
