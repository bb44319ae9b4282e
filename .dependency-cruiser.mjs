// @ts-check
/*
 * The order of the backend's modules: each imports only from those before it, types included. docs/architecture.md draws it.
 * What a module needs of a later one, the later one registers with it.
 */
export const MODULES = [
  'contract',
  'platform',
  'web-assets',
  'audit',
  'settings',
  'media',
  'mail',
  'auth',
  'webhooks',
  'catalog',
  'search',
  'coupons',
  'ledger',
  'orders',
  'paybox',
  'payments',
  'refunds',
  'ledger-check',
  'chat',
  'dashboard',
  'housekeeping',
  'monitoring',
  'demo',
  'commands',
];

/** The modules whose own folders have an order too. */
const FOLDERS_IN_ORDER = ['contract', 'platform', 'auth', 'catalog', 'search', 'orders', 'payments', 'demo'];

const folder = (/** @type {string[]} */ modules) => `^backend/src/(${modules.join('|')})/`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...MODULES.slice(0, -1).map((name, nth) => ({
      name: `${name}-imports-a-later-module`,
      severity: /** @type {const} */ ('error'),
      from: { path: folder([name]) },
      to: { path: [folder(MODULES.slice(nth + 1)), '^backend/src/[^/]+$'] },
    })),
    {
      name: 'contract-imports-zod-alone',
      severity: 'error',
      from: { path: folder(['contract']) },
      to: { pathNot: [folder(['contract']), '^node_modules/zod/'] },
    },
    {
      // So that no page's script carries them, nor a process that shows no API page.
      name: 'examples-are-for-the-api-document-alone',
      severity: 'error',
      from: { pathNot: '^backend/src/(contract/examples/|platform/openapi/complete-document\\.ts$)' },
      to: { path: '^backend/src/contract/examples/' },
    },
    {
      name: 'circle',
      // Entities that refer to each other need each other's classes: TypeORM's `Relation<>`.
      severity: 'error',
      from: { pathNot: '\\.entity\\.ts$' },
      to: { circular: true },
    },
    {
      // A folder counts with the folders in it, and a type as much as a value.
      name: 'circle-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: [folder(FOLDERS_IN_ORDER), '^(web|demo)/'] },
      to: { circular: true },
    },
    {
      // The rule above does not see these circles: the files at a module's root, its `*.module.ts` among them, import its folders.
      name: 'folder-imports-the-files-above-it',
      severity: 'error',
      from: { path: `${folder(FOLDERS_IN_ORDER)}[^/]+/`, pathNot: '^backend/src/contract/(?!rules/)' },
      to: { path: '^backend/src/$1/[^/]+$' },
    },
    {
      // The other way round in the contract: its folders stand on the files above them, and those on the rules.
      name: 'contract-files-import-more-than-rules',
      severity: 'error',
      from: { path: '^backend/src/contract/([^/]+$|rules/)' },
      to: { path: '^backend/src/contract/(?!rules/)[^/]+/' },
    },
    {
      // The same for the reader of Vietnamese, whose folders have an order of their own: docs/architecture.md lists it.
      name: 'folder-of-the-reader-imports-the-files-above-it',
      severity: 'error',
      from: { path: '^backend/src/search/text/[^/]+/' },
      to: { path: '^backend/src/search/text/[^/]+$' },
    },
    {
      name: 'sources-import-tests',
      severity: 'error',
      from: { pathNot: '(^|/)(test|bench)/' },
      to: { path: '(^|/)test/' },
    },
    {
      name: 'web-imports-more-than-contract-and-platform',
      severity: 'error',
      from: { path: '^web/(app|server|server\\.ts)' },
      to: { path: '^backend/', pathNot: '^backend/src/(contract|platform)/' },
    },
    {
      name: 'components-import-features-or-routes',
      severity: 'error',
      from: { path: '^web/app/(components|lib|routing|api)/' },
      to: { path: '^web/app/(features|routes)/' },
    },
    {
      name: 'features-import-routes',
      severity: 'error',
      from: { path: '^web/app/features/' },
      to: { path: '^web/app/routes/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'web/tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
