/**
 * Who may know whom. The house's rules (see ARCHITECTURE.md), checked by `npm run check`; tools/checks/boundaries.spec.ts plants a
 * violation of each and sees it found.
 */
const app = '^apps/([^/]+)/';
const lib = '^libs/([^/]+)/';
const isSpec = '(spec\\.ts$|/testing/)';

/** Each vendor's SDK is spoken to in one place. Tools and tests may use them to stand on the other side. */
const owners = {
  messaging: ['amqplib'],
  storage: ['minio'],
  database: ['pg', 'pg-copy-streams'],
  http: ['fastify', '@nestjs/platform-fastify'],
  observability: ['pino'],
  identity: ['libphonenumber-js'],
};

export default {
  forbidden: [
    {
      name: 'apps-never-import-apps',
      comment: 'What two services know about each other is the event catalogue, nothing else.',
      severity: 'error',
      from: { path: app },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'libs-never-import-apps',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'libs-are-entered-by-their-index',
      severity: 'error',
      from: { path: '^(apps|libs|test|tools|bench)/', pathNot: lib },
      to: { path: '^libs/', pathNot: '^libs/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'libs-enter-each-other-by-their-index',
      severity: 'error',
      from: { path: lib },
      to: { path: '^libs/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/index\\.ts$'] },
    },
    {
      name: 'contracts-and-identity-stand-alone',
      comment: 'They are the words that all others share.',
      severity: 'error',
      from: { path: '^libs/(contracts|identity)/', pathNot: isSpec },
      to: { path: '^(apps|libs|tools)/', pathNot: '^libs/$1/' },
    },
    {
      name: 'product-does-not-know-its-tests-and-tools',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: isSpec },
      to: { path: ['^(tools|test|bench)/', '^libs/testing/'] },
    },
    ...Object.entries(owners).map(([owner, packages]) => ({
      name: `${owner}-owns-${packages.join('-and-').replaceAll(/[@/]/g, '-')}`,
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: [isSpec, `^libs/${owner}/`] },
      to: { path: `^node_modules/(@types/)?(${packages.join('|')})/` },
    })),
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['types', 'import', 'node', 'default'], exportsFields: ['exports'] },
  },
};
