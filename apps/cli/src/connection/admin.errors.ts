import { CommandFailure, ExitCode } from '../exit-code.js';
import type { ProblemBody } from './problem-body.js';

/** A service said no; the pointers of its errors lead into what was sent. */
export class Refusal extends CommandFailure {
  constructor(
    readonly service: string,
    readonly status: number,
    readonly problem: ProblemBody,
  ) {
    const lines = (problem.errors ?? []).map(({ pointer, parameter, detail }) =>
      `${pointer ?? parameter ?? ''} ${detail}`.trim(),
    );
    super(
      ExitCode.refused,
      `${service} refused (${status}): ${problem.detail ?? problem.code ?? 'no reason given'}`,
      lines,
    );
  }
}

export const refused = (service: string, status: number, problem: ProblemBody) => new Refusal(service, status, problem);

export const outOfOrder = (service: string, status: number, problem: ProblemBody) =>
  new CommandFailure(
    ExitCode.unreachable,
    `${service} is out of order (${status}): ${problem.detail ?? 'no reason given'}`,
  );

export const unreachable = (service: string, url: string, error: unknown) =>
  new CommandFailure(ExitCode.unreachable, `${service} can't be reached at ${url} (${reasonOf(error)}).`);

/** Node hides the reason of a failed fetch in its cause. */
function reasonOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? (name === 'TimeoutError' ? 'no answer in time' : (cause?.message ?? message));
}
