/**
 * Spans of what this process does, sent to a collector by OTLP over HTTP. Off unless an address is configured; then all of this costs nothing and carries nothing.
 *
 * The trace goes with a request into the outbox (`traceparent`, W3C Trace Context; an extension attribute of CloudEvents), through the broker and into the workers. Attributes are names and ids of
 * ours: never an address, a path or a query.
 */
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';

export interface TracingOptions {
  /** The service's name, as logs show it. */
  service: string;
  /** Where spans go, such as `http://collector:4318/v1/traces`. */
  url: string;
  /** Of the traces that begin here, how many are recorded; those that came in recorded always are. */
  percent: number;
}

type Attributes = Record<string, string | number>;

export interface SpanOptions {
  kind?: 'server' | 'producer' | 'consumer';
  /** The span that this one follows from, if that isn't the current one. */
  traceparent?: string | undefined;
  attributes?: Attributes;
}

export interface OpenSpan {
  /** What is begun in here belongs to the span. */
  run<T>(work: () => T): T;
  end(outcome?: { failed?: boolean; attributes?: Attributes }): void;
  readonly traceparent: string | undefined;
}

const KINDS = { server: SpanKind.SERVER, producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER };
const SEND_EVERY_MS = 1_000;

let on = false;

/** @returns what sends the spans that are left and ends it */
export function startTracing({ service, url, percent }: TracingOptions): () => Promise<void> {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'heed' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(percent / 100) }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }), { scheduledDelayMillis: SEND_EVERY_MS })],
  });
  provider.register();
  on = true;
  return async () => {
    on = false;
    await provider.shutdown().catch(() => undefined);
    trace.disable();
    context.disable();
    propagation.disable();
  };
}

/** To leave out what is only done for the trace. */
export const tracingIsOn = () => on;

/** Undefined where nothing is traced. */
export function beginSpan(
  name: string,
  { kind, traceparent, attributes = {} }: SpanOptions = {},
): OpenSpan | undefined {
  if (!on) return undefined;
  const parent =
    traceparent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent }, GETTER);
  const span = trace
    .getTracer('heed')
    .startSpan(name, { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes }, parent);
  const inside = trace.setSpan(parent, span);
  return {
    run: (work) => context.with(inside, work),
    end: ({ failed = false, attributes = {} } = {}) => {
      span.setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    traceparent: traceparentOf(span),
  };
}

/** Does the work in a span of its own. */
export async function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(name, options);
  if (!span) return work();
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failed: true });
    throw error;
  }
}

/** The current span, to be followed by others elsewhere. */
export function currentTraceparent(): string | undefined {
  const span = on ? trace.getActiveSpan() : undefined;
  return span && traceparentOf(span);
}

const GETTER: TextMapGetter<Record<string, string>> = {
  get: (carrier, key) => carrier[key],
  keys: (carrier) => Object.keys(carrier),
};

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}
