/**
 * ESM Jest in three projects: `unit` (`*.spec.ts`) and `integration` (`*.int-spec.ts`, with real servers) beside the code, `e2e`
 * (`*.e2e-spec.ts`, the whole system) in test/. Jest starts a project's servers only when one of its tests is going to run.
 */
const swc = {
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    target: 'es2023',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};

const project = (displayName, suffix, options = {}) => ({
  displayName,
  testEnvironment: 'node',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test', '<rootDir>/tools'],
  testRegex: `\\.${suffix}\\.ts$`,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)(?<!\\.json)\\.js$': '$1',
    '^#([a-z]+)$': '<rootDir>/libs/$1/src/index.ts',
    // Its ES modules import JSON in a way that Jest warns of, a line for each file.
    '^libphonenumber-js/max$': '<rootDir>/node_modules/libphonenumber-js/max/index.cjs',
  },
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  ...options,
});

export default {
  testTimeout: 60_000,
  // Every test file leaves its modules behind (Jest's ESM mode): a process that has grown this much makes room for a new one.
  workerIdleMemoryLimit: '1GB',
  projects: [
    project('unit', 'spec'),
    project('integration', 'int-spec', { globalSetup: '<rootDir>/libs/testing/jest/start-servers.ts' }),
    project('e2e', 'e2e-spec', {
      setupFiles: ['<rootDir>/test/e2e/support/check-answers.ts'],
      globalSetup: '<rootDir>/libs/testing/jest/start-system.ts',
      globalTeardown: '<rootDir>/libs/testing/jest/stop-system.ts',
    }),
  ],
};
