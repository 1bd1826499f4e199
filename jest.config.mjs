// ESM Jest: unit (`*.spec.ts`) and integration (`*.int-spec.ts`, real servers) beside the code, end-to-end in test/e2e.
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

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test', '<rootDir>/tools'],
  testRegex: '\\.(spec|int-spec|e2e-spec)\\.ts$',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)(?<!\\.json)\\.js$': '$1',
    '^#([a-z]+)$': '<rootDir>/libs/$1/src/index.ts',
  },
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  testTimeout: 30_000,
};
