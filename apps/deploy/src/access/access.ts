import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LastUsed, parseCredential, sameHash } from '#auth';
import { authenticationFailed } from '#http';
import { ApiKeysRepository } from './api-keys.repository.js';
import type { Caller } from './caller.js';

/** Who may come in. Every request asks the database, so a key that was revoked is refused at once, by every replica. */
@Injectable()
export class Access implements OnModuleDestroy {
  private readonly lastUsed: LastUsed;

  constructor(private readonly keys: ApiKeysRepository) {
    this.lastUsed = new LastUsed((uses) => keys.markUsed(uses));
  }

  /** @throws {Problem} 401 unless the credential is a key of ours that holds */
  async callerOf(credential: string | undefined): Promise<Caller & { requestsPerMinute: number | null }> {
    const sent = credential === undefined ? undefined : parseCredential(credential);
    if (sent?.kind !== 'hd_key') throw authenticationFailed();
    const key = await this.keys.find(sent.id);
    if (!key || !sameHash(key.hash, sent.hash) || key.revoked) throw authenticationFailed();
    this.lastUsed.touch(key.id);
    const { id: keyId, accountId, permissions, requestsPerMinute, schemaVersion } = key;
    return { keyId, accountId, permissions, requestsPerMinute, schemaVersion };
  }

  async onModuleDestroy(): Promise<void> {
    await this.lastUsed.onModuleDestroy();
  }
}
