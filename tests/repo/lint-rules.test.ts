import { ESLint } from 'eslint';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FEATURES } from '../config/import-rules.js';
import { sources } from './source-tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: `${root}/tests/config/eslint.config.js`,
  // The texts below import what they do not use.
  overrideConfig: { rules: { '@typescript-eslint/no-unused-vars': 'off' } },
});

async function rulesBroken(filePath: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: `${root}/${filePath}` });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}
const astro = (frontmatter: string) => `---\n${frontmatter}\n---\n<p>1</p>\n`;

const DEPENDENCIES = 'boundaries/dependencies';
const IMPORTS = '@typescript-eslint/no-restricted-imports';
const SYNTAX = 'no-restricted-syntax';
const TEXT = 'zhixing/no-literal-text';

/** Deliberate violations, each with the rule that must report it. */
const WRONG: [why: string, file: string, text: string, rule: string][] = [
  [
    'a page imports the server',
    'src/pages/x.astro',
    astro("import { settings } from '#src/server/core/settings.ts';\nsettings();"),
    DEPENDENCIES,
  ],
  [
    'a page imports an operation by a relative path',
    'src/pages/x.astro',
    astro("import { logout } from '../server/account/logout.ts';\nlogout;"),
    DEPENDENCIES,
  ],
  [
    'a page imports a server type',
    'src/pages/x.astro',
    astro("import type { Viewer } from '#src/server/core/context.ts';\ntype X = Viewer;"),
    DEPENDENCIES,
  ],
  [
    'a page loads the server lazily',
    'src/pages/x.astro',
    astro("await import('#src/server/core/settings.ts');"),
    DEPENDENCIES,
  ],
  [
    'a layout imports the server',
    'src/layouts/X.astro',
    astro("import { settings } from '#src/server/core/settings.ts';\nsettings();"),
    DEPENDENCIES,
  ],
  [
    'an island takes contract values',
    'src/features/exam/X.tsx',
    "import { account } from '#src/contract/account.ts';\naccount;",
    DEPENDENCIES,
  ],
  [
    'a feature imports a feature that is not on its list',
    'src/features/exam/X.tsx',
    "import { x } from '#src/features/watch/room.ts';\nx;",
    DEPENDENCIES,
  ],
  [
    'a feature imports one that builds on it',
    'src/features/account/X.tsx',
    "import { x } from '#src/features/home/columns.ts';\nx;",
    DEPENDENCIES,
  ],
  [
    'a feature imports the server',
    'src/features/exam/X.astro',
    astro("import { settings } from '#src/server/core/settings.ts';\nsettings();"),
    DEPENDENCIES,
  ],
  ['a feature imports a page', 'src/features/exam/X.tsx', "import x from '../../pages/x.ts';\nx;", DEPENDENCIES],
  [
    'a component imports the server',
    'src/components/X.astro',
    astro("import { settings } from '#src/server/core/settings.ts';\nsettings();"),
    DEPENDENCIES,
  ],
  [
    'a component calls the gateway',
    'src/components/X.tsx',
    "import { api } from '#src/client/api.ts';\napi;",
    DEPENDENCIES,
  ],
  [
    'the client takes contract values',
    'src/client/x.ts',
    "import { calls } from '#src/contract/calls.ts';\ncalls;",
    DEPENDENCIES,
  ],
  ['lib imports a higher layer', 'src/lib/x.ts', "import { href } from '#src/i18n/locale.ts';\nhref;", DEPENDENCIES],
  [
    'a contract imports a higher layer',
    'src/contract/x.ts',
    "import { href } from '#src/i18n/locale.ts';\nhref;",
    DEPENDENCIES,
  ],
  [
    'rules import their contract',
    'src/contract/rules/x.ts',
    "import { calls } from '../calls.ts';\ncalls;",
    DEPENDENCIES,
  ],
  ['rules use zod', 'src/contract/rules/x.ts', "import { z } from 'zod';\nz;", IMPORTS],
  ['a contract uses another package', 'src/contract/x.ts', "import { ofetch } from 'ofetch';\nofetch;", IMPORTS],
  [
    'the database imports a domain',
    'src/server/core/db/x.ts',
    "import { logout } from '#src/server/account/session/logout.ts';\nlogout;",
    DEPENDENCIES,
  ],
  [
    'a domain imports one that is not on its list',
    'src/server/file/x.ts',
    "import { issueCertificate } from '#src/server/record/issue-certificate.ts';\nissueCertificate;",
    DEPENDENCIES,
  ],
  [
    'a domain imports a private file of another one',
    'src/server/exam/x.ts',
    "import { viewCertificate } from '#src/server/record/view-certificate.ts';\nviewCertificate;",
    DEPENDENCIES,
  ],
  [
    'a domain imports the gateway',
    'src/server/exam/x.ts',
    "import { dispatch } from '#src/server/http/dispatch.ts';\ndispatch;",
    DEPENDENCIES,
  ],
  [
    'a domain imports the jobs',
    'src/server/exam/x.ts',
    "import { startJobs } from '#src/server/jobs/run-jobs.ts';\nstartJobs;",
    DEPENDENCIES,
  ],
  [
    'a private file of the embedded database',
    'src/server/cli/x.ts',
    "import { findBinaries } from '#src/server/embedded-postgres/binaries.ts';\nfindBinaries;",
    DEPENDENCIES,
  ],
  [
    'the server imports a page part',
    'src/server/exam/x.ts',
    "import { api } from '#src/client/api.ts';\napi;",
    DEPENDENCIES,
  ],
  [
    're-export of the server from a page part',
    'src/client/x.ts',
    "export { settings } from '#src/server/core/settings.ts';",
    DEPENDENCIES,
  ],
  ['raw pg in an operation', 'src/server/exam/x.ts', "import pg from 'pg';\npg;", IMPORTS],
  [
    'the raw pool in an operation',
    'src/server/exam/x.ts',
    "import { appPool } from '#src/server/core/db/pool.ts';\nappPool;",
    IMPORTS,
  ],
  [
    'an operation of another domain uses withPortal',
    'src/server/exam/x.ts',
    "import { withPortal } from '#src/server/core/db/tenant.ts';\nwithPortal;",
    IMPORTS,
  ],
  [
    'an operation of another domain reads sessions',
    'src/server/exam/x.ts',
    "import { userSession } from '#src/server/account/tables/account.ts';\nuserSession;",
    IMPORTS,
  ],
  [
    'the gateway reads rate limits directly',
    'src/server/http/x.ts',
    "import { rateLimit } from '#src/server/core/tables.ts';\nrateLimit;",
    IMPORTS,
  ],
  ['zod in an island', 'src/features/exam/X.tsx', "import { z } from 'zod';\nz;", IMPORTS],
  ['zod in a page', 'src/pages/x.astro', astro("import { z } from 'zod';\nz;"), IMPORTS],
  ['a language detector', 'src/i18n/x.ts', "import D from 'i18next-browser-languagedetector';\nD;", IMPORTS],
  ['the global t', 'src/features/exam/X.tsx', "import { t } from 'i18next';\nt('x');", IMPORTS],
  ['the global t of astro-i18next', 'src/pages/x.astro', astro("import { t } from 'astro-i18next';\nt('x');"), IMPORTS],
  ['t of the global instance', 'src/server/exam/x.ts', "import i18next from 'i18next';\ni18next.t('x');", SYNTAX],
  ['changeLanguage', 'src/i18n/x.ts', "import i18next from 'i18next';\nvoid i18next.changeLanguage('en');", SYNTAX],
  [
    'changeLanguage in frontmatter',
    'src/pages/x.astro',
    astro("import i18next from 'i18next';\nvoid i18next.changeLanguage('en');"),
    SYNTAX,
  ],
  ['ambient time in an operation', 'src/server/exam/x.ts', 'export const x = () => new Date();', SYNTAX],
  ['Date.now in an operation', 'src/server/exam/x.ts', 'export const x = () => Date.now();', SYNTAX],
  ['ambient time in a page', 'src/pages/x.astro', astro('const x = new Date();'), SYNTAX],
  [
    'a page writes a store',
    'src/pages/x.astro',
    astro("import { $toasts } from '#src/client/session.store.ts';\n$toasts.set([]);"),
    SYNTAX,
  ],
  ['Chinese in frontmatter', 'src/pages/x.astro', astro("const a = '你好';"), TEXT],
  ['text in a page', 'src/pages/x.astro', '<p>Hello <b>{1}</b></p>\n', TEXT],
  ['a title in a page', 'src/pages/x.astro', '<p title="Read me">{1}</p>\n', TEXT],
  ['text in an island', 'src/features/exam/X.tsx', 'export const X = () => <b>Name</b>;', TEXT],
  [
    'a placeholder in an island',
    'src/features/exam/X.tsx',
    'export const X = () => <input placeholder="Phone" />;',
    TEXT,
  ],
  [
    'a spoken template in an island',
    'src/features/exam/X.tsx',
    'export const X = () => <b aria-label={`第 ${1} 题`} />;',
    TEXT,
  ],
];

/** Similar code that must be allowed, so that the rules do not forbid too much. */
const RIGHT: [why: string, file: string, text: string][] = [
  [
    'a page uses client, i18n and contract types',
    'src/pages/x.astro',
    astro(
      "import type { Data } from '#src/contract/calls.ts';\nimport { loginPath } from '#src/client/login-redirect.ts';\nimport { href } from '#src/i18n/locale.ts';\ntype X = Data<'POST /system/api/website/view'>;\nconst x = href('en', loginPath('/'));",
    ),
  ],
  [
    'an island uses contract types and the client',
    'src/features/exam/X.tsx',
    "import type { Data } from '#src/contract/calls.ts';\nimport { api } from '#src/client/api.ts';\nexport const x: Data<'POST /system/api/website/view'> = await api('POST /system/api/website/view');",
  ],
  [
    'a feature uses its own parts',
    'src/features/exam/X.tsx',
    "import { x } from '#src/features/exam/x.ts';\nimport { y } from './parts/y.ts';\nexport const z = [x, y];",
  ],
  [
    'a feature uses a public component of one on its list',
    'src/features/home/X.tsx',
    "import { links } from '#src/features/account/links.ts';\nexport const x = links;",
  ],
  [
    'a component shows toasts',
    'src/components/X.tsx',
    "import { $toasts } from '#src/client/session.store.ts';\nexport const x = $toasts;",
  ],
  [
    'an operation uses public files of another domain, the database and errors',
    'src/server/exam/x.ts',
    "import { issueCertificate } from '#src/server/record/issue-certificate.ts';\nimport { withTenant } from '#src/server/core/db/tenant.ts';\nimport { AppError } from '#src/server/core/app-error.ts';\nexport const x = [issueCertificate, withTenant, AppError];",
  ],
  [
    'an operation reads the members of its tenant',
    'src/server/exam/x.ts',
    "import { enterpriseUser } from '#src/server/account/tables/account.ts';\nexport const x = enterpriseUser;",
  ],
  [
    'an operation of accounts reads sessions',
    'src/server/account/x.ts',
    "import { userSession } from '#src/server/account/tables/account.ts';\nimport { withPortal } from '#src/server/core/db/tenant.ts';\nexport const x = [userSession, withPortal];",
  ],
  [
    'an operation computes with a given time',
    'src/server/exam/x.ts',
    'export const x = (now: Date) => new Date(now.getTime() + 1000);',
  ],
  [
    'a script in a page writes a store',
    'src/pages/x.astro',
    "<p>1</p>\n<script>\nimport { $toasts } from '#src/client/session.store.ts';\n$toasts.set([]);\n</script>\n",
  ],
  [
    'symbols, classes and scripts are not reported as texts',
    'src/pages/x.astro',
    '<p class="px-2" id="main">× 3 / 5 {1}<a lang="zh">中文</a></p>\n<script>\nconsole.log("fine");\n</script>\n',
  ],
  ['core/db uses pg', 'src/server/core/db/x.ts', "import pg from 'pg';\nexport const x = pg;"],
];

describe('lint rules', () => {
  it.each(WRONG)('%s', async (_why, file, text, rule) => {
    expect(await rulesBroken(file, text)).toContain(rule);
  });
  it.each(RIGHT)('allow: %s', async (_why, file, text) => {
    expect(await rulesBroken(file, text)).toEqual([]);
  });
});

describe('FEATURES', () => {
  it('contains only imports that exist', () => {
    const used = new Set(
      sources('src/features', /\.(ts|tsx|astro)$/).flatMap(({ path, text }) =>
        [...text.matchAll(/'#src\/features\/([^/']+)/g)].map(([, feature]) => `${path.split('/')[2]} ${feature}`),
      ),
    );
    const listed = Object.entries(FEATURES).flatMap(([feature, uses]) => uses.map((use) => `${feature} ${use}`));
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.filter((edge) => !used.has(edge))).toEqual([]);
  });

  it('contains only features that exist', () => {
    const folders = new Set(sources('src/features', /\.(ts|tsx|astro)$/).map(({ path }) => path.split('/')[2]));
    expect(Object.keys(FEATURES).filter((feature) => !folders.has(feature))).toEqual([]);
  });
});
