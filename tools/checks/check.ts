/** `npm run check`: everything that `npm test` checks without running the product. */
import { runChecks } from './run-checks.ts';

const failed = (await runChecks()).filter(({ passed }) => !passed);
for (const { title, output } of failed) console.log(`\n── ${title} ──\n${output}`);
process.exitCode = failed.length === 0 ? 0 : 1;
