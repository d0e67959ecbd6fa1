/**
 * Features whose public components a feature may use. Ordered: a feature may only name features above it, so that the
 * imports between features have no cycle; a test fails on an entry that no import needs.
 */
export const FEATURES = {
  search: [],
  header: ['search'],
  login: [],
  exam: [],
  knowledge: [],
  comment: [],
  info: [],
  cart: [],
  company: ['login'],
  account: ['login', 'info', 'cart'],
  sign: ['account'],
  watch: [],
  landing: ['knowledge'],
  home: ['account', 'sign'],
};
for (const [position, [feature, uses]] of Object.entries(FEATURES).entries()) {
  const above = Object.keys(FEATURES).slice(0, position);
  const wrong = uses.find((use) => !above.includes(use));
  if (wrong) throw new Error(`import-rules.js: ${feature} uses ${wrong}, which is not above it in FEATURES`);
}

/**
 * Who may import whom (design section 2): imports point downward only. One list for eslint-plugin-boundaries and for
 * the reader. `types` may only be imported as types: the browser must not pay for zod.
 */
const PARTS = {
  lib: { path: 'src/lib' },
  contract: { path: 'src/contract', uses: ['lib'] },
  i18n: { path: 'src/i18n', uses: ['lib'] },
  client: { path: 'src/client', uses: ['i18n', 'lib'], types: ['contract'] },
  components: { path: 'src/components', uses: ['i18n', 'lib'], types: ['contract'] },
  feature: { path: 'src/features/*', uses: ['components', 'client', 'i18n', 'lib'], types: ['contract'] },
  layouts: { path: 'src/layouts', uses: ['feature', 'components', 'client', 'i18n', 'lib'], types: ['contract'] },
  pages: {
    path: 'src/pages',
    uses: ['feature', 'layouts', 'components', 'client', 'i18n', 'lib'],
    types: ['contract'],
  },
  db: { path: 'src/server/db', uses: ['settings', 'contract', 'lib'] },
  http: { path: 'src/server/http', uses: ['domain', 'settings', 'db', 'contract', 'client', 'i18n', 'lib'] },
  jobs: { path: 'src/server/jobs', uses: ['domain', 'http', 'settings', 'db', 'contract', 'i18n', 'lib'] },
  content: { path: 'src/server/content', uses: ['domain', 'http', 'settings', 'db', 'contract', 'i18n', 'lib'] },
  cli: {
    path: 'src/server/cli',
    uses: ['content', 'jobs', 'domain', 'http', 'settings', 'db', 'contract', 'i18n', 'lib'],
  },
  // A verb of `server/exam` may use verbs of `server/record`; what it gets of `http` is refusals and the request.
  domain: { path: 'src/server/*', uses: ['domain', 'jobs', 'http', 'settings', 'db', 'contract', 'i18n', 'lib'] },
  // `server/settings.ts` and what else lies directly in `server/`.
  settings: { path: 'src/server', uses: ['lib'] },
  // `fetch.ts`: the front door sees the server and the pages.
  house: { path: 'src', uses: ['cli', 'domain', 'http', 'settings', 'db', 'client', 'i18n', 'lib'] },
};

const element = (type, name) => ({ element: { type, ...(name && { captured: { name } }) } });

/** `boundaries/elements`: the first that matches wins, so inner folders come before outer ones. */
export const elements = Object.entries(PARTS).map(([type, { path }]) => ({
  type,
  pattern: path,
  partialMatch: false,
  ...(path.endsWith('*') ? { capture: ['name'] } : {}),
}));

const allowed = Object.entries(PARTS).flatMap(([type, { uses = [], types = [] }]) => [
  ...(uses.length ? [{ from: element(type), allow: { to: element(uses) } }] : []),
  ...(types.length ? [{ from: element(type), allow: { to: element(types), dependency: { kind: 'type' } } }] : []),
]);

/** Options of `boundaries/dependencies`. Imports inside one part are always fine; one feature is one part. */
export const dependencies = {
  default: 'disallow',
  message: '{{from.element.type}} must not import {{to.element.type}} (design section 2)',
  policies: [
    ...allowed,
    ...Object.entries(FEATURES).flatMap(([name, uses]) =>
      uses.map((use) => ({ from: element('feature', name), allow: { to: element('feature', use) } })),
    ),
    // The server's entry carries the front door.
    { from: { element: { type: 'http', fileInternalPath: 'serve.ts' } }, allow: { to: element('house') } },
    { from: { element: { type: 'http', fileInternalPath: 'serve.ts' } }, allow: { to: element('jobs') } },
    // The list of queues, which a migration creates: a role that serves may not.
    { from: element('db'), allow: { to: { element: { type: 'jobs', fileInternalPath: 'queues.ts' } } } },
    // The session stores, and the hook that reads them.
    {
      from: element('components'),
      allow: { to: { element: { type: 'client', fileInternalPath: ['session.store.ts', 'use-live.ts'] } } },
    },
  ],
};
