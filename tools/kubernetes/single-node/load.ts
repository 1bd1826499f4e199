import type { Provisioned } from '../../demo/profile.ts';
import type { Credentials } from '../../demo/provision.ts';

/** What clients of all kinds do, each in a loop of its own on connections that are kept, until it is stopped. Every answer but a 2xx, and every lost connection, is a failure. */
export class Load {
  answered = 0;
  readonly failures: string[] = [];
  private stopped = false;
  private clients: Promise<void>[] = [];
  private number = 0;

  /** @param gateway without a port, which says which host it is */
  start(gateway: string, credentials: Credentials, state: Provisioned, emailMd5: string): void {
    const { apiKey, token, mailerKey, mailerToken } = credentials;
    const { optoutListId } = state.lists[0]!;
    const bearer = (secret: string) => ({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' });
    const deploy = { headers: bearer(apiKey) };
    const contact = `${gateway}:8080/deploy/v1/contacts/${emailMd5}`;
    const patch = () => ({
      ...deploy,
      method: 'PATCH',
      body: JSON.stringify({ attributes: { score: ++this.number } }),
    });
    const post = (body: object) => ({ method: 'POST', headers: bearer(token), body: JSON.stringify(body) });
    const collect = () => post({ optoutListId, email: `load.${++this.number}@example.org` });
    const upload = () => post({ optoutListId, fileContentLength: 1_000 });
    const prepare = `${gateway}:8082/accesskey/download/${mailerKey}?token=${mailerToken}&format=md5`;
    const kinds: [string, () => RequestInit][] = [
      [contact, () => deploy],
      [contact, patch],
      [`${gateway}:8081/client-optout/collect`, collect],
      [`${gateway}:8081/client-optout/collect`, collect],
      [`${gateway}:8080/optout-list/prepare-upload`, upload],
      [prepare, () => ({})],
    ];
    this.clients = kinds.map(([url, request]) => this.client(url, request));
  }

  /** Resolves when so many requests have been answered. */
  async untilAnswered(count: number): Promise<void> {
    while (this.answered < count) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.clients);
  }

  private async client(url: string, request: () => RequestInit): Promise<void> {
    while (!this.stopped) {
      await this.one(url, request());
      // Many clients, none of them greedy: the machine has to run the pods too.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private async one(url: string, request: RequestInit): Promise<void> {
    const what = `${new Date().toISOString()} ${request.method ?? 'GET'} ${new URL(url).pathname.slice(0, 40)}`;
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(60_000) });
      const body = await response.text();
      if (!response.ok || body.startsWith('{"result":"error"'))
        this.failures.push(`${what} ${response.status} ${body.slice(0, 200)}`);
    } catch (error) {
      this.failures.push(
        `${what} ${(error as Error).message} ${((error as Error).cause as Error | undefined)?.message ?? ''}`,
      );
    }
    this.answered += 1;
  }
}
