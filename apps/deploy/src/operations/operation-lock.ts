/**
 * The lock between the mutations of an account's contacts and its operations. It is PostgreSQL's advisory lock, held to the end of the transaction: mutations hold it together, and the start of
 * an operation has it alone for the moment in which it writes that it runs. So every mutation that was let in has been committed when an operation begins, and every later one sees it and
 * is refused. A change of the schema by a state file has it alone until it is done. A mutation never waits for it: what would have to is refused. It writes no row, and a process that dies or hangs
 * lets go of it.
 */
import { Injectable } from '@nestjs/common';
import { LET_GO_WHEN_HANGING, type Tx } from '#database';
import { authenticationFailed } from '#http';
import type { SchemaRef } from '../contact-schema/contact-schemas.js';
import { operationInProgress } from './operations.errors.js';
import { retryAfterSeconds } from './retry-after.js';

interface Entered {
  schema_version: string;
  running: boolean;
  /** Null while something has the lock alone, of which nobody can say how far it is. */
  seconds: number | null;
  done: string;
  total: string | null;
}

@Injectable()
export class OperationLock {
  /**
   * To be called first in the transaction of every mutation. Until the transaction ends no operation begins and the schema stays as it is.
   * @throws {Problem} 409 operation_in_progress
   */
  async enterMutation(tx: Tx, accountId: string): Promise<SchemaRef> {
    const [entered]: (Entered | undefined)[] = await tx.query(
      `SELECT *, ${LET_GO_WHEN_HANGING} FROM enter_mutation($1)`,
      [accountId],
    );
    // The account was deleted since its key was looked up.
    if (!entered) throw authenticationFailed();
    if (entered.running) {
      const { seconds, done, total } = entered;
      throw operationInProgress(
        retryAfterSeconds({ seconds: seconds ?? 0, done: Number(done), total: total === null ? null : Number(total) }),
      );
    }
    return { accountId, schemaVersion: entered.schema_version };
  }

  /**
   * Waits until no mutation of the account is under way, and from then on has all others refused until the transaction ends.
   * @throws {Problem} 409 operation_in_progress
   */
  async enterAlone(tx: Tx, accountId: string): Promise<SchemaRef> {
    await tx.query('SELECT pg_advisory_xact_lock(operation_lock_key($1))', [accountId]);
    return this.enterMutation(tx, accountId);
  }
}
