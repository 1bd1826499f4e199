/** Samples as an SVG: one panel for each thing that must stay flat, or grow as calculated. */
import type { Sample } from './sampler.ts';

interface Panel {
  title: string;
  lines: Record<string, (sample: Sample) => number>;
}

const COLOURS = ['#1f77b4', '#d62728', '#2ca02c', '#9467bd', '#ff7f0e', '#17becf', '#8c564b', '#e377c2', '#7f7f7f'];
const [WIDTH, HEIGHT, LEFT, TOP, GAP] = [420, 150, 52, 56, 60] as const;
const LEGEND_COLUMN = 104;

export function chart(samples: Sample[], title: string): string {
  const [first] = samples;
  const of = (part: 'memory' | 'handles' | 'databases') =>
    Object.fromEntries(
      Object.keys(first![part]).map((name) => [name, (sample: Sample) => sample[part][name] ?? Number.NaN]),
    );
  const panels: Panel[] = [
    { title: 'Memory of each process, MiB', lines: of('memory') },
    { title: 'File descriptors of each process', lines: of('handles') },
    {
      title: 'Waiting',
      lines: { 'messages in queues': ({ queued }) => queued, 'events in outboxes': ({ outbox }) => outbox },
    },
    { title: 'Age of the oldest event in an outbox, s', lines: { age: ({ outboxAge }) => outboxAge } },
    { title: 'Databases, MiB', lines: of('databases') },
    { title: 'Object store, MiB', lines: { objects: ({ objects }) => objects } },
  ];
  const minutes = samples.at(-1)!.at;
  const rows = Math.ceil(panels.length / 2);
  const cells = panels.map((panel, n) => {
    const [x, y] = [(n % 2) * (WIDTH + LEFT + 24), 30 + Math.floor(n / 2) * (HEIGHT + TOP + GAP)];
    return `<g transform="translate(${x + LEFT},${y + TOP})">${drawn(panel, samples, minutes)}</g>`;
  });
  const size = [2 * (WIDTH + LEFT + 24), 30 + rows * (HEIGHT + TOP + GAP)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.join(' ')}" font-family="sans-serif" font-size="10">
<title>${title}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="22" font-size="14">${title}</text>
${cells.join('\n')}
</svg>
`;
}

function drawn({ title, lines }: Panel, samples: Sample[], minutes: number): string {
  const values = Object.values(lines).flatMap((value) => samples.map(value).filter(Number.isFinite));
  const top = roundUp(Math.max(1, ...values));
  const grid = [0, 0.5, 1].map((share) => {
    const y = HEIGHT * (1 - share);
    return `<path d="M0 ${y}H${WIDTH}" stroke="#ddd"/><text x="-6" y="${y + 3}" text-anchor="end">${top * share}</text>`;
  });
  const paths = Object.values(lines).map((value, n) => {
    const points = samples
      .map((sample) => [(sample.at / minutes) * WIDTH, HEIGHT * (1 - value(sample) / top)])
      .filter(([, y]) => Number.isFinite(y))
      .map((point) => point.map((at) => at.toFixed(1)).join(' '));
    return `<path d="M${points.join('L')}" fill="none" stroke="${colour(n)}" stroke-width="1.2"/>`;
  });
  const legend = Object.keys(lines).map((name, n) => {
    const [x, y] = [(n % 4) * LEGEND_COLUMN, HEIGHT + 28 + Math.floor(n / 4) * 12];
    return `<path d="M${x} ${y - 3}h10" stroke="${colour(n)}" stroke-width="3"/><text x="${x + 13}" y="${y}">${name}</text>`;
  });
  const axis = [0, 0.5, 1].map(
    (share) =>
      `<text x="${share * WIDTH}" y="${HEIGHT + 13}" text-anchor="middle">${(share * minutes).toFixed(minutes < 10 ? 1 : 0)} min</text>`,
  );
  return `<text x="0" y="-10" font-size="12">${title}</text>${[...grid, ...axis, ...paths, ...legend].join('')}`;
}

const colour = (n: number) => COLOURS[n % COLOURS.length]!;

/** The next 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= value)!;
}
