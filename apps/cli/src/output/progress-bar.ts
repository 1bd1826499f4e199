const width = 24;

export interface ProgressBar {
  /** @param share 0 to 1, or undefined while it isn't known. */
  update(share: number | undefined, text?: string): void;
  /** Wipes the bar, so that what is said next stands on a clean line. */
  end(): void;
}

/** A bar on one line of a terminal; without a terminal it says nothing. */
export function progressBar(label: string, terminal?: NodeJS.WriteStream): ProgressBar {
  return {
    update(share, text = '') {
      const done = Math.round(Math.min(1, Math.max(0, share ?? 0)) * width);
      const bar = share === undefined ? '·'.repeat(width) : '█'.repeat(done) + '░'.repeat(width - done);
      const percent = share === undefined ? '' : `${Math.floor(share * 100)} %`.padStart(6);
      const line = `${label}  ${bar}${percent}  ${text}`;
      terminal?.write(`\r\x1b[2K${line.slice(0, (terminal.columns ?? 80) - 1)}`);
    },
    end() {
      terminal?.write('\r\x1b[2K');
    },
  };
}
