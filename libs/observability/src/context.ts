import { AsyncLocalStorage } from 'node:async_hooks';

/** What a line of the log is about; it follows a request into the outbox and from there into the workers. */
export interface Context {
  requestId?: string;
  eventId?: string;
}

const storage = new AsyncLocalStorage<Context>();

export const context = {
  run: <T>(value: Context, work: () => T): T => storage.run(value, work),
  get: (): Context => storage.getStore() ?? {},
};
