import { CommanderError } from 'commander';
import { CommandFailure, ExitCode } from './exit-code.js';
import { program } from './program.js';

process.exitCode = await run(process.argv);

async function run(argv: string[]): Promise<number> {
  try {
    await program().parseAsync(argv);
    return ExitCode.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
    if (!(error instanceof CommandFailure)) throw error;
    console.error([error.message, ...error.lines.map((line) => `  ${line}`)].join('\n'));
    return error.exitCode;
  }
}
