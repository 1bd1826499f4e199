import { outOfOrder, refused, unreachable } from './admin.errors.js';
import type { ProblemBody } from './problem-body.js';

const answerWithinMs = 60_000;

/** The admin API of one service. Every call that isn't answered with a 2xx ends as a failure with an exit code of its own. */
export class AdminClient {
  constructor(
    readonly service: string,
    readonly url: string,
    private readonly token: string,
  ) {}

  get<T>(path: string): Promise<T> {
    return this.call<T>('GET', path);
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.call<T>('PUT', path, body);
  }

  post<T>(path: string, body?: unknown): Promise<T> {
    return this.call<T>('POST', path, body);
  }

  delete<T>(path: string): Promise<T> {
    return this.call<T>('DELETE', path);
  }

  /** Whether the service says that it can work, and what it says otherwise. */
  async readiness(): Promise<{ ready: boolean; detail: string }> {
    try {
      const response = await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(5_000) });
      return { ready: response.ok, detail: response.ok ? '' : await response.text() };
    } catch (error) {
      return { ready: false, detail: unreachable(this.service, this.url, error).message };
    }
  }

  private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.send(method, `${this.url}/admin/v1${path}`, body);
    const text = await response.text();
    if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T;
    const problem = problemIn(text);
    throw response.status >= 500
      ? outOfOrder(this.service, response.status, problem)
      : refused(this.service, response.status, problem);
  }

  private async send(method: string, url: string, body?: unknown): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.token}`, accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    try {
      return await fetch(url, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(answerWithinMs),
      });
    } catch (error) {
      throw unreachable(this.service, this.url, error);
    }
  }
}

function problemIn(text: string): ProblemBody {
  try {
    return JSON.parse(text) as ProblemBody;
  } catch {
    return {};
  }
}
