import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../system/build.ts';
import type { Target } from './targets.ts';

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'positive_data_acceptance',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
];

export interface Pass {
  /** Names the pass among those of its target. */
  title: string;
  document: object;
  without: string[];
  seed: number;
  /** Of each operation, beside those that schemathesis derives from the document. */
  examples: number;
}

/** @returns whether every check held */
export async function runSchemathesis(program: string, { name, url, token }: Target, pass: Pass): Promise<boolean> {
  const folder = join(repository, '.heed', 'fuzz', 'runs');
  mkdirSync(folder, { recursive: true });
  const stem = join(folder, `${name}-${pass.title}-${pass.seed}`);
  writeFileSync(`${stem}.json`, JSON.stringify(pass.document));
  const args = [
    ...['--config-file', join(repository, 'tools', 'fuzz', 'schemathesis.toml')],
    'run',
    `${stem}.json`,
    ...['--url', url],
    ...(token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]),
    ...['--checks', CHECKS.filter((check) => !pass.without.includes(check)).join(',')],
    ...['--seed', String(pass.seed), '--max-examples', String(pass.examples)],
    // A body may hold any character but NUL; that one is left to requests that are meant to be refused.
    ...['--generation-allow-x00', String(pass.without.includes('positive_data_acceptance'))],
    ...['--continue-on-failure', '--max-redirects', '0', '--suppress-health-check', 'all', '--warnings', 'off'],
    ...['--generation-database', 'none', '--no-color', '--output-truncate', 'false'],
    ...['--report', 'ndjson', '--report-ndjson-path', `${stem}.ndjson`],
  ];
  const run = spawn(program, args, { cwd: folder, stdio: 'inherit' });
  const [code] = (await once(run, 'exit')) as [number | null];
  return code === 0;
}
