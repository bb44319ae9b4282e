// @ts-check
import eslint from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** A test that sleeps is slow, and fails on a busy machine. */
const NO_SLEEP = 'Wait for a fact with until(), or move the clock with passTime() or jest’s fake timers.';

/** A test that asks at once after its own SQL may still be answered from a cache. */
const CATALOGUE =
  '/(UPDATE|INSERT INTO|DELETE FROM) (products|brands|categories|colors|sizes|variants|product_images|product_sales|reviews|search_synonyms|search_pins)\\b/';

const RAW_QUERY = {
  selector: "CallExpression[callee.property.name='query']",
  message: 'Use a repository, or a named function in *.sql.ts that says why it is by hand.',
};
const BARE_TRANSACTION = {
  selector: "CallExpression[callee.property.name='transaction'][callee.object.property.name=/^(db|manager)$/]",
  message: 'Use inTransaction(): it retries after a deadlock.',
};

/** Missing in some of the browsers that the shop supports (README); lib of web/tsconfig.json leaves out what the language adds. */
const TOO_NEW = Object.entries({
  AbortSignal: ['any'],
  Array: ['fromAsync'],
  Map: ['groupBy'],
  Object: ['groupBy'],
  Promise: ['try', 'withResolvers'],
  Response: ['json'],
  URL: ['canParse', 'parse'],
}).flatMap(([object, properties]) =>
  properties.map((property) => ({ object, property, message: 'Safari 16.4 does not have it.' })),
);
const PARAMS = '/(^p|P)arams$/';
const TOO_NEW_OF_PARAMS = [
  `MemberExpression[property.name='size']:matches([object.name=${PARAMS}], [object.property.name=${PARAMS}])`,
  `CallExpression[callee.property.name=/^(has|delete)$/][arguments.length=2]:matches([callee.object.name=${PARAMS}], [callee.object.property.name=${PARAMS}])`,
].map((selector) => ({ selector, message: 'Safari 16.4 does not have it: compare toString(), or use getAll().' }));

/** Formatting is prettier's; these rules look for mistakes. */
export default defineConfig(
  { ignores: ['dist/', '.cache/', '.data/', 'coverage/'] },
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-undef': 'off', // TypeScript knows better
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      // An async event listener or form action is awaited by nobody, and need not be.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Nest's lifecycle methods and Remix's loaders are async by contract, with or without an await.
      '@typescript-eslint/require-await': 'off',
      // `throw redirect(…)` is how Remix leaves a loader.
      '@typescript-eslint/only-throw-error': 'off',
    },
  },
  {
    // SQL by hand stands in files that say why.
    files: ['backend/src/**/*.ts'],
    ignores: ['backend/src/**/*.{sql,locks}.ts', 'backend/src/{platform/database,demo,commands}/**'],
    rules: {
      'no-restricted-syntax': ['error', RAW_QUERY, BARE_TRANSACTION],
    },
  },
  { files: ['web/app/**', 'web/test/**'], ...reactHooks.configs.flat.recommended },
  {
    files: ['web/app/**', 'web/worker/**'],
    ignores: ['web/app/entry.server.tsx'],
    rules: {
      'no-restricted-properties': ['error', ...TOO_NEW],
      'no-restricted-syntax': ['error', ...TOO_NEW_OF_PARAMS],
    },
  },
  {
    // Answers over HTTP are `any` until a contract schema has parsed them.
    files: ['**/test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['**/test/**'],
    // until() itself; and tests of a running shop and its processes, whose clocks no test can move.
    ignores: [
      'backend/test/support/until.ts',
      'backend/test/system/{faults,operations,security/whole-shop}/**',
      'web/test/e2e/**',
      'web/test/support/sockets.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Promise'] CallExpression[callee.name='setTimeout']",
          message: NO_SLEEP,
        },
        {
          selector:
            "ImportDeclaration[source.value='node:timers/promises'] ImportSpecifier[imported.name='setTimeout']",
          message: NO_SLEEP,
        },
        ...['arguments.0.value', 'arguments.0.quasis.0.value.raw'].map((text) => ({
          selector: `CallExpression[callee.property.name='query'][callee.object.property.name='db'][callee.object.object.callee.name='shop'][${text}=${CATALOGUE}]`,
          message: 'Use changeCatalogue(): it waits until the shop has heard of the change.',
        })),
        {
          selector:
            "CallExpression[callee.name='expect'] BinaryExpression[operator='-'] CallExpression[callee.property.name='now']",
          message: 'Time is measured by npm run bench, not by tests.',
        },
      ],
    },
  },
  {
    // The casts of plain JavaScript are comments: TypeScript checks them, these rules don't see them.
    files: ['**/*.mjs'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
    },
  },
  {
    // Plain scripts that a browser runs as they stand: in no TypeScript project.
    files: ['backend/src/**/*.browser.js'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { sourceType: 'script', parserOptions: { projectService: false } },
    rules: { ...tseslint.configs.disableTypeChecked.rules, '@typescript-eslint/ban-ts-comment': 'off' },
  },
  { files: ['*.mjs', '**/jest.config.mjs', 'web/test/**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
