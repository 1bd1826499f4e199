import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import type { TokenRecord } from '#state';
import type { AccessRecord, CampaignRecord, MailerRecord, Registry } from './registry.js';

/** Reads and writes the registry. Writes go through `StateService`, which compares and serialises them. */
@Injectable()
export class RegistryRepository {
  /** One change of the registry at a time; readers are not held up. Held until the transaction ends. */
  async lock(tx: Tx): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('registry', 0))`);
  }

  async load(tx: Tx): Promise<Registry> {
    const campaigns: CampaignRecord[] = await tx.query(
      `SELECT id, name, optout_list_id AS "optoutListId", enabled, format FROM campaign ORDER BY name, id`,
    );
    const mailers: { id: string; name: string }[] = await tx.query(`SELECT id, name FROM mailer ORDER BY name, id`);
    const tokens: (TokenRecord & { mailerId: string })[] = await tx.query(
      `SELECT id, mailer_id AS "mailerId", name, revoked FROM mailer_token ORDER BY created_at, id`,
    );
    const access: (AccessRecord & { mailerId: string })[] = await tx.query(
      `SELECT key, mailer_id AS "mailerId", campaign_id AS "campaignId", plain, md5, deltas
       FROM access_key ORDER BY created_at, key`,
    );
    const tokensOf = Map.groupBy(tokens, ({ mailerId }) => mailerId);
    const accessOf = Map.groupBy(access, ({ mailerId }) => mailerId);
    return {
      campaigns: new Map(campaigns.map((campaign) => [campaign.id, campaign])),
      mailers: new Map(
        mailers.map(({ id, name }) => [
          id,
          {
            id,
            name,
            tokens: (tokensOf.get(id) ?? []).map(({ mailerId: _, ...token }) => token),
            access: (accessOf.get(id) ?? []).map(({ mailerId: _, ...one }) => one),
          },
        ]),
      ),
    };
  }

  async saveCampaign(tx: Tx, { id, name, optoutListId, enabled, format }: CampaignRecord): Promise<void> {
    await tx.query(
      `INSERT INTO campaign (id, name, optout_list_id, enabled, format) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET name = $2, optout_list_id = $3, enabled = $4, format = $5`,
      [id, name, optoutListId, enabled, format],
    );
  }

  async deleteCampaign(tx: Tx, id: string): Promise<void> {
    await tx.query(`DELETE FROM campaign WHERE id = $1`, [id]);
  }

  async saveMailer(tx: Tx, { id, name }: MailerRecord): Promise<void> {
    await tx.query(`INSERT INTO mailer (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = $2`, [
      id,
      name,
    ]);
  }

  async deleteMailer(tx: Tx, id: string): Promise<void> {
    await tx.query(`DELETE FROM mailer WHERE id = $1`, [id]);
  }

  async addToken(tx: Tx, mailerId: string, token: Required<TokenRecord>, hash: string): Promise<void> {
    await tx.query(`INSERT INTO mailer_token (id, mailer_id, name, hash, revoked) VALUES ($1, $2, $3, $4, $5)`, [
      token.id,
      mailerId,
      token.name,
      hash,
      token.revoked,
    ]);
  }

  async revokeToken(tx: Tx, id: string): Promise<void> {
    await tx.query(`UPDATE mailer_token SET revoked = true WHERE id = $1`, [id]);
  }

  async deleteToken(tx: Tx, id: string): Promise<void> {
    await tx.query(`DELETE FROM mailer_token WHERE id = $1`, [id]);
  }

  /** A key that is given another name keeps what it knows of the last file. */
  async saveAccess(tx: Tx, mailerId: string, { key, campaignId, plain, md5, deltas }: AccessRecord): Promise<void> {
    await tx.query(
      `INSERT INTO access_key (key, mailer_id, campaign_id, plain, md5, deltas) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (mailer_id, campaign_id) DO UPDATE SET key = $1, plain = $4, md5 = $5, deltas = $6`,
      [key, mailerId, campaignId, plain, md5, deltas],
    );
  }

  /** Leaves the access with a key that nobody knows, until it is saved with its new one. */
  async giveUpKey(tx: Tx, key: string): Promise<void> {
    await tx.query(`UPDATE access_key SET key = 'm-' || gen_random_uuid() WHERE key = $1`, [key]);
  }

  async deleteAccess(tx: Tx, key: string): Promise<void> {
    await tx.query(`DELETE FROM access_key WHERE key = $1`, [key]);
  }
}
