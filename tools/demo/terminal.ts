/** The demo's voice. On a terminal it has colours and a moving bar; in a pipe or a log it is plain lines. */
const lively = process.stdout.isTTY === true && process.env.TERM !== 'dumb';
const paint = (code: string) => (text: string) =>
  lively && !process.env.NO_COLOR ? `\x1b[${code}m${text}\x1b[0m` : text;

export const bold = paint('1');
export const dim = paint('2');
const green = paint('32');
const cyan = paint('36');

export const say = (text = '') => void process.stdout.write(`${text}\n`);

/** A chapter of the story. */
export const chapter = (text: string) => say(`\n${bold(cyan(`▸ ${text}`))}`);

export const done = (text: string) => say(`  ${green('✓')} ${text}`);

/** Something as the system itself said it. */
export function quote(lines: string[]): void {
  for (const line of lines) say(dim(`    │ `) + line);
}

const width = 32;

/** A bar from 0 to 1 that is drawn over itself; in plain output it is a line at every quarter. */
export function progress(label: string): { update(share: number, text: string): void; end(): void } {
  let quarter = 0;
  return {
    update(share, text) {
      const part = Math.min(1, share);
      if (lively) {
        const full = Math.round(part * width);
        const bar = green('█'.repeat(full)) + dim('░'.repeat(width - full));
        process.stdout.write(`\r\x1b[2K  ${label} ${bar} ${String(Math.floor(part * 100)).padStart(3)} %  ${text}`);
      } else if (Math.floor(part * 4) > quarter) {
        quarter = Math.floor(part * 4);
        say(`  ${label} ${quarter * 25} %  ${text}`);
      }
    },
    end() {
      if (lively) process.stdout.write('\r\x1b[2K');
    },
  };
}

export function table(rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    say(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('   ')
        .trimEnd()}`,
    );
}

export const count = (value: number) => value.toLocaleString('en-US');

export function seconds(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
