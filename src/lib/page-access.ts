/**
 * Who may open a page. `open`: everybody · `session`: logged-in users · `enterprise`: members of this enterprise ·
 * `lecturer`, `organisation`, `admin`: members with that role; administrators may open all of them.
 */
export type PageAccess = 'open' | 'session' | 'enterprise' | 'lecturer' | 'organisation' | 'admin';

/**
 * Access of every page of `src/pages`, by file. The server reads it before a page is rendered
 * (src/server/http/page-guard.ts), a test opens each page with every role, and fails for a page that is missing here.
 */
export const PAGE_ACCESS: Record<string, PageAccess> = {
  'index.astro': 'open',
  '403.astro': 'open',
  // A dashboard for members, the landing page for visitors.
  'home.astro': 'open',
  'home/rank.astro': 'enterprise',
  'sign/sign.astro': 'enterprise',
  'agreement.astro': 'open',
  'info/index.astro': 'open',
  'info/[id].astro': 'open',
  'knowledge/index.astro': 'open',
  'knowledge/menu-tree.astro': 'open',
  'knowledge/course/[id].astro': 'open',
  'knowledge/project/[id].astro': 'open',
  'lecturer/index.astro': 'open',
  'lecturer/view/[id].astro': 'open',
  'search.astro': 'open',
  'tpl.astro': 'open',
  'redirect/[...path].astro': 'open',
  'account/exam/index.astro': 'open',
  'login.astro': 'open',
  'forget.astro': 'open',
  // A user arriving from another enterprise's host has no session here yet.
  'company.astro': 'open',
  'company/login.astro': 'admin',
  'admin.astro': 'admin',
  'appCompany.astro': 'session',
  'account/index.astro': 'enterprise',
  'account/certificate.astro': 'enterprise',
  'account/task/[id].astro': 'enterprise',
  'account/exam/[id].astro': 'enterprise',
  'account/exam/detail.astro': 'enterprise',
  'account/exam/examQuestion.astro': 'enterprise',
  'account/exam/examSuccess.astro': 'enterprise',
  'test/index.astro': 'enterprise',
  'test/id.astro': 'enterprise',
  'test/marking.astro': 'lecturer',
  'cart.astro': 'organisation',
  'watch/course.astro': 'enterprise',
  'watch/task.astro': 'enterprise',
};

/** Chinese path of a page file without parameters: `account/exam/index.astro` is `/account/exam`. */
export const pathOfPage = (file: string): string =>
  `/${file.replace(/(^|\/)index\.astro$|\.astro$/, '')}`.replace(/(.)\/$/, '$1');

type Rule = { pattern: RegExp; parameters: number; access: PageAccess };

const RULES: Rule[] = Object.entries(PAGE_ACCESS)
  .map(([file, access]) => {
    const path = pathOfPage(file);
    const source = path.replace(/\[\.\.\.\w+\]/g, '.*').replace(/\[\w+\]/g, '[^/]+');
    return { pattern: new RegExp(`^${source}/?$`), parameters: path.split('[').length - 1, access };
  })
  // Like Astro's router: a static path takes precedence over one with a parameter.
  .sort((a, b) => a.parameters - b.parameters);

/**
 * @param path without a query, as the browser sent it, in either language: `/%61dmin`, `//admin` and `/en/admin` are `/admin`
 * @returns null when there is no such page: it answers 404
 */
export function accessOf(path: string): PageAccess | null {
  const plain = decoded(path)
    .replace(/\/{2,}/g, '/')
    .replace(/^\/en(?=\/|$)/, '')
    .replace(/^$/, '/');
  return RULES.find(({ pattern }) => pattern.test(plain))?.access ?? null;
}

/** Decoded like the router does. An invalid encoding matches no page. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
