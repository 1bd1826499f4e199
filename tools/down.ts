/** `npm run down`: stops everything that the demo started, and nothing else; the data stays. */
import { stopDemo } from './demo/stop.ts';

try {
  const stopped = await stopDemo();
  console.log(
    stopped.length === 0
      ? 'Nothing was running.'
      : `Stopped ${stopped.join(', ')}. The data is kept; npm run demo goes on with it.`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
