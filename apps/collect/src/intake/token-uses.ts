import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { tokensUsed } from '#contracts';
import { Outbox } from '#messaging';

/** Tells the opt-out service, which keeps them, when tokens were used here. */
@Injectable()
export class TokenUses {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {}

  async tell({ ids, times }: { ids: string[]; times: Date[] }): Promise<void> {
    const uses = ids.map((tokenId, n) => ({ tokenId, usedAt: times[n]!.toISOString() }));
    await this.dataSource.transaction((tx) => this.outbox.add(tx, tokensUsed, { subject: 'collect', data: { uses } }));
  }
}
