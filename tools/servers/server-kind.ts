import type { Account } from './accounts.ts';
import type { Requirement } from './packages.ts';
import type { OwnProcess } from './processes.ts';

/** What a server gets for its start. */
export interface Launch {
  /** Its own folder, owned by `account`. */
  folder: (account: Account | undefined) => string;
  /** Ports and credentials of the last time; empty at the first. */
  before: Partial<Record<string, string | number>>;
  throwAway: boolean;
  nginxConfig: string | undefined;
  /** To be called as soon as a process runs, so that it can be stopped whatever happens next. */
  remember: (processes: OwnProcess[], address: Record<string, string | number>) => void;
}

/** How one kind of server is installed, started and stopped. */
export interface ServerKind {
  title: string;
  requirement?: Requirement;
  /** Anything else that has to be there before the start, such as a program to be built. May take minutes. */
  prepare?: (report: (line: string) => void) => Promise<void>;
  /** Resolves when the server answers; with its address, which is also what `before` is the next time. */
  start: (launch: Launch) => Promise<Record<string, string | number>>;
  /** The signal for an orderly end. */
  stopSignal: NodeJS.Signals;
}
