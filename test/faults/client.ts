/** What every client of a run has in common: it works until the run is over, keeps what it was promised, and checks that afterwards. */
import { setTimeout as pause } from 'node:timers/promises';
import type { History, Violation } from './history.ts';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';

export interface Play {
  stage: Stage;
  history: History;
  random: Random;
  /** No new work is begun after it is aborted. */
  over: AbortSignal;
}

export interface Client {
  name: string;
  /** Resolves some time after the play is over. */
  work(play: Play): Promise<void>;
  /** After everything has been healed and has come to rest. */
  check(play: Play): Promise<Violation[]>;
  /** How much it was promised, in words. */
  summary(): string;
}

export interface Answer {
  /** 0 when there was none: nobody knows then what has happened. */
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
}

const NO_ANSWER: Answer = { status: 0, headers: new Headers(), text: '', json: {} };
const PATIENCE_MS = 40_000;

/** One request; redirects are told, not followed. */
export async function ask(
  method: string,
  url: string,
  { token, body, form }: { token?: string; body?: unknown; form?: string } = {},
): Promise<Answer> {
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const content = form ?? (body === undefined ? undefined : JSON.stringify(body));
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(content !== undefined && { 'content-type': type }),
      },
      ...(content !== undefined && { body: content }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
  } catch {
    return NO_ANSWER;
  }
}

/** How long a client waits for work that is being harmed all the while; whether something is left hanging is judged when everything has healed. */
export const WORK_PATIENCE_MS = 600_000;

/** Asks until the answer is good, as a client does that has to know; `undefined` when it still isn't after the time given. */
export async function insist(
  request: () => Promise<Answer>,
  isGood: (answer: Answer) => boolean,
  timeoutMs = 120_000,
): Promise<Answer | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await request();
    if (isGood(answer)) return answer;
    if (performance.now() > deadline) return undefined;
    await pause(300);
  }
}

/** Waits until it is so, or the time is over. */
export async function eventuallyTrue(isSo: () => boolean, timeoutMs: number): Promise<void> {
  for (const deadline = performance.now() + timeoutMs; !isSo() && performance.now() < deadline; ) await pause(100);
}

/** A file by a link that works any number of times; `undefined` when it does not come within two minutes. */
export async function fetchBytes(url: string): Promise<Buffer | undefined> {
  for (let tries = 0; tries < 120; tries++) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(40_000) });
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      await response.body?.cancel();
    } catch {
      // The storage is being harmed.
    }
    await pause(1_000);
  }
  return undefined;
}

/** The rows of a fresh download without its header, in the columns asked for; `undefined` when it does not come. */
export async function download(
  { stage }: Play,
  list: string,
  columns: string[],
  timeoutMs = 120_000,
): Promise<string[] | undefined> {
  const prepared = await insist(
    () =>
      ask('POST', `${stage.system.baseUrl}/optout-list/prepare-download`, {
        token: stage.token,
        body: { optoutListId: stage.listIds[list], columns, collectionType: ['collected', 'imported'] },
      }),
    ({ status }) => status === 200,
    timeoutMs,
  );
  if (!prepared) return undefined;
  const file = await insist(
    () => ask('GET', String(prepared.json.downloadUrl)),
    ({ status }) => status === 200,
    timeoutMs,
  );
  return file?.text.split('\n').slice(1, -1);
}
