import type { Output } from '../output/output.js';
import type { Change } from './service-state.js';

const actions = ['created', 'changed', 'deleted', 'unchanged'] as const;

/** One line a thing, in the order in which they were handled, and a sum. */
export function reportChanges(output: Output, changes: Change[], dryRun: boolean): void {
  const width = Math.max(0, ...changes.map(({ kind }) => kind.length));
  for (const { kind, name, action } of changes) output.line(`${action.padEnd(9)}  ${kind.padEnd(width)}  ${name}`);
  const counts = actions
    .map((action) => [action, changes.filter((change) => change.action === action).length] as const)
    .filter(([action, count]) => count > 0 || action === 'unchanged')
    .map(([action, count]) => `${count} ${action}`);
  output.line(`${counts.join(', ')}${dryRun ? '. This was a dry run: nothing was changed.' : '.'}`);
}
