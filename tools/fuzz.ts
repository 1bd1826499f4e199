/**
 * `npm run fuzz`: requests made from docs/openapi/openapi.yaml by schemathesis, thousands of them, valid ones and broken ones, sent to a whole system of its own through its gateway. No answer
 * may be a 5xx, have a status, a media type, a header or a body that the document doesn't tell of, let a broken request pass, or refuse a good one.
 *
 * `npm run fuzz -- --seeds 3 --examples 200 --only deploy,collect`. Needs Python 3.10 or later and, the first time, the Python package index. What was sent and answered stays in .heed/fuzz/runs.
 */
import { parseArgs } from 'node:util';
import { startTestServers } from './checks/test-instances.ts';
import { startTestSystem, stopTestSystem } from './checks/test-system.ts';
import { documentOf, narrowed } from './fuzz/documents.ts';
import { installSchemathesis } from './fuzz/install.ts';
import { makeKnown } from './fuzz/known.ts';
import { runSchemathesis } from './fuzz/run.ts';
import { targetsOf } from './fuzz/targets.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    examples: { type: 'string', default: '100' },
    only: { type: 'string' },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, turn) => Number(values.seed) + turn);

const schemathesis = installSchemathesis();
await startTestServers();
const system = await startTestSystem();
const outcomes: { line: string; passed: boolean }[] = [];
try {
  const known = await makeKnown(system);
  const targets = targetsOf(system, known).filter(({ name }) => !values.only || values.only.split(',').includes(name));
  for (const target of targets) {
    const document = documentOf(target);
    for (const [turn, seed] of seeds.entries()) {
      const common = { seed, examples: Number(values.examples) };
      const passes = [
        { ...common, title: 'as-described', document, without: [...target.without, 'positive_data_acceptance'] },
        { ...common, title: 'as-installed', document: narrowed(document, known, turn), without: target.without },
      ];
      for (const pass of target.name.startsWith('admin') ? passes.slice(0, 1) : passes) {
        const line = `${target.name} ${pass.title}, seed ${seed}`;
        console.log(`\n=== ${line}`);
        outcomes.push({ line, passed: await runSchemathesis(schemathesis, target, pass) });
      }
    }
  }
} finally {
  await stopTestSystem(system);
}
console.log();
for (const { line, passed } of outcomes) console.log(`${passed ? 'passed' : 'FAILED'}  ${line}`);
const failed = outcomes.filter(({ passed }) => !passed).length;
console.log(`${outcomes.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && outcomes.length > 0 ? 0 : 1;
