import type { Connection } from '../connection/connection.js';
import { CommandFailure, ExitCode } from '../exit-code.js';
import { findByReference } from '../state-file/references.js';

export interface Account {
  id: string;
  name: string;
  brands?: { id: string; name: string }[];
  webhooks?: { id: string; name: string; url: string; events: string[]; enabled: boolean }[];
}

/** The account of that name or id. @throws {CommandFailure} `usage` where there is none, or more than one */
export async function accountOf({ admin }: Connection, reference: string): Promise<Account> {
  const { accounts = [] } = await admin.deploy.get<{ accounts?: Account[] }>('/state');
  return theOne('account', reference, accounts);
}

/** @param kind for the person who gave the name */
export function theOne<T extends { name: string; id: string }>(kind: string, reference: string, things: T[]): T {
  const found = findByReference(reference, things);
  if (found.length === 1) return found[0]!;
  const trouble = found.length === 0 ? `There is no ${kind}` : `More than one ${kind} has the name`;
  throw new CommandFailure(ExitCode.usage, `${trouble} ${JSON.stringify(reference)}.`);
}
