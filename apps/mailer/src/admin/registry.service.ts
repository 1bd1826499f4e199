import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { mintCredential } from '#auth';
import type { Tx } from '#database';
import { compareRegistries, type MailerDifference, type RegistryDifference } from './compare-registries.js';
import type { Registry } from './registry.js';
import { RegistryRepository } from './registry.repository.js';

/** Secrets made just now, by token id. They are shown once and stored nowhere. */
export type NewSecrets = Map<string, string>;

export interface ChangedRegistry {
  registry: Registry;
  difference: RegistryDifference;
  secrets: NewSecrets;
}

/** Changes the registry: one change at a time, and whole. */
@Injectable()
export class RegistryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: RegistryRepository,
  ) {}

  read(): Promise<Registry> {
    return this.dataSource.transaction('REPEATABLE READ', (tx) => this.repository.load(tx));
  }

  /** `plan` gets the registry as it is and returns it as it should be; when it throws, nothing happens. */
  change(plan: (current: Registry) => Registry, { dryRun = false } = {}): Promise<ChangedRegistry> {
    return this.dataSource.transaction(async (tx) => {
      await this.repository.lock(tx);
      const current = await this.repository.load(tx);
      const registry = plan(current);
      const difference = compareRegistries(current, registry);
      const secrets: NewSecrets = new Map();
      if (!dryRun) await this.save(tx, difference, secrets);
      return { registry, difference, secrets };
    });
  }

  private async save(tx: Tx, { campaigns, mailers }: RegistryDifference, secrets: NewSecrets): Promise<void> {
    for (const { action, after } of campaigns)
      if (after && action !== 'unchanged') await this.repository.saveCampaign(tx, after);
    // Keys that go or change are given up first: they may be wanted elsewhere.
    for (const { access } of mailers)
      for (const { before, after } of access)
        if (before && !after) await this.repository.deleteAccess(tx, before.key);
        else if (before && before.key !== after!.key) await this.repository.giveUpKey(tx, before.key);
    for (const mailer of mailers) if (mailer.action !== 'unchanged') await this.saveMailer(tx, mailer, secrets);
    for (const { after, before } of campaigns)
      if (!after && before) await this.repository.deleteCampaign(tx, before.id);
  }

  private async saveMailer(tx: Tx, { before, after, tokens, access }: MailerDifference, secrets: NewSecrets) {
    if (!after) return this.repository.deleteMailer(tx, before!.id);
    await this.repository.saveMailer(tx, after);
    for (const token of tokens) {
      if (token.before?.id && token.before.id !== token.after?.id)
        await this.repository.deleteToken(tx, token.before.id);
      if (!token.after) continue;
      if (token.after.id) {
        if (token.after.revoked) await this.repository.revokeToken(tx, token.after.id);
        continue;
      }
      const { id, token: secret, hash } = mintCredential('hd_mlr');
      token.after.id = id;
      await this.repository.addToken(tx, after.id, { ...token.after, id }, hash);
      if (!token.after.revoked) secrets.set(id, secret);
    }
    for (const one of access)
      if (one.after && one.action !== 'unchanged') await this.repository.saveAccess(tx, after.id, one.after);
  }
}
