import type { Tx } from '#database';
import { notFound } from '#http';
import { Account } from './account.entity.js';

/** For administrators, who name the account that they mean. @throws {Problem} 404 unless there is such an account */
export async function checkAccount(tx: Tx, id: string): Promise<void> {
  if (!(await tx.existsBy(Account, { id }))) throw notFound(`There is no account ${id}.`);
}
