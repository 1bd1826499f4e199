/** Both workers that import are killed in the middle of it, without a chance to tidy up; the counts come out exact all the same. */
import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { eventually, killDoor, startDoors } from '#testing';
import { installation } from './support/installation.js';
import { upload, uploadEnded, uploadStatus } from './support/uploads.js';

// Long enough that no machine has imported it before the workers are killed.
const distinct = 3_000_000;
const repeated = 25_000;
const malformed = 1_000;

it('ends with exact counts after kill -9 in the middle of an import', async () => {
  const heed = await installation();
  const reference = await upload(heed, 'Killed', file());
  await eventually(async () => (await uploadStatus(heed, reference)).elapsedSeconds !== undefined, {
    timeoutMs: 30_000,
  });

  await Promise.all([killDoor('optout-worker-1'), killDoor('optout-worker-2')]);
  expect(await uploadStatus(heed, reference)).toMatchObject({ status: 'running' });
  await startDoors();

  expect(await uploadEnded(heed, reference)).toMatchObject({
    status: 'success',
    submittedCount: distinct + repeated + malformed,
    addedCount: distinct,
    malformedCount: malformed,
  });
}, 180_000);

function file(): Buffer {
  const lines: string[] = [];
  for (let i = 0; i < distinct; i += 1) lines.push(createHash('md5').update(String(i)).digest('hex'));
  for (let i = 0; i < repeated; i += 1) lines.push(lines[i * 7]!);
  for (let i = 0; i < malformed; i += 1) lines.push('nobody@');
  return Buffer.from(lines.join('\n'));
}
