import { Injectable } from '@nestjs/common';
import { LastUsed, parseCredential, sameHash } from '#auth';
import { TokensRepository } from './tokens.repository.js';

/** Who a token belongs to. */
@Injectable()
export class AccessService {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly lastUsed: LastUsed,
  ) {}

  /** The id of the token's user; undefined where it isn't one of ours, is revoked, or its user is deleted. */
  async userOf(token: string): Promise<string | undefined> {
    const credential = parseCredential(token);
    if (credential?.kind !== 'hd_tok') return undefined;
    const stored = await this.tokens.findLive(credential.id);
    if (!stored || !sameHash(stored.hash, credential.hash)) return undefined;
    this.lastUsed.touch(credential.id);
    return stored.userId;
  }
}
