import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import { authenticationFailed } from '#http';
import { ContactSchema } from './contact-schema.js';
import { ContactSchemasRepository } from './contact-schemas.repository.js';

const MOST_CACHED = 1_000;

/** An account with the state of its schema. */
export interface SchemaRef {
  accountId: string;
  schemaVersion: string;
}

/**
 * The schemas of all accounts, cached by version. A version means one state of one schema for ever, and every request learns the present version
 * of its account from the database, so nothing here can be stale.
 */
@Injectable()
export class ContactSchemas {
  private readonly cache = new Map<string, ContactSchema>();

  constructor(
    private readonly repository: ContactSchemasRepository,
    private readonly dataSource: DataSource,
  ) {}

  /** The schema in that version; a newer one where it has changed since, which can't be inside a mutation. */
  async at({ accountId, schemaVersion }: SchemaRef, tx: Tx = this.dataSource.manager): Promise<ContactSchema> {
    return this.cache.get(schemaVersion) ?? this.load(tx, accountId);
  }

  /** The schema as it is now. */
  current(tx: Tx, accountId: string): Promise<ContactSchema> {
    return this.load(tx, accountId);
  }

  private async load(tx: Tx, accountId: string): Promise<ContactSchema> {
    const found = await this.repository.find(tx, accountId);
    // The account was deleted since its key was looked up.
    if (!found) throw authenticationFailed();
    const schema = new ContactSchema(found.attributes);
    if (this.cache.size >= MOST_CACHED) this.cache.delete(this.cache.keys().next().value!);
    this.cache.set(found.version, schema);
    return schema;
  }
}
