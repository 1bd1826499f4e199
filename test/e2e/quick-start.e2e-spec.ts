/** docs/quick-start.md does what it says: its blocks are run as a reader would run them, in a folder that looks like a clone with the demo running. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { md5Hex } from '#identity';
import { type Installation, installation } from './support/installation.js';

const run = promisify(execFile);
const page = readFileSync('docs/quick-start.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'heed-quick-start-'));

let heed: Installation;
beforeAll(async () => {
  heed = await installation();
  const { baseUrl, collectUrl, provisioned } = heed;
  mkdirSync(join(folder, '.heed'));
  // In place of the first list, which another test counts.
  const state = { ...provisioned, lists: [{ optoutListId: heed.listId('Isolation') }] };
  writeFileSync(join(folder, '.heed', 'demo.json'), JSON.stringify({ baseUrl, collectUrl, state }));
  symlinkSync(resolve('clients'), join(folder, 'clients'));
});

/** The block of a chapter; of the page itself the first one. */
function block(language: string, chapter = ''): string {
  const text = page.slice(chapter === '' ? 0 : page.indexOf(`## ${chapter}`));
  return new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(text)?.[1] ?? '';
}

/** After the block that sets the environment. @returns what was printed */
async function printed(command: string): Promise<string> {
  const { stdout } = await run('sh', ['-c', `set -e\n${block('sh')}\n${command}`], { cwd: folder, timeout: 50_000 });
  return stdout;
}

const file = (name: string, text: string) => writeFileSync(join(folder, name), `${text}\n`);

describe('the quick start', () => {
  it('works with curl', async () => {
    const output = await printed(block('sh', 'curl'));
    expect(output).toContain(`"emailMd5":"${md5Hex('curl@example.org')}"`);
    expect(output).toContain('{"status":"accepted"}');
    expect(output).toMatch(/"status":"success".*"submittedCount":2/);
  });

  it('works with TypeScript and the client that is made from the OpenAPI document', async () => {
    file('quick-start.ts', block('ts', 'TypeScript'));
    const output = await printed(`'${process.execPath}' quick-start.ts`);
    expect(output).toContain(md5Hex('typescript@example.org'));
    expect(output).toMatch(/status: 'success'[^}]*submittedCount: 2/);
  });

  it('works with Python', async () => {
    file('quick_start.py', block('python', 'Python'));
    const output = await printed('python3 quick_start.py');
    expect(output).toContain(md5Hex('python@example.org'));
    expect(output).toContain("{'status': 'accepted'}");
    expect(output).toMatch(/'status': 'success'.*'submittedCount': 2/);
  });
});
