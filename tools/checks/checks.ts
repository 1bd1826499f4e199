/** What is true of the whole code, each by one tool. `npm run check` runs these; `npm test` runs them before the tests. */
import { existsSync } from 'node:fs';

export interface Check {
  title: string;
  /** A program of node_modules/.bin or a script of ours, run in the repository. */
  command: [program: string, ...args: string[]];
}

export const checks: Check[] = [
  { title: 'the services build', command: ['nest', 'build', 'deploy'] },
  { title: 'format and lint', command: ['biome', 'check', '--error-on-warnings'] },
  { title: 'types', command: ['tsc', '--noEmit'] },
  {
    title: 'boundaries between apps, libs and vendor SDKs',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', 'apps', 'libs', 'tools', 'test', 'bench'],
  },
  { title: 'no dead code', command: ['knip', '--no-progress'] },
  ...driftChecks(),
];

/** Descriptions of the APIs and events are generated from the code and committed, so that a review sees them change. */
function driftChecks(): Check[] {
  if (!existsSync('tools/openapi.ts')) return [];
  return [{ title: 'OpenAPI and AsyncAPI are up to date', command: ['node', 'tools/openapi.ts', '--check'] }];
}
