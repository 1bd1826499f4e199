import { expect, it } from '@jest/globals';
import type { DirectoryRepository } from './directory.repository.js';
import { DirectoryService } from './directory.service.js';

const MOST_WAITING = 20_000;

it('tells whoever asks while too many wait to come back', async () => {
  const repository = { state: () => new Promise(() => {}) } as unknown as DirectoryRepository;
  const service = new DirectoryService(repository);
  const credential = { kind: 'hd_tok' as const, id: 'a', hash: 'b' };
  for (let i = 0; i < MOST_WAITING; i++) void service.userOf(credential);
  await expect(service.userOf(credential)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
});
