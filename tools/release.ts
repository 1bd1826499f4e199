/**
 * `npm run release -- 0.2.0`: stamps the version on packages, images, manifests, documents and the changelog, and makes a commit and a tag of it. Pushing them is left to you; the forge then builds
 * the images (.github/workflows/release.yml).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isNewer, releasedChangelog, stamped, stamps } from './release/stamps.ts';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

function release(version: string): void {
  const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Which version? npm run release -- 1.2.3');
  const isFirst = git('tag', '--list', 'v*') === '' && version === current;
  if (!isFirst && !isNewer(version, current)) throw new Error(`${version} is not after ${current}.`);
  if (git('status', '--porcelain') !== '') throw new Error('The work tree has changes: commit them first.');
  const changelog = releasedChangelog(
    readFileSync('CHANGELOG.md', 'utf8'),
    version,
    new Date().toISOString().slice(0, 10),
  );
  for (const stamp of stamps) writeFileSync(stamp.file, stamped(readFileSync(stamp.file, 'utf8'), stamp, version));
  writeFileSync('CHANGELOG.md', changelog);
  execFileSync('npm', ['run', '-s', 'docs'], { stdio: 'inherit' });
  git('commit', '--all', '--quiet', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Heed ${version}`);
  console.log(`Released ${version} here. Now: git push --follow-tags`);
}

try {
  release(process.argv[2] ?? '');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
