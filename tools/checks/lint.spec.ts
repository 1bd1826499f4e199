/** Settings come from libs/config alone: planted readings of the environment have to be found anywhere else. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const refused = ['apps/deploy/src/port.ts', 'apps/cli/src/port.ts', 'libs/http/src/port.ts'];
const allowed = ['libs/config/src/port.ts', 'tools/port.ts', 'apps/deploy/src/port.spec.ts'];

describe('reading the environment', () => {
  let house: string;
  let output: string;

  beforeAll(async () => {
    house = mkdtempSync(join(tmpdir(), 'heed-house-'));
    const { vcs: _, ...configuration } = JSON.parse(readFileSync('biome.json', 'utf8'));
    writeFileSync(join(house, 'biome.json'), JSON.stringify(configuration));
    for (const file of [...refused, ...allowed]) {
      mkdirSync(dirname(join(house, file)), { recursive: true });
      writeFileSync(join(house, file), 'export const port = process.env.HEED_PORT;\n');
    }
    output = await lint(house);
  });

  afterAll(() => rmSync(house, { recursive: true }));

  it.each(refused)('is an error in %s', (file) => expect(output).toContain(`${file}:1:21 lint/style/noProcessEnv`));

  it.each(allowed)('is fine in %s', (file) => expect(output).not.toContain(file));
});

function lint(cwd: string): Promise<string> {
  return new Promise((done) => {
    execFile(resolve('node_modules/.bin/biome'), ['lint'], { cwd }, (_error, stdout, stderr) => done(stdout + stderr));
  });
}
