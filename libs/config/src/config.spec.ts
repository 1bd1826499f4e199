import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  ConfigError,
  defineConfig,
  duration,
  flag,
  integer,
  list,
  loadConfig,
  networks,
  oneOf,
  secret,
  url,
} from './index.js';

const settings = defineConfig({
  port: integer('PORT', { default: 80, min: 1, max: 65_535, doc: 'Port' }),
  password: secret('PASSWORD', { doc: 'Password' }),
  base: url('BASE', { default: 'http://localhost', doc: 'Base' }),
  wait: duration('WAIT', { default: 5_000, doc: 'Wait' }),
  open: flag('OPEN', { default: false, doc: 'Open' }),
  names: list('NAMES', { default: [], doc: 'Names' }),
  level: oneOf('LEVEL', ['low', 'middle', 'high'], { default: 'low', doc: 'Level' }),
  near: networks('NEAR', { default: [], doc: 'Near' }),
});

const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    loadConfig(settings, env);
  } catch (error) {
    return (error as ConfigError).problems;
  }
  return [];
};

describe('loadConfig', () => {
  it('reads each kind into its type', () => {
    const env = { PORT: '8080', PASSWORD: 's', BASE: 'https://x.example/', WAIT: '15m', OPEN: 'true', NAMES: 'a, b,' };
    expect(loadConfig(settings, env)).toEqual({
      port: 8080,
      password: 's',
      base: 'https://x.example',
      wait: 900_000,
      open: true,
      names: ['a', 'b'],
      level: 'low',
      near: [],
    });
  });

  it.each([
    ['loopback, 10.0.0.0/8,2001:db8::/32 , 192.0.2.7', true],
    ['::1', true],
    ['10.0.0.0/0', true],
    ['10.0.0.0/33', false],
    ['2001:db8::/129', false],
    ['10.0.0.0/8/8', false],
    ['10.0.0.0/', false],
    ['10.0.0', false],
    ['proxy.example', false],
    ['10.0.0.1, everywhere', false],
  ])('reads networks: %s', (value, isGood) => {
    expect(problemsOf({ PASSWORD: 's', NEAR: value })).toEqual(
      isGood ? [] : [expect.stringMatching(/^NEAR must be IP addresses, networks such as/)],
    );
  });

  it('takes defaults for what is absent or empty', () => {
    expect(loadConfig(settings, { PASSWORD: 's', PORT: '' }).port).toBe(80);
  });

  it('names every problem at once, without a value', () => {
    const problems = problemsOf({ PORT: '99999', BASE: 'hunter2', WAIT: '5', OPEN: 'yes', LEVEL: 'top' });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'PASSWORD',
      'BASE',
      'WAIT',
      'OPEN',
      'LEVEL',
    ]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('reads a value from the file that NAME_FILE names, less its last line break', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'heed-')), 'password');
    writeFileSync(file, 'from a file\n');
    expect(loadConfig(settings, { PASSWORD_FILE: file }).password).toBe('from a file');
    expect(problemsOf({ PASSWORD: 'x', PASSWORD_FILE: file })).toEqual([
      'PASSWORD and PASSWORD_FILE are both set; give one',
    ]);
    expect(problemsOf({ PASSWORD_FILE: `${file}.gone` })).toEqual([
      "PASSWORD can't be read: PASSWORD_FILE names a file that can't be opened",
    ]);
  });
});
