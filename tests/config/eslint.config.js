import { fileURLToPath } from 'node:url';
import { defineConfig, globalIgnores } from 'eslint/config';
import astro from 'eslint-plugin-astro';
import boundaries from 'eslint-plugin-boundaries';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { dependencies, elements } from './import-rules.js';
import { noLiteralText } from './no-literal-text.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CODE = '**/*.{ts,tsx,js,mjs,cjs,astro}';
/** Code that is sent to browsers, or rendered next to it. */
const BROWSER = ['src/{features,components,client,layouts,pages}/**'];

/** Imports that are wrong everywhere. */
const LANGUAGE_IMPORTS = [
  { name: 'i18next-browser-languagedetector', message: 'The locale comes from the URL alone.' },
  {
    name: 'i18next',
    importNames: ['t', 'changeLanguage', 'setDefaultNamespace'],
    message: 'One global language mixes requests: use Astro.locals.t or useT().',
  },
  {
    name: 'astro-i18next',
    importNames: ['t', 'changeLanguage'],
    message: 'One global language mixes requests: use Astro.locals.t or useT().',
  },
];
const RAW_POOL = [
  {
    name: 'pg',
    allowTypeImports: true,
    message: 'The only way to the database is withTenant (docs/architecture.md, section "Tenancy").',
  },
  { name: 'pg-pool', message: 'The only way to the database is withTenant (docs/architecture.md, section "Tenancy").' },
  {
    name: '#src/server/core/db/pool.ts',
    importNames: ['appPool'],
    message: 'The only way to the database is withTenant (docs/architecture.md, section "Tenancy").',
  },
];
/** What has no tenant: people, sessions, limits, host names. */
const GLOBAL_TABLES = [
  {
    name: '#src/server/core/db/tenant.ts',
    importNames: ['withPortal'],
    message: 'Global tables are reached only from server/account, server/company and server/site.',
  },
  {
    name: '#src/server/account/tables/account.ts',
    importNames: ['userAccount', 'userSession', 'membership'],
    message: 'Global tables are reached only from server/account, server/company and server/site.',
  },
  {
    name: '#src/server/core/tables.ts',
    importNames: ['enterprise', 'rateLimit'],
    message: 'Global tables are reached only from server/account, server/company and server/site.',
  },
  {
    name: '#src/server/account/tables/sign-in.ts',
    message: 'How people sign in concerns server/account and server/company only.',
  },
];
const ZOD = [
  {
    name: 'zod',
    allowTypeImports: true,
    message: 'zod in a bundle costs 100 KB: the browser imports contract types only.',
  },
  { name: '@hono/zod-openapi', allowTypeImports: true, message: 'zod in a bundle costs 100 KB.' },
];
const imports = (paths, patterns = []) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { paths, patterns }],
});

const GLOBAL_LANGUAGE = [
  {
    selector: ':matches(MemberExpression[property.name="changeLanguage"], Identifier[name="changeLanguage"])',
    message: 'One global language mixes requests.',
  },
  {
    selector: 'MemberExpression[object.name=/^(i18n|i18next)$/][property.name="t"]',
    message: 'The global t mixes requests: use Astro.locals.t, getT(locale) or useT().',
  },
];
const AMBIENT_TIME = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'Time only ever comes from ctx.now().',
  },
  {
    selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'Time only ever comes from ctx.now().',
  },
  {
    selector: 'CallExpression[callee.name="dayjs"][arguments.length=0]',
    message: 'Time only ever comes from ctx.now().',
  },
];
const STORE_WRITES = [
  {
    selector: 'CallExpression[callee.object.name=/^\\$/][callee.property.name=/^(set|setKey|off|notify)$/]',
    message: 'The server never writes a store: user data reaches islands as props.',
  },
];
/**
 * Instead of no-floating-promises, which would need a second TypeScript program: .astro files cannot be in that of the other files. A
 * page calls little for its effect alone.
 */
const FLOATING_CALLS = [
  {
    selector:
      'ExpressionStatement > :matches(CallExpression, ChainExpression > CallExpression):not([callee.property.name=/^(add|push|set|insertDirective|addEventListener|forEach)$/])',
    message: 'Await it; if it returns no promise, name it in FLOATING_CALLS.',
  },
];
const syntax = (...lists) => ({ 'no-restricted-syntax': ['error', ...lists.flat()] });

/** Rules that need types are checked by oxlint (`oxlint.json`, docs/decisions/127). */
export default defineConfig(
  globalIgnores([
    '**/dist/',
    '**/data/',
    '**/.astro/',
    '**/node_modules/',
    '**/test-results/',
    '**/playwright-report/',
    '**/.probe*',
    'public/',
    'src/demo/packs/',
  ]),
  { basePath: root, extends: [tseslint.configs.recommended, astro.configs.recommended] },
  {
    basePath: root,
    files: [CODE],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^(_|Props$)', caughtErrors: 'none' },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
      ...imports(LANGUAGE_IMPORTS),
      ...syntax(GLOBAL_LANGUAGE),
    },
  },
  {
    basePath: root,
    files: ['src/**/*.{ts,tsx,astro}'],
    // Component tests may combine modules of several layers.
    ignores: ['**/*.test.tsx'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': elements,
      'boundaries/root-path': root,
      'boundaries/elements-single-match': true,
      'boundaries/legacy-templates': false,
      'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import'],
      'import/resolver': { [fileURLToPath(new URL('./import-resolver.cjs', import.meta.url))]: {} },
    },
    rules: {
      'boundaries/dependencies': ['error', dependencies],
      ...imports([...LANGUAGE_IMPORTS, ...RAW_POOL, ...GLOBAL_TABLES]),
    },
  },
  {
    basePath: root,
    // Imports create tenants and accounts; erasing a person ends with the account; managers see phones and sessions of members; jobs process all tenants; a rehearsal has a tenant of its own (decision 067).
    files: [
      'src/server/{core,account,company,site,content,people,privacy,cli,jobs}/**',
      'src/server/http/discovery/**',
      'src/server/rehearsal/installation/**',
    ],
    rules: imports([...LANGUAGE_IMPORTS, ...RAW_POOL]),
  },
  { basePath: root, files: BROWSER, rules: imports([...LANGUAGE_IMPORTS, ...RAW_POOL, ...ZOD]) },
  {
    basePath: root,
    files: ['src/contract/**'],
    ignores: ['**/*.test.ts'],
    rules: imports(
      [],
      [
        {
          regex: '^(?!zod$|\\.|#src/lib/)',
          message: 'A contract imports only zod, the rules beside it and lib.',
        },
      ],
    ),
  },
  {
    basePath: root,
    files: ['src/contract/rules/**'],
    ignores: ['**/*.test.ts'],
    rules: imports([], [{ regex: '^(?!\\.|#src/lib/)', message: 'The browser loads these rules: no packages.' }]),
  },
  { basePath: root, files: ['src/server/{core/db,embedded-postgres}/**'], rules: imports(LANGUAGE_IMPORTS) },
  {
    basePath: root,
    files: ['src/server/**/*.ts'],
    ignores: [
      'src/server/http/{request-context,*-cache}.ts',
      'src/server/core/{log,find-tenant}.ts',
      'src/server/{cli,content,pack,core/db,embedded-postgres}/**',
      '**/*.test.ts',
    ],
    rules: syntax(GLOBAL_LANGUAGE, AMBIENT_TIME),
  },
  {
    basePath: root,
    files: ['src/**/*.astro'],
    rules: syntax(GLOBAL_LANGUAGE, AMBIENT_TIME, STORE_WRITES, FLOATING_CALLS),
  },
  {
    basePath: root,
    files: BROWSER,
    ignores: ['**/*.test.*'],
    plugins: { zhixing: { rules: { 'no-literal-text': noLiteralText } } },
    rules: { 'zhixing/no-literal-text': 'error' },
  },
  // Loaded with `require` by eslint-module-utils.
  { basePath: root, files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  // Scripts inside .astro run in the browser: there a store may be written.
  { basePath: root, files: ['**/*.astro/*.{js,ts}'], rules: syntax(GLOBAL_LANGUAGE) },
  {
    basePath: root,
    files: ['src/**/*.tsx'],
    extends: [jsxA11y.configs.recommended],
    rules: {
      // Containers listen to events that bubble from the links, fields and tree items in them; the keyboard raises them too.
      'jsx-a11y-x/click-events-have-key-events': 'off',
      'jsx-a11y-x/no-static-element-interactions': 'off',
      'jsx-a11y-x/no-noninteractive-element-interactions': 'off',
      // In tab lists the tabs have the focus, not the list.
      'jsx-a11y-x/interactive-supports-focus': 'off',
      // Set only in what a person opened: the search box, an overlay of the player.
      'jsx-a11y-x/no-autofocus': 'off',
      // Media belong to the enterprises; the portal has no captions for them.
      'jsx-a11y-x/media-has-caption': 'off',
      // The player is a group with keys of its own.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { roles: ['tabpanel', 'group'], tags: [] }],
    },
  },
  {
    // Not on the server, where a code is used up by `useCode`.
    basePath: root,
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/server/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
);
