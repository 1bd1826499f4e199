import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isCredentialId } from '#auth';
import { notFound } from '#http';
import { ApiKey } from '../access/api-key.entity.js';
import { checkAccount } from '../access/check-account.js';

/** API keys as their owners look after them, beside what a state file says. */
@Injectable()
export class KeysService {
  constructor(private readonly dataSource: DataSource) {}

  async list(accountId: string): Promise<ApiKey[]> {
    await checkAccount(this.dataSource.manager, accountId);
    return this.dataSource.manager.find(ApiKey, {
      where: { accountId },
      order: { createdAt: 'ASC', name: 'ASC', id: 'ASC' },
    });
  }

  async revoke(accountId: string, id: string): Promise<void> {
    const { affected } = isCredentialId(id)
      ? await this.dataSource.manager.update(ApiKey, { accountId, id }, { revoked: true })
      : { affected: 0 };
    if (affected !== 1) throw notFound('The account has no such key.');
  }
}
