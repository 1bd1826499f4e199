import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repository } from '../system/build.ts';
import { isNewer, releasedChangelog, stamped, stamps } from './stamps.ts';

const text = (file: string) => readFileSync(join(repository, file), 'utf8');
const { version } = JSON.parse(text('package.json')) as { version: string };

describe.each(stamps.map((stamp) => [stamp.file, stamp] as const))('%s', (file, stamp) => {
  it('has the version of package.json', () => {
    expect(stamped(text(file), stamp, version)).toBe(text(file));
  });

  it('gets another one', () => {
    const next = stamped(text(file), stamp, '7.8.9');
    expect(next).not.toBe(text(file));
    expect(stamped(next, stamp, version)).toBe(text(file));
  });

  it('is not passed over in silence when it has no place for it', () => {
    expect(() => stamped('', stamp, version)).toThrow(file);
  });
});

describe('the changelog', () => {
  it('gives what is unreleased a number and a day', () => {
    expect(
      releasedChangelog('# C\n\n## [Unreleased]\n\n- New\n\n## [0.1.0] - 2026-01-01\n', '0.2.0', '2026-02-03'),
    ).toBe('# C\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n- New\n\n## [0.1.0] - 2026-01-01\n');
  });

  it('refuses a release in which nothing is new', () => {
    expect(() =>
      releasedChangelog('## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n\n- Old\n', '0.2.0', '2026-02-03'),
    ).toThrow('nothing');
  });
});

it('knows which version is newer, by numbers', () => {
  expect(isNewer('0.10.0', '0.9.9')).toBe(true);
  expect(isNewer('1.0.0', '1.0.0')).toBe(false);
  expect(isNewer('1.2.3', '2.0.0')).toBe(false);
});
