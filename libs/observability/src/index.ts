/**
 * What operators see: structured logs whose lines carry the request or event they belong to, health, metrics, and traces.
 *
 * Classes log by Nest's own `Logger`; {@link PinoLogger} is what stands behind it. Secrets and addresses are removed from each finished line, whoever wrote it.
 */
export { Backlog } from './backlog.js';
export { type Context, context } from './context.js';
export { HealthRegistry } from './health-registry.js';
export { createLogger, type Logger } from './logger.js';
export { type Counter, type Histogram, Metrics, type Sample } from './metrics.js';
export { ObservabilityModule } from './observability.module.js';
export { PinoLogger } from './pino-logger.js';
export { scrub } from './scrub.js';
export { beginSpan, currentTraceparent, inSpan, type OpenSpan, startTracing, tracingIsOn } from './tracing.js';
