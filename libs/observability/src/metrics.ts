import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type { Counter, Histogram };

interface Description<L extends string> {
  /** `heed_…`, with its unit at the end (Prometheus, "Metric and label naming"). */
  name: string;
  help: string;
  /** Their values must be few, and never anything of a person or a client: no address, no path, no id of a request. */
  labels?: readonly L[];
}

/** A gauge's value at the moment, with its labels. */
export interface Sample<L extends string> {
  value: number;
  labels?: Record<L, string>;
}

/** Longest that a scrape waits for one gauge. A server that is away must not keep all other figures from being read. */
const SAMPLE_TIMEOUT_MS = 2_000;

/** Figures of one process, as Prometheus reads them. Names are unique in it: giving one twice throws. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();

  /** Counts up; its rate is what matters. */
  counter<L extends string = never>({ name, help, labels = [] }: Description<L>): Counter<L> {
    return new Counter({ name, help, labelNames: labels, registers: [this.registry] });
  }

  /** @param buckets upper bounds in the metric's unit, ascending */
  histogram<L extends string = never>({
    name,
    help,
    labels = [],
    buckets,
  }: Description<L> & { buckets: number[] }): Histogram<L> {
    return new Histogram({ name, help, labelNames: labels, buckets, registers: [this.registry] });
  }

  /** Asked for at each scrape. One that fails or takes over 2 s is left out of that scrape. */
  gauge<L extends string = never>(
    { name, help, labels = [] }: Description<L>,
    sample: () => Promise<Sample<L>[]> | Sample<L>[],
  ): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [this.registry],
      collect: async () => {
        const samples = await soon(sample);
        gauge.reset();
        // Without labels a reset leaves a 0, which nobody has measured.
        if (samples.length === 0) gauge.remove();
        for (const { value, labels } of samples) gauge.set((labels ?? {}) as Record<L, string>, value);
      },
    });
  }

  /** The process itself: CPU, memory, event loop, garbage collection. */
  includeProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** @param service is a label of every line */
  text(service: string): Promise<string> {
    this.registry.setDefaultLabels({ service });
    return this.registry.metrics();
  }

  /** Media type of the text. */
  get contentType(): string {
    return this.registry.contentType;
  }
}

async function soon<T>(sample: () => Promise<T[]> | T[]): Promise<T[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T[]>((resolve) => {
    timer = setTimeout(resolve, SAMPLE_TIMEOUT_MS, []);
  });
  try {
    return await Promise.race([sample(), timeout]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
