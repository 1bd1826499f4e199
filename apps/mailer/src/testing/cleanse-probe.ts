/** For tests: what the played opt-out service answers of a cleansed list, and what a client's request takes up. */
import type { MailerService } from './mailer-service.js';

export const aCleansing = {
  status: 'ready',
  objectKey: 'cleanse/test/cleansed.zip',
  fileName: 'cleansed_list--Spring-20261121.zip',
  submittedCount: 3,
  matchedCount: 2,
  malformedCount: 1,
} as const;

/** Keys of all that is in the storage. */
export async function storedKeys({ storage }: MailerService): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list('')) keys.push(key);
  return keys;
}

/** The list that was handed on last. */
export async function sentList({ storage, optOuts }: MailerService): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await storage.get(optOuts.cleansings.at(-1)!.objectKey)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Prepare places that are taken. */
export async function placesTaken({ database }: MailerService): Promise<number> {
  return Number((await database.query('SELECT count(*) FROM prepare_place'))[0].count);
}
