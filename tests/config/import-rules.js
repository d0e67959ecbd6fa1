/**
 * Features whose public components a feature may use. Ordered: a feature may only use features above it, so that the
 * imports between features have no cycle; a test fails on unused entries.
 */
export const FEATURES = {
  search: [],
  header: ['search'],
  login: [],
  editor: [],
  exam: ['editor'],
  marking: ['exam', 'editor'],
  knowledge: [],
  comment: [],
  practice: ['editor'],
  community: ['knowledge', 'comment', 'editor'],
  info: [],
  cart: [],
  people: [],
  invigilation: ['exam', 'people'],
  evaluation: ['people'],
  coaching: ['people'],
  company: ['login'],
  admin: ['company', 'people'],
  note: ['editor'],
  appeal: [],
  account: ['login', 'info', 'cart', 'evaluation', 'note', 'appeal'],
  analysis: ['account', 'admin'],
  training: ['account', 'appeal', 'people'],
  sign: ['account'],
  questionnaire: ['editor'],
  watch: ['community', 'training', 'evaluation', 'questionnaire', 'note', 'appeal'],
  live: ['account', 'appeal', 'watch'],
  landing: ['knowledge'],
  home: ['account', 'sign'],
};
checkOrder('FEATURES', Object.entries(FEATURES));

/**
 * Domains of the server, ordered: a domain may only use domains above it, so that the imports between domains have no
 * cycle. `shows`: the files that other domains may import; all other files of a domain are private.
 */
export const DOMAINS = {
  search: { uses: [], shows: ['find-similar.ts', 'has-keyword.ts'] },
  file: {
    uses: [],
    shows: [
      'convert-video.ts',
      'encode-picture.ts',
      'ffmpeg.ts',
      'file-url.ts',
      'make-rendition.ts',
      'own-upload.ts',
      'rendition.ts',
      'rendition-row.ts',
      'serve-file.ts',
      'store.ts',
    ],
  },
  notice: { uses: [], shows: ['read-notice-of.ts', 'send-notice.ts', 'send-with-reminders.ts'] },
  export: {
    uses: ['file'],
    shows: ['export-list.ts', 'people-condition.ts', 'request-export.ts', 'studied-columns.ts'],
  },
  flow: {
    uses: ['notice', 'export'],
    shows: ['latest-instances.ts', 'page-instances.ts', 'start-flow.ts', 'view-instance.ts'],
  },
  lecturer: { uses: ['file'], shows: ['page-lecturers.ts', 'select-lecturers.ts', 'teaching-hours.ts'] },
  account: {
    uses: ['file', 'flow'],
    shows: ['read-member.ts', 'session/token.ts', 'sign-in.ts', 'login-methods/portal-authentication.ts'],
  },
  announcement: { uses: ['account', 'file'], shows: ['published.ts'] },
  company: { uses: ['account', 'file'], shows: [] },
  order: { uses: ['file', 'export', 'flow'], shows: ['bought-seat.ts', 'has-seat.ts', 'purchase-standing.ts'] },
  record: {
    uses: ['notice', 'account', 'export', 'flow', 'lecturer', 'order'],
    shows: ['issue-certificate.ts', 'post-entry.ts', 'reverse-entry.ts'],
  },
  course: {
    uses: ['search', 'export', 'file', 'flow', 'order'],
    shows: [
      'catalogue-sql.ts',
      'catalogue-tree.ts',
      'category-and-below.ts',
      'course-card.ts',
      'page-courses.ts',
      'project/page-projects.ts',
      'project/read-projects.ts',
      'read-catalogue.ts',
      'study-state.ts',
    ],
  },
  study: {
    uses: ['notice', 'account', 'course', 'export', 'file', 'flow', 'order', 'record'],
    shows: [
      'change-completions.ts',
      'complete-exam-resource.ts',
      'complete-resources.ts',
      'explain-resource.ts',
      'page-tasks.ts',
      'read-resource.ts',
      'read-tasks.ts',
      'resource-standing.ts',
      'save-practice.ts',
      'task-of.ts',
      'update-tasks.ts',
      'withdraw-exam-resource.ts',
    ],
  },
  coaching: { uses: ['notice', 'study'], shows: [] },
  training: {
    uses: ['notice', 'export', 'course', 'study'],
    shows: ['attendance-rule.ts', 'select-sessions.ts'],
  },
  evaluation: {
    uses: ['notice', 'course', 'export', 'file', 'study'],
    shows: [],
  },
  document: { uses: ['course', 'file', 'study'], shows: [] },
  questionnaire: { uses: ['course', 'export', 'study'], shows: [] },
  question: { uses: ['file'], shows: ['bank/access.ts', 'mark-drawn.ts', 'sign-media.ts', 'write-questions.ts'] },
  exam: {
    uses: ['search', 'notice', 'course', 'export', 'order', 'record', 'study', 'question'],
    shows: [
      'answer-langs.ts',
      'absences.ts',
      'allowances.ts',
      'answer-shape.ts',
      'audience-members.ts',
      'award-certificate.ts',
      'attempt/close-attempt.ts',
      'attempt/close-expired.ts',
      'compose-paper.ts',
      'course-block.ts',
      'course-lecturer.ts',
      'draw-paper.ts',
      'exam-parts.ts',
      'grant-pass.ts',
      'is-review-open.ts',
      'follow-result.ts',
      'journal.ts',
      'limits.ts',
      'attempt/lock-attempt.ts',
      'marked-source.ts',
      'marker-of.ts',
      'markers-to-tell.ts',
      'attempt/move-deadlines.ts',
      'progress.ts',
      'public-question.ts',
      'read-regrades.ts',
      'regrade-rule.ts',
      'score-paper.ts',
      'times.ts',
      'view-exam.ts',
      'view-result.ts',
      'withheld-questions.ts',
    ],
  },
  analysis: { uses: ['export', 'exam'], shows: [] },
  marking: { uses: ['notice', 'exam'], shows: ['delete-marks.ts'] },
  practice: { uses: ['course', 'exam'], shows: [] },
  invigilation: { uses: ['notice', 'exam', 'marking'], shows: [] },
  home: { uses: ['account', 'file', 'study'], shows: [] },
  ranking: { uses: ['file'], shows: [] },
  community: {
    uses: ['announcement', 'file', 'notice', 'record', 'search'],
    shows: ['moderation/screen-text.ts'],
  },
  live: { uses: ['community', 'course', 'export', 'file', 'study'], shows: ['attend.ts', 'read-session.ts'] },
  appeal: { uses: ['notice', 'flow', 'record', 'course', 'study', 'training', 'exam', 'live'], shows: [] },
  site: { uses: ['course', 'file', 'lecturer'], shows: [] },
  // Synthetic candidates, who know the portal by its contract only.
  rehearsal: { uses: ['account', 'exam'], shows: [] },
};
checkOrder(
  'DOMAINS',
  Object.entries(DOMAINS).map(([name, { uses }]) => [name, uses]),
);

/** @throws Error when an entry of a list uses one that is not above it */
function checkOrder(list, entries) {
  const above = new Set();
  for (const [name, uses] of entries) {
    const wrong = uses.find((use) => !above.has(use));
    if (wrong) throw new Error(`import-rules.js: ${name} uses ${wrong}, which is not above it in ${list}`);
    above.add(name);
  }
}

/**
 * Allowed imports between parts (docs/architecture.md, section "Layers"): downward only. The single list, used by
 * eslint-plugin-boundaries. `types` may only be imported as types, so that zod is not in the browser bundles.
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
  // Context, errors, settings, log, database: the base of all server code.
  core: { path: 'src/server/core', uses: ['contract', 'i18n', 'lib'] },
  'embedded-postgres': { path: 'src/server/embedded-postgres', uses: ['core'] },
  http: { path: 'src/server/http', uses: ['domain', 'core', 'contract', 'client', 'i18n', 'lib'] },
  jobs: { path: 'src/server/jobs', uses: ['domain', 'core', 'contract', 'i18n', 'lib'] },
  content: { path: 'src/server/content', uses: ['domain', 'core', 'contract', 'i18n', 'lib'] },
  cli: {
    path: 'src/server/cli',
    uses: ['content', 'jobs', 'http', 'domain', 'core', 'contract', 'entry', 'i18n', 'lib'],
  },
  // Imports between domains: see DOMAINS.
  domain: { path: 'src/server/*', uses: ['core', 'contract', 'i18n', 'lib'] },
  // The demo tenants and the generator of their media.
  demo: { path: 'src/demo', uses: ['content', 'core', 'lib'] },
  // `fetch.ts`, the pipeline of every request.
  entry: { path: 'src', uses: ['http', 'domain', 'core', 'client', 'i18n', 'lib'] },
};

const element = (type, name) => ({ element: { type, ...(name && { captured: { name } }) } });

/** `boundaries/elements`: the first match is used, so inner folders come before outer ones. */
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

/** Options of `boundaries/dependencies`. Imports inside one part are always allowed; each feature is one part. */
export const dependencies = {
  default: 'disallow',
  message: '{{from.element.type}} must not import {{to.element.type}} (docs/architecture.md, section "Layers")',
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
    // Foreign keys refer to the tables of other domains, and statements read them: which ones, says `reads`, which
    // `tests/repo/ownership.test.ts` checks.
    ...['core', 'domain'].map((type) => ({
      from: element(type),
      allow: { to: { element: { type: 'domain', fileInternalPath: ['tables.ts', 'tables/*.ts'] } } },
    })),
    // The embedded PostgreSQL has public entries, like a package.
    {
      from: element('cli'),
      allow: {
        to: { element: { type: 'embedded-postgres', fileInternalPath: ['start-embedded.ts', 'restore-cluster.ts'] } },
      },
    },
    // Components may use the session stores and the hook that reads them.
    {
      from: element('components'),
      allow: { to: { element: { type: 'client', fileInternalPath: ['session.store.ts', 'use-live.ts'] } } },
    },
  ],
};
