/**
 * Writes clients/typescript, a client of the public APIs made from docs/openapi/openapi.yaml by @hey-api/openapi-ts (`--check`: only says whether it is up to date). It needs nothing but fetch,
 * and runs as it is where Node strips types.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { generated } from './generated.ts';

const TARGET = 'clients/typescript';

const draft = mkdtempSync(join(tmpdir(), 'heed-client-'));
try {
  await createClient({
    input: 'docs/openapi/openapi.yaml',
    output: { path: draft, module: { extension: '.ts' } },
    parser: { filters: { tags: { exclude: ['admin'] } } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { file: false, level: 'silent' },
  });
  const files = globSync('**/*.ts', { cwd: draft });
  for (const file of files) {
    await mkdir(dirname(join(TARGET, file)), { recursive: true });
    await generated(join(TARGET, file), readFileSync(join(draft, file), 'utf8'));
  }
  const stale = globSync('**/*.ts', { cwd: TARGET }).filter((file) => !files.includes(file));
  if (stale.length > 0) throw new Error(`${TARGET} has files that nobody makes any more: ${stale}`);
} finally {
  rmSync(draft, { recursive: true });
}
