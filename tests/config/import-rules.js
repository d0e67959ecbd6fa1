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
checkOrder('FEATURES', Object.entries(FEATURES));

/**
 * Domains of the server, ordered: a domain may only use domains above it, so that the imports between domains have no
 * cycle. `shows`: the files that other domains may import; everything else of a domain is its own.
 */
export const DOMAINS = {
  file: { uses: [], shows: ['file-url.ts', 'own-upload.ts', 'serve-file.ts', 'store.ts'] },
  flow: { uses: [], shows: ['latest-instances.ts', 'start-flow.ts'] },
  lecturer: { uses: ['file'], shows: ['page-lecturers.ts', 'select-lecturers.ts'] },
  account: {
    uses: ['file', 'flow'],
    shows: ['read-member.ts', 'session/token.ts', 'sign-in.ts', 'login-methods/own-proof.ts'],
  },
  announcement: { uses: ['account', 'file'], shows: ['published.ts'] },
  community: { uses: ['announcement', 'file'], shows: [] },
  company: { uses: ['account', 'file'], shows: [] },
  order: { uses: ['file', 'flow'], shows: ['has-seat.ts'] },
  export: { uses: ['file'], shows: ['request-export.ts', 'write-sheet.ts'] },
  record: { uses: ['account', 'export'], shows: ['issue-certificate.ts', 'post-entry.ts'] },
  course: {
    uses: ['file', 'flow', 'order'],
    shows: [
      'catalogue-tree.ts',
      'course-card.ts',
      'page-courses.ts',
      'project/page-projects.ts',
      'project/read-projects.ts',
      'read-catalogue.ts',
      'study-state.ts',
    ],
  },
  study: {
    uses: ['course', 'file', 'flow', 'record'],
    shows: ['complete-exam-resource.ts', 'page-tasks.ts', 'read-tasks.ts'],
  },
  exam: { uses: ['course', 'record', 'study'], shows: [] },
  home: { uses: ['account', 'file', 'study'], shows: [] },
  ranking: { uses: ['file'], shows: [] },
  search: { uses: ['course'], shows: [] },
  site: { uses: ['course', 'file', 'lecturer'], shows: [] },
};
checkOrder(
  'DOMAINS',
  Object.entries(DOMAINS).map(([name, { uses }]) => [name, uses]),
);

/** @throws Error when one of a list uses another that does not stand above it */
function checkOrder(list, entries) {
  const above = new Set();
  for (const [name, uses] of entries) {
    const wrong = uses.find((use) => !above.has(use));
    if (wrong) throw new Error(`import-rules.js: ${name} uses ${wrong}, which is not above it in ${list}`);
    above.add(name);
  }
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
  // Context, errors, settings, log, database: everything on the server stands on it.
  core: { path: 'src/server/core', uses: ['contract', 'i18n', 'lib'] },
  'embedded-postgres': { path: 'src/server/embedded-postgres', uses: ['core'] },
  http: { path: 'src/server/http', uses: ['domain', 'core', 'contract', 'client', 'i18n', 'lib'] },
  jobs: { path: 'src/server/jobs', uses: ['domain', 'core', 'contract', 'i18n', 'lib'] },
  content: { path: 'src/server/content', uses: ['domain', 'core', 'contract', 'i18n', 'lib'] },
  cli: {
    path: 'src/server/cli',
    uses: ['content', 'jobs', 'http', 'domain', 'core', 'contract', 'entry', 'i18n', 'lib'],
  },
  // Other domains only along DOMAINS.
  domain: { path: 'src/server/*', uses: ['core', 'contract', 'i18n', 'lib'] },
  // The demo tenants, and what draws their media.
  demo: { path: 'src/demo', uses: ['content', 'core', 'lib'] },
  // `fetch.ts`, the pipeline of every request.
  entry: { path: 'src', uses: ['http', 'domain', 'core', 'client', 'i18n', 'lib'] },
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
    ...Object.entries(DOMAINS).flatMap(([name, { uses }]) =>
      uses.map((use) => ({
        from: element('domain', name),
        allow: { to: { element: { type: 'domain', captured: { name: use }, fileInternalPath: DOMAINS[use].shows } } },
      })),
    ),
    // The embedded PostgreSQL has one entry, as a package has.
    {
      from: element('cli'),
      allow: { to: { element: { type: 'embedded-postgres', fileInternalPath: 'start-embedded.ts' } } },
    },
    // The session stores, and the hook that reads them.
    {
      from: element('components'),
      allow: { to: { element: { type: 'client', fileInternalPath: ['session.store.ts', 'use-live.ts'] } } },
    },
  ],
};
