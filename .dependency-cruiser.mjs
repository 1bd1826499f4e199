/**
 * Who may know whom. The house's rules (see ARCHITECTURE.md), checked by `npm run check`; tools/checks/boundaries.spec.ts plants a
 * violation of each and sees it found.
 */
const app = '^apps/([^/]+)/';
const lib = '^libs/([^/]+)/';
/** Specs, and what they share with each other. */
const isSpec = '(spec\\.ts$|^(apps|libs)/[^/]+/test/|/testing/|/test-[^/]+\\.ts$)';

/** Each vendor's SDK is spoken to in one place. Tools and tests may use them to stand on the other side. */
const owners = {
  messaging: ['amqplib'],
  storage: ['minio'],
  database: ['pg', 'pg-copy-streams'],
  http: ['fastify', '@nestjs/platform-fastify'],
  observability: ['pino', 'prom-client', '@opentelemetry/api'],
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
      name: `${owner}-owns-its-sdk`,
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: [isSpec, `^libs/${owner}/`] },
      // A request's type is a word of Nest's; every other SDK's types stay inside as well.
      to: {
        path: `^node_modules/(${packages.join('|')})/`,
        ...(owner === 'http' && { dependencyTypesNot: ['type-only'] }),
      },
    })),
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'typeorm-stays-out-of-libs',
      comment:
        "Entities and queries are the services' own; libs/database, the outbox and the audit trail are what they share.",
      severity: 'error',
      from: { path: '^libs/', pathNot: [isSpec, '^libs/(auth|database|messaging)/'] },
      to: { path: '^node_modules/typeorm/' },
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
