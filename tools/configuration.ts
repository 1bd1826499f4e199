/**
 * Writes docs/configuration.md from the settings that the services declare (`--check`: only says whether it is up to date). Needs a build.
 */
import { generated } from './generated.ts';

interface Setting {
  name: string;
  kind: string;
  doc: string;
  default?: unknown;
  secret: boolean;
}

const SERVICES = ['deploy', 'optout', 'collect', 'mailer'];
const settings = new Map<string, Setting & { services: string[] }>();

for (const service of SERVICES) {
  for (const table of Object.values(await import(`../dist/apps/${service}/src/config.js`))) {
    if (typeof table !== 'object' || table === null) continue;
    for (const setting of Object.values(table as Record<string, Setting>)) {
      const known = settings.get(setting.name) ?? { ...setting, services: [] };
      if (!known.services.includes(service)) known.services.push(service);
      settings.set(setting.name, known);
    }
  }
}

const rows = [...settings.values()]
  .sort((a, b) => b.services.length - a.services.length || a.name.localeCompare(b.name))
  .map((setting) => [
    `\`${setting.name}\``,
    defaultOf(setting),
    setting.kind,
    servicesOf(setting.services),
    escaped(setting.doc),
  ]);

await generated(
  'docs/configuration.md',
  `# Configuration

Every setting comes from the environment. \`NAME_FILE\` names a file that holds the value of \`NAME\`, for secrets that Docker or Kubernetes mount. A process that misses a setting, or finds one
that can't be right, says so at its start, all of them at once, and ends. This page is made from the code (\`npm run docs\`).

| Setting | Default | Kind | Services | What it does |
|---|---|---|---|---|
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`,
);

function servicesOf(services: string[]): string {
  return services.length === SERVICES.length ? 'all' : services.join(', ');
}

function defaultOf(setting: Setting): string {
  if (setting.default === undefined) return 'required';
  if (setting.kind === 'duration') return `\`${durationText(setting.default as number)}\``;
  const text = Array.isArray(setting.default) ? setting.default.join(',') : String(setting.default);
  return text === '' ? 'empty' : `\`${text}\``;
}

function durationText(ms: number): string {
  const units: [string, number][] = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1_000],
  ];
  const [unit, size] = units.find(([, size]) => ms >= size && ms % size === 0) ?? ['ms', 1];
  return `${ms / size}${unit}`;
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
