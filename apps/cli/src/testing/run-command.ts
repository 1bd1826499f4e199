import { jest } from '@jest/globals';
import { Command, CommanderError } from 'commander';
import type { CommandContext } from '../command-context.js';
import type { Connection } from '../connection/connection.js';
import { CommandFailure, ExitCode } from '../exit-code.js';
import { Output } from '../output/output.js';

export interface Run {
  code: number;
  stdout: string;
}

/** One command as a person runs it, in this process. @param args after `heed` */
export async function runCommand(
  add: (program: Command, context: CommandContext) => void,
  args: string[],
  connection: Connection,
): Promise<Run> {
  const written: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const heed = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  add(heed, { connection: () => connection, output: () => new Output(false) });
  try {
    await heed.parseAsync(args, { from: 'user' });
    return { code: ExitCode.ok, stdout: written.join('') };
  } catch (error) {
    if (error instanceof CommandFailure) return { code: error.exitCode, stdout: written.join('') };
    if (error instanceof CommanderError) return { code: ExitCode.usage, stdout: written.join('') };
    throw error;
  } finally {
    write.mockRestore();
  }
}
