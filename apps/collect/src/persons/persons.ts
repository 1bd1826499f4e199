import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ErasedThing, PersonalData, type StoredThing } from '#auth';
import { isMd5Hex, isSha512Hex, md5Hex, normaliseEmail, normalisePhone, sha512Hex } from '#identity';

/** Opt-outs that wait here for the broker, seconds as a rule. They lose the address and keep the hash: somebody said stop. */
@Injectable()
export class PersonsOnTheirWay extends PersonalData {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(address: string): Promise<StoredThing[]> {
    const rows = await this.dataSource.query(`SELECT body::jsonb->'data' AS data FROM outbox WHERE ${OF_PERSON}`, [
      await this.hashesOf(address),
    ]);
    return rows.map(({ data }: { data: Record<string, unknown> }) => ({ what: 'waiting opt-out', data }));
  }

  async erase(address: string): Promise<ErasedThing[]> {
    const [, count] = await this.dataSource.query(
      `UPDATE outbox SET body = (body::jsonb #- '{data,value}' #- '{data,ip}' #- '{data,extRef}')::text WHERE ${OF_PERSON}`,
      [await this.hashesOf(address)],
    );
    return count > 0 ? [{ what: 'waiting opt-out', count }] : [];
  }

  private async hashesOf(address: string): Promise<string[]> {
    const text = address.trim();
    if (isMd5Hex(text) || isSha512Hex(text)) return [text.toLowerCase()];
    const email = normaliseEmail(text);
    const values = email === undefined ? await this.phones(text) : [email];
    return values.flatMap((value) => [md5Hex(value), sha512Hex(value)]);
  }

  private async phones(text: string): Promise<string[]> {
    const rows = await this.dataSource.query('SELECT DISTINCT region FROM optout_list WHERE region IS NOT NULL');
    const regions: (string | undefined)[] = [undefined, ...rows.map(({ region }: { region: string }) => region)];
    const numbers = regions.map((region) => normalisePhone(text, region)).filter((digits) => digits !== undefined);
    return [...new Set(numbers)];
  }
}

const OF_PERSON = `type = 'optout-collected' AND body::jsonb->'data'->>'hash' = ANY ($1)`;
