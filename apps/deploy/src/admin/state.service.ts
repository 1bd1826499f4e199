import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import { Problems } from '#state';
import { OperationLock } from '../operations/operation-lock.js';
import type { AccountPlan, Change } from './plan.js';
import { planState } from './plan-state.js';
import type { StateDto } from './state.dto.js';
import { StateRepository } from './state.repository.js';
import { type AccountView, accountView, type NewSecrets } from './state-view.js';
import { WebhooksStateRepository } from './webhooks-state.repository.js';

@Injectable()
export class StateService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly state: StateRepository,
    private readonly webhooks: WebhooksStateRepository,
    private readonly lock: OperationLock,
  ) {}

  async export(): Promise<{ accounts: AccountView[] }> {
    const accounts = await this.dataSource.transaction('REPEATABLE READ', (tx) => this.state.load(tx));
    return { accounts: accounts.map((account) => accountView(account)) };
  }

  /** Everything or, if anything is wrong with it, nothing. A dry run answers what would change, and the state as it is. */
  async apply(
    wanted: StateDto,
    { dryRun, prune }: { dryRun: boolean; prune: boolean },
  ): Promise<{ changes: Change[]; state: { accounts: AccountView[] } }> {
    return this.dataSource.transaction(async (tx) => {
      await this.state.lock(tx);
      const problems = new Problems();
      const plan = planState(wanted, await this.state.load(tx), prune, problems);
      problems.throwIfAny();
      const secrets = new Map<string, NewSecrets>();
      if (!dryRun) {
        for (const account of plan.accounts) secrets.set(account.id, await this.write(tx, account));
        // Last: from here to the commit mutations of these accounts are refused.
        for (const account of plan.accounts) await this.changeSchema(tx, account);
        for (const id of plan.deletedAccounts) await this.delete(tx, id);
      }
      const present = new Map((await this.state.load(tx)).map((account) => [account.id, account]));
      const accounts = plan.accounts.flatMap(({ id }) => present.get(id) ?? []);
      return {
        changes: plan.changes,
        state: { accounts: accounts.map((one) => accountView(one, secrets.get(one.id))) },
      };
    });
  }

  private async write(tx: Tx, plan: AccountPlan): Promise<NewSecrets> {
    await this.state.writeAccount(tx, plan);
    await this.state.writeBrands(tx, plan);
    return { keys: await this.state.writeKeys(tx, plan), webhooks: await this.webhooks.write(tx, plan) };
  }

  private async changeSchema(tx: Tx, plan: AccountPlan): Promise<void> {
    if (!changesSchema(plan)) return;
    await this.lock.enterAlone(tx, plan.id);
    await this.state.writeSchema(tx, plan);
  }

  private async delete(tx: Tx, accountId: string): Promise<void> {
    await this.lock.enterAlone(tx, accountId);
    await this.state.deleteAccount(tx, accountId);
  }
}

function changesSchema({ newAttributes, changedAttributes, deletedAttributes }: AccountPlan): boolean {
  return newAttributes.length + changedAttributes.length + deletedAttributes.length > 0;
}
