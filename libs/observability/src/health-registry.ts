import { Injectable } from '@nestjs/common';

const CHECK_TIMEOUT_MS = 3_000;

/** What must work for a door to be ready. Each lib adds the check of the server that it speaks to; a check that throws, or takes over 3 s, means "not ready". */
@Injectable()
export class HealthRegistry {
  private readonly checks = new Map<string, () => Promise<unknown>>();

  add(name: string, check: () => Promise<unknown>): void {
    this.checks.set(name, check);
  }

  /** The state of each part by its name. */
  async check(): Promise<Record<string, 'up' | 'down'>> {
    const entries = [...this.checks].map(
      async ([name, check]) => [name, (await succeeds(check)) ? 'up' : 'down'] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  }
}

async function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), timeout]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
