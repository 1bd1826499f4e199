import { Injectable } from '@nestjs/common';
import { LastUsed, parseCredential, sameHash } from '#auth';
import type { Access } from './access.js';
import { invalidAccessKey, invalidToken } from './access-keys.errors.js';
import { AccessKeysRepository } from './access-keys.repository.js';

/** Who is asking, and what may he have. */
@Injectable()
export class AccessKeysService {
  constructor(
    private readonly repository: AccessKeysRepository,
    private readonly lastUsed: LastUsed,
  ) {}

  /** @throws invalid_token, invalid_access_key */
  async authorise(key: string, token: string | undefined): Promise<Access> {
    const credential = token === undefined ? undefined : parseCredential(token);
    const stored = credential?.kind === 'hd_mlr' ? await this.repository.findToken(credential.id) : undefined;
    if (!credential || !stored || !sameHash(stored.hash, credential.hash)) throw invalidToken();
    this.lastUsed.touch(stored.id);
    // PostgreSQL takes no text with a NUL, so nothing is called by one.
    const access = key.includes('\0') ? undefined : await this.repository.findAccess(key, stored);
    if (!access) throw invalidAccessKey();
    return access;
  }
}
