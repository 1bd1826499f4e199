/**
 * The rules about who may know whom are only worth something while they bite. A small house of the same shape is built, with one
 * violation for each rule planted in it, and each has to be found, where it is and nowhere else.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const vendors = ['amqplib', 'minio', 'pg', 'pg-copy-streams', 'typeorm', 'pino', 'libphonenumber-js'];

/** Files that break one rule each. */
const violations: [rule: string, file: string, code: string][] = [
  ['apps-never-import-apps', 'apps/deploy/src/a.ts', "import '../../optout/src/innocent.js';"],
  ['libs-never-import-apps', 'libs/http/src/a.ts', "import '../../../apps/deploy/src/innocent.js';"],
  ['libs-are-entered-by-their-index', 'apps/deploy/src/b.ts', "import '../../../libs/http/src/inside.js';"],
  ['libs-enter-each-other-by-their-index', 'libs/auth/src/a.ts', "import '../../http/src/inside.js';"],
  ['contracts-and-identity-stand-alone', 'libs/contracts/src/a.ts', "import '#http';"],
  ['contracts-and-identity-stand-alone', 'libs/identity/src/a.ts', "import '#http';"],
  ['product-does-not-know-its-tests-and-tools', 'apps/deploy/src/c.ts', "import '../../../tools/tool.ts';"],
  ['product-does-not-know-its-tests-and-tools', 'apps/deploy/src/d.ts', "import '#testing';"],
  ['messaging-owns-its-sdk', 'apps/deploy/src/e.ts', "import 'amqplib';"],
  ['messaging-owns-its-sdk', 'apps/deploy/src/f.ts', "import type { Channel } from 'amqplib';"],
  ['storage-owns-its-sdk', 'libs/http/src/b.ts', "import 'minio';"],
  ['database-owns-its-sdk', 'apps/deploy/src/g.ts', "import 'pg';"],
  ['database-owns-its-sdk', 'apps/deploy/src/h.ts', "import 'pg-copy-streams';"],
  ['http-owns-its-sdk', 'apps/deploy/src/i.ts', "import 'fastify';"],
  ['observability-owns-its-sdk', 'apps/deploy/src/j.ts', "import 'pino';"],
  ['identity-owns-its-sdk', 'apps/deploy/src/k.ts', "import 'libphonenumber-js';"],
  ['typeorm-stays-out-of-libs', 'libs/http/src/c.ts', "import 'typeorm';"],
  ['no-cycles', 'apps/deploy/src/cycle.ts', "import './elcyc.js';\nexport const x = 1;"],
  ['everything-resolves', 'apps/deploy/src/l.ts', "import './nowhere.js';"],
];

const innocents: [file: string, code: string][] = [
  ['libs/http/src/inside.ts', 'export const inside = 1;'],
  ['libs/http/src/index.ts', "export { inside } from './inside.js';"],
  ['libs/testing/src/index.ts', "import '../../../tools/tool.ts';\nexport const testing = 1;"],
  ['libs/messaging/src/index.ts', "import 'amqplib';\nimport 'typeorm';\nexport const messaging = 1;"],
  ['tools/tool.ts', "import 'pg';\nexport const tool = 1;"],
  ['apps/optout/src/innocent.ts', "import '#http';\nimport 'typeorm';\nexport const innocent = 1;"],
  ['apps/deploy/src/innocent.ts', "import type { FastifyReply } from 'fastify';\nexport type Reply = FastifyReply;"],
  ['apps/deploy/src/innocent.spec.ts', "import '#testing';\nimport '#messaging';\nimport 'amqplib';"],
  ['apps/deploy/src/elcyc.ts', "import { x } from './cycle.js';\nexport const y = x;"],
];

describe('the rules about who may know whom', () => {
  let house: string;
  let found: string[];

  beforeAll(async () => {
    house = mkdtempSync(join(tmpdir(), 'heed-house-'));
    const imports = { '#*': { types: './libs/*/src/index.ts' } };
    write('package.json', JSON.stringify({ type: 'module', imports }));
    write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { module: 'nodenext', allowImportingTsExtensions: true } }),
    );
    for (const vendor of [...vendors, 'fastify', '@nestjs/platform-fastify']) {
      write(
        `node_modules/${vendor}/package.json`,
        JSON.stringify({ name: vendor, main: 'index.js', types: 'index.d.ts' }),
      );
      write(`node_modules/${vendor}/index.js`, '');
      write(`node_modules/${vendor}/index.d.ts`, 'export {};');
    }
    for (const [file, code] of innocents) write(file, code);
    for (const [, file, code] of violations) write(file, code);
    found = await cruise(house);
  });

  afterAll(() => rmSync(house, { recursive: true }));

  it.each(violations)('%s: finds %s', (rule, file) => expect(found).toContain(`${rule}: ${file}`));

  it('finds nothing else', () => {
    const planted = new Set(violations.map(([rule, file]) => `${rule}: ${file}`));
    expect(found.filter((finding) => !planted.has(finding))).toEqual([]);
  });

  it('has a planted violation for each rule', async () => {
    const { default: rules } = await import(resolve('.dependency-cruiser.mjs'));
    const names = rules.forbidden.map(({ name }: { name: string }) => name);
    expect(new Set(violations.map(([rule]) => rule))).toEqual(new Set(names));
  });

  function write(file: string, content: string): void {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), content);
  }
});

async function cruise(cwd: string): Promise<string[]> {
  const program = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [
    program,
    '--config',
    resolve('.dependency-cruiser.mjs'),
    '--output-type',
    'json',
    'apps',
    'libs',
    'tools',
  ];
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 16 << 20 }, (_error, stdout) => done(stdout));
  });
  const report = JSON.parse(output) as { summary: { violations: { rule: { name: string }; from: string }[] } };
  return [...new Set(report.summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`))];
}
