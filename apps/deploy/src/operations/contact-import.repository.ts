/** Writes batches of an import. They come by COPY into tables that live as long as the transaction, and from there by one statement: three times as quick as rows in parameters. */
import { Injectable } from '@nestjs/common';
import { copyIn, type Tx } from '#database';
import type { NewContact } from '../contacts/new-contact.js';

export interface StagedSubscription {
  emailMd5: string;
  brandId: string;
  publish: boolean;
}

/** A subscription that wasn't there, and is to be told of. */
export interface AddedSubscription {
  emailMd5: string;
  /** As it is stored, which for a contact that was there may differ in case. */
  email: string;
  /** Whether the contact was made too. */
  created: boolean;
  brandId: string;
  subscribedAt: Date;
}

/** Lines of one write to the server. */
const LINES = 1_000;

const MERGED = `
  merged AS (
    INSERT INTO contact AS c (account_id, email_md5, email, attributes)
    SELECT $1, email_md5, email, attributes FROM pg_temp.incoming_contact ORDER BY email_md5
    ON CONFLICT (account_id, email_md5) DO UPDATE SET attributes = c.attributes || excluded.attributes
    RETURNING email_md5, email, xmax = 0 AS created)`;

@Injectable()
export class ContactImportRepository {
  /** Brings contacts of different identities, and subscriptions of theirs that are all different, to the server. */
  async stage(tx: Tx, contacts: Iterable<NewContact>, subscriptions: StagedSubscription[]): Promise<void> {
    await tx.query(
      `CREATE TEMP TABLE incoming_contact (email_md5 uuid, email text, attributes jsonb) ON COMMIT DROP;
       CREATE TEMP TABLE incoming_subscription (email_md5 uuid, brand_id uuid, publish boolean) ON COMMIT DROP`,
    );
    await copyIn(tx, 'COPY pg_temp.incoming_contact FROM STDIN', inChunks(contactLines(contacts)));
    if (subscriptions.length > 0)
      await copyIn(tx, 'COPY pg_temp.incoming_subscription FROM STDIN', inChunks(subscriptionLines(subscriptions)));
  }

  /** Makes the staged contacts that aren't there and merges the attributes of those that are. @returns how many were made */
  async merge(tx: Tx, accountId: string): Promise<number> {
    const [{ created }] = await tx.query(
      `WITH ${MERGED} SELECT (count(*) FILTER (WHERE created))::int AS created FROM merged`,
      [accountId],
    );
    return created;
  }

  /** The same with the staged subscriptions. Those that were there are passed over. */
  async mergeSubscribed(tx: Tx, accountId: string): Promise<{ created: number; added: AddedSubscription[] }> {
    const rows: (AddedSubscription & { made: number })[] = await tx.query(
      `WITH ${MERGED},
       added AS (
         INSERT INTO subscription (account_id, email_md5, brand_id)
         SELECT $1, email_md5, brand_id FROM pg_temp.incoming_subscription ORDER BY email_md5, brand_id
         ON CONFLICT DO NOTHING
         RETURNING email_md5, brand_id, subscribed_at)
       SELECT counted.made, replace(m.email_md5::text, '-', '') AS "emailMd5", m.email, m.created,
              a.brand_id AS "brandId", a.subscribed_at AS "subscribedAt"
       FROM (SELECT (count(*) FILTER (WHERE created))::int AS made FROM merged) AS counted
       LEFT JOIN (added a JOIN pg_temp.incoming_subscription s USING (email_md5, brand_id) JOIN merged m USING (email_md5))
         ON s.publish`,
      [accountId],
    );
    return { created: rows[0]!.made, added: rows.filter(({ emailMd5 }) => emailMd5 !== null) };
  }
}

function* contactLines(contacts: Iterable<NewContact>): Generator<string> {
  // In JSON nothing but the backslash means anything to COPY, and an address has none.
  for (const { emailMd5, email, attributes } of contacts)
    yield `${emailMd5}\t${email}\t${JSON.stringify(attributes).replaceAll('\\', '\\\\')}\n`;
}

function* subscriptionLines(subscriptions: StagedSubscription[]): Generator<string> {
  for (const { emailMd5, brandId, publish } of subscriptions) yield `${emailMd5}\t${brandId}\t${publish}\n`;
}

function* inChunks(lines: Iterable<string>): Generator<Buffer> {
  let chunk: string[] = [];
  for (const line of lines) {
    if (chunk.push(line) < LINES) continue;
    yield Buffer.from(chunk.join(''));
    chunk = [];
  }
  yield Buffer.from(chunk.join(''));
}
