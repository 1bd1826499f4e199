import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/**
 * Nest's logger over pino. The last parameter is the class that speaks (Nest adds it); an object as the message becomes fields, an Error becomes `err` with its stack.
 */
export class PinoLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const name = typeof rest.at(-1) === 'string' ? rest.pop() : undefined;
    const err = [message, ...rest].find((item) => item instanceof Error);
    const stack = rest.find((item) => typeof item === 'string');
    const fields = { context: name, ...(err ? { err } : {}), ...(stack ? { stack } : {}) };
    if (message instanceof Error) this.pino[level](fields, message.message);
    else if (typeof message === 'object' && message !== null) this.pino[level]({ ...fields, ...message });
    else this.pino[level](fields, String(message));
  }
}
