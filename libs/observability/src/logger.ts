import { type DestinationStream, type Logger, pino } from 'pino';
import { context } from './context.js';
import { errorFields } from './error-fields.js';
import { scrub } from './scrub.js';
import { currentTraceparent } from './tracing.js';

export type { Logger };

/** JSON lines on standard output, each with the service's name and the request or event that it belongs to. */
export function createLogger(options: { service: string; level: string }, destination?: DestinationStream): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields },
      mixin: () => ({ ...context.get(), ...traceOfLine() }),
      hooks: { streamWrite: scrub },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}

/** By which a line is found from its trace, and the other way round. */
function traceOfLine(): { traceId?: string } {
  const traceId = currentTraceparent()?.split('-')[1];
  return traceId === undefined ? {} : { traceId };
}
