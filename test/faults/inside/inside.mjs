/**
 * Loaded into every door of a fault run (`--import`). Its clock goes wrong by as many milliseconds as the door's file of the harness says; timers go on as they do when a real clock is set. On SIGUSR2
 * it writes down what it holds: memory after a garbage collection, and open handles by kind.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const file = process.env.HEED_FAULTS_INSIDE;
const RealDate = Date;
let offset = 0;
const now = () => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

setInterval(() => {
  try {
    offset = Number(readFileSync(`${file}.clock`, 'latin1')) || 0;
  } catch {
    offset = 0;
  }
}, 100).unref();

process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  writeFileSync(`${file}.draft`, JSON.stringify({ pid: process.pid, heapUsed, external, rss, handles }));
  renameSync(`${file}.draft`, `${file}.json`);
});
