import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Access, Format } from './access.js';

export interface StoredToken {
  id: string;
  hash: string;
  mailerId: string;
}

interface AccessRow {
  plain: boolean;
  md5: boolean;
  deltas: boolean;
  fetchedWatermark: string | null;
  campaignName: string;
  enabled: boolean;
  format: Format;
  listId: string;
  storage: Access['list']['storage'];
  inUse: boolean | null;
}

@Injectable()
export class AccessKeysRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findToken(id: string): Promise<StoredToken | undefined> {
    const [token] = await this.dataSource.query(
      `SELECT id, hash, mailer_id AS "mailerId" FROM mailer_token WHERE id = $1 AND NOT revoked`,
      [id],
    );
    return token;
  }

  /** A key of another mailer is as good as none. While one of its files is being handed out it waits until that is through. */
  async findAccess(key: string, token: StoredToken): Promise<Access | undefined> {
    const [row]: AccessRow[] = await this.dataSource.query(
      `SELECT access.plain, access.md5, access.deltas,
              campaign.name AS "campaignName", campaign.enabled, campaign.format,
              campaign.optout_list_id AS "listId", list.storage, list.enabled AND NOT list.deleted AS "inUse",
              CASE WHEN fetched_list_id = campaign.optout_list_id
                   THEN to_char(fetched_watermark AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END AS "fetchedWatermark"
       FROM access_key access
       JOIN campaign ON campaign.id = access.campaign_id
       LEFT JOIN optout_list list ON list.id = campaign.optout_list_id
       WHERE access.key = $1 AND access.mailer_id = $2
       FOR SHARE OF access`,
      [key, token.mailerId],
    );
    if (!row) return undefined;
    const { plain, md5, deltas, fetchedWatermark, campaignName, enabled, format, listId, storage, inUse } = row;
    return {
      key,
      tokenId: token.id,
      plain,
      md5,
      deltas,
      fetchedWatermark,
      campaign: { name: campaignName, enabled, format },
      list: { id: listId, storage, inUse: inUse ?? false },
    };
  }

  async used({ ids, times }: { ids: string[]; times: Date[] }): Promise<void> {
    await this.dataSource.query(
      `UPDATE mailer_token
       SET last_used_at = used.at
       FROM unnest($1::text[], $2::timestamptz[]) AS used (id, at)
       WHERE mailer_token.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
      [ids, times],
    );
  }
}
