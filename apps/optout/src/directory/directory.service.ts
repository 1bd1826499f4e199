import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { mintCredential } from '#auth';
import type { DirectoryComplete } from '#contracts';
import type { Tx } from '#database';
import { compareDirectories, type DirectoryChange, type UserChange } from './compare-directories.js';
import type { Directory, DirectoryVersions } from './directory.js';
import { DirectoryRepository } from './directory.repository.js';
import { DirectoryAnnouncer } from './directory-announcer.js';

export interface ChangedDirectory {
  directory: Directory;
  change: DirectoryChange;
  versions: DirectoryVersions;
  /** Secrets made just now, by user id and token name. They are shown once and stored nowhere. */
  secrets: Map<string, Map<string, string>>;
}

/** Changes the directory: one at a time, whole, and announced in the same transaction. */
@Injectable()
export class DirectoryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: DirectoryRepository,
    private readonly announcer: DirectoryAnnouncer,
  ) {}

  read(): Promise<Directory> {
    return this.dataSource.transaction('REPEATABLE READ', (tx) => this.repository.load(tx));
  }

  /** `plan` gets the directory as it is and returns it as it should be; when it throws, nothing happens. */
  change(plan: (current: Directory) => Directory, { dryRun = false } = {}): Promise<ChangedDirectory> {
    return this.dataSource.transaction(async (tx) => {
      await this.repository.lock(tx);
      const current = await this.repository.load(tx);
      const directory = plan(current);
      const change = compareDirectories(current, directory);
      const secrets = dryRun ? new Map() : await this.save(tx, change, directory);
      return { directory, change, secrets, versions: await this.repository.versions(tx) };
    });
  }

  versions(): Promise<DirectoryVersions> {
    return this.repository.versions(this.dataSource.manager);
  }

  /**
   * Sends all of it again, in a version above all that was ever sent and above `known`: an old state that is still on its way can't pass for the one that is asked for. @returns what was sent, so
   * that a service can tell when it has everything
   */
  async announceAll(tx: Tx, known: number): Promise<Omit<DirectoryComplete, 'requestedBy'>> {
    await this.repository.lock(tx);
    const version = await this.repository.nextVersion(tx, known);
    await this.repository.touchAll(tx, version);
    return { version, optoutListIds: await this.announcer.lists(tx), userIds: await this.announcer.users(tx) };
  }

  private async save(tx: Tx, change: DirectoryChange, directory: Directory): Promise<ChangedDirectory['secrets']> {
    const secrets: ChangedDirectory['secrets'] = new Map();
    const version = await this.repository.nextVersion(tx);
    const lists = change.lists.filter(({ announce }) => announce);
    for (const { action, list } of lists) {
      if (action === 'created' || action === 'changed') await this.repository.saveList(tx, list, version);
      if (action === 'unchanged') await this.repository.touchList(tx, list.id, version);
    }
    // Parts after all lists, global before any goes: rows refer to each other.
    for (const { action, list } of lists) if (action !== 'deleted') await this.repository.saveParts(tx, list);
    if (change.global === 'changed') await this.repository.saveGlobal(tx, directory.global);
    for (const { action, list } of lists)
      if (action === 'deleted') await this.repository.deleteList(tx, list.id, version);
    const users = change.users.filter(({ action }) => action !== 'unchanged');
    for (const user of users) secrets.set(user.user.id, await this.saveUser(tx, user, version));

    if (lists.length)
      await this.announcer.lists(
        tx,
        lists.map(({ list }) => list.id),
      );
    if (users.length)
      await this.announcer.users(
        tx,
        users.map(({ user }) => user.id),
      );
    return secrets;
  }

  private async saveUser(tx: Tx, { action, user, tokens }: UserChange, version: number): Promise<Map<string, string>> {
    if (action === 'deleted') await this.repository.deleteUser(tx, user.id, version);
    else await this.repository.saveUser(tx, user, version);
    const secrets = new Map<string, string>();
    for (const { token, before } of tokens) {
      if (before?.id && before.id !== token?.id) await this.repository.deleteToken(tx, before.id);
      if (!token) continue;
      if (token.id === undefined) {
        const credential = mintCredential('hd_tok');
        token.id = credential.id;
        await this.repository.addToken(tx, user.id, { ...token, id: token.id }, credential.hash);
        if (!token.revoked) secrets.set(token.name, credential.token);
      } else if (token.revoked) await this.repository.revokeToken(tx, token.id);
    }
    return secrets;
  }
}
