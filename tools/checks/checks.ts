/** What is true of the whole code, each by one tool. `npm run check` runs these; `npm test` runs them before the tests. */
import { existsSync } from 'node:fs';

export interface Check {
  title: string;
  /** A program of node_modules/.bin or a script of ours, run in the repository. */
  command: [program: string, ...args: string[]];
}

const sources = ['apps', 'libs', 'tools', 'test', 'bench'].filter((folder) => existsSync(folder));

export const checks: [Check, ...Check[]] = [
  { title: 'the services build', command: ['nest', 'build', 'deploy'] },
  { title: 'format and lint', command: ['biome', 'check', '--error-on-warnings'] },
  { title: 'types', command: ['tsc', '--noEmit'] },
  {
    title: 'boundaries between apps, libs and vendor SDKs',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', ...sources],
  },
  { title: 'no dead code', command: ['knip', '--no-progress'] },
  ...['openapi', 'asyncapi', 'configuration', 'site', 'client'].map((document) => ({
    title: `what the code says of itself is up to date: ${document}`,
    command: ['node', `tools/${document}.ts`, '--check'] as [string, string, string],
  })),
];
