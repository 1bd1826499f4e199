import { type ProgressBar, progressBar } from './progress-bar.js';
import { table } from './table.js';

/**
 * What a command says. For people: lines, tables, and progress on standard error while it is a terminal. With `--json`: one JSON value on standard output at the end, and nothing else.
 */
export class Output {
  constructor(readonly json: boolean) {}

  line(text: string): void {
    if (!this.json) process.stdout.write(`${text}\n`);
  }

  table(headings: string[], rows: string[][]): void {
    if (!this.json) process.stdout.write(table(headings, rows));
  }

  /** The machine's answer; people get the lines. */
  result(value: unknown): void {
    if (this.json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }

  progress(label: string): ProgressBar {
    return progressBar(label, !this.json && process.stderr.isTTY === true ? process.stderr : undefined);
  }
}
