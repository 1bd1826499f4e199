import { Controller } from '@nestjs/common';
import { type CloudEvent, type TokensUsed, tokensUsed } from '#contracts';
import type { Tx } from '#database';
import { SubscribeInTransaction } from '#messaging';
import { TokensRepository } from './tokens.repository.js';

/** Notes the uses of tokens that other services let in. */
@Controller()
export class TokenUsesConsumer {
  constructor(private readonly tokens: TokensRepository) {}

  @SubscribeInTransaction(tokensUsed, { queue: 'optout.tokens-used', batch: 50 })
  async note(tx: Tx, events: CloudEvent<TokensUsed>[]): Promise<void> {
    for (const { data } of events) {
      const ids = data.uses.map(({ tokenId }) => tokenId);
      await this.tokens.markUsed({ ids, times: data.uses.map(({ usedAt }) => new Date(usedAt)) }, tx);
    }
  }
}
