/** What scripts can go by; the README of the command line lists the same. */
export const ExitCode = {
  ok: 0,
  /** A service or a file check refused, or the thing watched has failed. */
  refused: 1,
  /** The command line, its connection or its files can't be used as given. */
  usage: 2,
  /** A service couldn't be reached, or answered that it is out of order. */
  unreachable: 3,
  /** Everything is written, but collect or mailer didn't learn of it in time. */
  notYetKnown: 4,
} as const;

/** A failure that ends the command: its message is for the person at the terminal, its lines add detail. */
export class CommandFailure extends Error {
  constructor(
    readonly exitCode: number,
    message: string,
    readonly lines: readonly string[] = [],
  ) {
    super(message);
    this.name = 'CommandFailure';
  }
}
