/**
 * `npm test`: everything that must be true before a change is merged, from nothing but a clean checkout. Static checks run while the
 * servers start; then all tests. The last line is `N passed, N failed`, where each check counts as one.
 *
 * What it starts it stops, also on Ctrl-C; servers that ran before, from `npm run jest`, are used and left alone.
 */
import { type Outcome, runChecks } from './checks/run-checks.ts';
import { runJest, type TestResult } from './checks/run-jest.ts';
import { heading, seconds } from './checks/terminal.ts';
import { removeTestInstances, startTestServers, testServersRun } from './checks/test-instances.ts';

const began = Date.now();
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupt.abort());

const mayStop = !testServersRun();
const outcomes: Outcome[] = [];
let tests: TestResult = { passed: 0, failed: 0, failures: [] };
try {
  console.log(heading('Servers and checks'));
  const servers = startTestServers((line) => console.log(line)).then(
    () => ({ title: 'the servers start', passed: true, output: '' }),
    (error: Error) => ({ title: 'the servers start', passed: false, output: error.message }),
  );
  outcomes.push(...(await runChecks(interrupt.signal)), await servers);
  console.log(heading('\nTests'));
  if (!interrupt.signal.aborted) tests = await runJest(interrupt.signal);
} finally {
  if (mayStop) await removeTestInstances();
}

const broken = outcomes.filter((outcome) => !outcome.passed);
const failed = broken.length + tests.failed;
if (failed > 0) console.log(heading('\nWhat failed'));
for (const { title, output } of broken) console.log(`✗ ${title}\n${output.replace(/^/gm, '    ')}`);
for (const failure of tests.failures) console.log(`✗ ${failure}`);
process.exitCode = failed > 0 || interrupt.signal.aborted ? 1 : 0;
console.log(`\n${interrupt.signal.aborted ? 'Interrupted' : 'Done'} after ${seconds(began)}`);
console.log(`${outcomes.length - broken.length + tests.passed} passed, ${failed} failed`);
