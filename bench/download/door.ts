/** The HTTP door of the optout service as a process of its own, and calls to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

export interface Door {
  readonly process: ChildProcess;
  // biome-ignore lint/suspicious/noExplicitAny: answers of several endpoints
  call(method: string, path: string, token: string, body?: object): Promise<any>;
}

/** It says where it listens. */
export async function openDoor(environment: Record<string, string>): Promise<Door> {
  const door = spawn(process.execPath, ['dist/apps/optout/src/main.js'], {
    env: { PATH: process.env.PATH, ...environment, HEED_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: door.stdout })) {
    const url = /listening at (http:[^"]+)/.exec(line)?.[1];
    if (url) return { process: door, call: (...asked) => call(url, ...asked) };
  }
  throw new Error('the door did not open');
}

async function call(url: string, method: string, path: string, token: string, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Asks for a download and waits until the file is there, as a client does. */
export async function download(door: Door, token: string, optoutListId: string, columns: string[]) {
  const started = performance.now();
  const asked = { optoutListId, columns, collectionType: ['collected', 'imported'] };
  const { downloadUrl } = await door.call('POST', '/optout-list/prepare-download', token, asked);
  for (;;) {
    const response = await fetch(downloadUrl, { headers: { range: 'bytes=0-0' } });
    await response.arrayBuffer();
    const seconds = (performance.now() - started) / 1_000;
    if (response.ok) return { seconds, bytes: Number(response.headers.get('content-range')?.split('/')[1]) };
    await pause(20);
  }
}
