import { randomUUID } from 'node:crypto';
import type { Access } from '../access-keys/access.js';
import { downloadTokenHash, mintDownloadToken } from './download-token.js';
import type { NewPreparation } from './preparation.js';

const LINK_LIFE_MS = 24 * 3_600_000;

/** A preparation that begins now, and the download token that opens it; only its hash is kept. */
export function newPreparation({ key, list }: Access): { row: NewPreparation; dcma: string } {
  const dcma = mintDownloadToken();
  const requestedAt = new Date();
  const row = {
    id: randomUUID(),
    accessKey: key,
    optoutListId: list.id,
    dcmaHash: downloadTokenHash(dcma),
    requestedAt,
    linkExpiresAt: new Date(requestedAt.getTime() + LINK_LIFE_MS),
  };
  return { row, dcma };
}
