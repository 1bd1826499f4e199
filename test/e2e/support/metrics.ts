export interface Figure {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** What a process tells Prometheus (text format 0.0.4). */
export async function metricsOf(door: string): Promise<Figure[]> {
  const response = await fetch(`${door}/metrics`);
  if (!response.ok) throw new Error(`${door}/metrics answered ${response.status}`);
  return (await response.text()).split('\n').flatMap(read);
}

function read(line: string): Figure[] {
  const [, name, labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (!name) return [];
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text] as const);
  return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
}
