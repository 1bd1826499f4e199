import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { exportState, toYaml } from './export-state.js';

export function addExportCommand(program: Command, { connection, output }: CommandContext): void {
  program
    .command('export')
    .description('write the installation as a state file (YAML, or JSON with --json) to standard output')
    .action(async () => {
      const state = await exportState(connection());
      output().line(toYaml(state).trimEnd());
      output().result(state);
    });
}
