import { USER_TYPE } from './account.ts';
import { hasRight, type Holder, isRight, type Right, scopeOf } from './rights.ts';

/**
 * Who can open a page. `open`: everybody · `session`: logged-in users · `enterprise`: members of this enterprise ·
 * `lecturer`, `organisation`, `admin`: members with that role · `people.whole`: who may change people of the whole enterprise · a right: members who have it somewhere, `manager` those who have any;
 * administrators can open all of them.
 */
export type PageAccess =
  'open' | 'session' | 'enterprise' | 'lecturer' | 'organisation' | 'admin' | 'manager' | 'people.whole' | Right;

type Member = Holder & { userType: number };

/** Whether a member of the enterprise has the role that a page wants. */
export function hasAccess(access: PageAccess, member: Member): boolean {
  const { userType, isAdmin, grants } = member;
  if (isAdmin || access === 'open' || access === 'session' || access === 'enterprise') return true;
  if (access === 'manager') return grants.length > 0;
  if (access === 'people.whole') return scopeOf(member, 'people.write') === null;
  if (isRight(access)) return hasRight(member, access);
  return access !== 'admin' && userType === USER_TYPE[access];
}

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
  'certificate/index.astro': 'open',
  'certificate/[number].astro': 'open',
  'statement/[number].astro': 'open',
  'knowledge/index.astro': 'open',
  'knowledge/menu-tree.astro': 'open',
  'knowledge/course/[id].astro': 'open',
  'knowledge/project/[id].astro': 'open',
  'lecturer/index.astro': 'open',
  'lecturer/view/[id].astro': 'open',
  // Visitors read the community only if it is open to the public (features/community/closed-to.ts).
  'community/index.astro': 'open',
  'community/blog/[id].astro': 'open',
  'community/question/[id].astro': 'open',
  'community/label/[code].astro': 'open',
  'community/author/[userId].astro': 'open',
  'community/write.astro': 'enterprise',
  'community/drafts.astro': 'enterprise',
  // Answers 403 to members who are not moderators.
  'community/moderation/index.astro': 'enterprise',
  'community/moderation/mine.astro': 'enterprise',
  'admin/community.astro': 'admin',
  'admin/exams/index.astro': 'exams.manage',
  // Answers 404 to lecturers who do not teach the course of the exam.
  'admin/exams/[id].astro': 'exams.manage',
  'admin/exams/schedule.astro': 'exams.manage',
  'admin/exams/edit.astro': 'exams.manage',
  'admin/exams/regrade.astro': 'exams.manage',
  'admin/accommodations.astro': 'admin',
  'admin/requirements/index.astro': 'training.read',
  'admin/requirements/edit.astro': 'training.read',
  'admin/tasks/index.astro': 'training.read',
  'admin/tasks/edit.astro': 'training.read',
  'admin/tasks/progress.astro': 'training.read',
  'admin/requirements/messages.astro': 'training.read',
  'admin/matrix/index.astro': 'training.read',
  'admin/matrix/why.astro': 'training.read',
  'admin/matrix/lapses.astro': 'training.read',
  'admin/reports/index.astro': 'training.read',
  // Answers 403 for a source that needs the right in the whole enterprise, 404 for reports of others.
  'admin/reports/view.astro': 'training.read',
  'admin/reports/edit.astro': 'training.read',
  'admin/statements.astro': 'training.read',
  'admin/audit.astro': 'audit.read',
  'admin/rehearsal.astro': 'admin',
  'admin/terminals/index.astro': 'admin',
  'admin/terminals/log.astro': 'admin',
  'admin/terminals/people.astro': 'admin',
  'admin/terminals/badges.astro': 'admin',
  'admin/media.astro': 'content.manage',
  'admin/calendar.astro': 'content.manage',
  'admin/people/index.astro': 'people.read',
  // Answers 404 for people outside of the viewer's departments.
  'admin/people/[id].astro': 'people.read',
  'admin/courses/index.astro': 'content.manage',
  'admin/courses/edit.astro': 'content.manage',
  'admin/courses/import.astro': 'content.manage',
  'admin/projects/index.astro': 'content.manage',
  'admin/projects/edit.astro': 'content.manage',
  'admin/lecturers/index.astro': 'content.manage',
  'admin/lecturers/edit.astro': 'content.manage',
  'admin/announcements/index.astro': 'content.manage',
  'admin/announcements/edit.astro': 'content.manage',
  'admin/announcements/receipts.astro': 'content.manage',
  'admin/site.astro': 'content.manage',
  'admin/articles/index.astro': 'content.manage',
  'admin/articles/edit.astro': 'content.manage',
  'admin/settings/index.astro': 'admin',
  'admin/settings/rules.astro': 'admin',
  'admin/messages/index.astro': 'content.manage',
  'admin/messages/edit.astro': 'content.manage',
  'admin/messages/log.astro': 'admin',
  'admin/categories.astro': 'content.manage',
  'admin/departments.astro': 'organisation.read',
  'admin/positions.astro': 'organisation.read',
  // Changed by administrators only.
  'admin/roles.astro': 'audit.read',
  'admin/people/import.astro': 'people.write',
  'admin/people/invitations.astro': 'people.read',
  'admin/sync.astro': 'people.whole',
  'search.astro': 'open',
  'tpl.astro': 'open',
  'redirect/[...path].astro': 'open',
  'account/exam/index.astro': 'open',
  // Without the id in the path: they lead to the list.
  'account/course/questions.astro': 'lecturer',
  'account/task/index.astro': 'enterprise',
  'knowledge/course/index.astro': 'open',
  'knowledge/project/index.astro': 'open',
  'lecturer/view/index.astro': 'open',
  'live/watch/index.astro': 'enterprise',
  'live/watch/[watch].astro': 'enterprise',
  'login.astro': 'open',
  // The start page of a shared terminal, and where a browser becomes one.
  'terminal.astro': 'open',
  'login/second.astro': 'open',
  'forget.astro': 'open',
  // A user arriving from another enterprise's host has no session here yet.
  'company.astro': 'open',
  'company/login.astro': 'admin',
  // Whoever has its token is no user yet.
  'company/invitation.astro': 'open',
  'unsubscribe.astro': 'open',
  'admin.astro': 'manager',
  'admin/export.astro': 'organisation',
  'admin/certificates.astro': 'lecturer',
  'admin/certificates/expiring.astro': 'training.read',
  'admin/certificates/kinds.astro': 'content.manage',
  'admin/certificates/templates/index.astro': 'content.manage',
  'admin/certificates/templates/edit.astro': 'content.manage',
  'admin/questions/index.astro': 'exams.manage',
  // Answers 404 to lecturers who may not edit the bank.
  'admin/questions/[id].astro': 'exams.manage',
  'admin/questions/[id]/grid.astro': 'exams.manage',
  'admin/questions/[id]/similar.astro': 'exams.manage',
  'appCompany.astro': 'session',
  'account/index.astro': 'enterprise',
  'account/factor.astro': 'enterprise',
  'account/certificate.astro': 'enterprise',
  'account/requirements.astro': 'enterprise',
  'account/live/index.astro': 'classes.manage',
  'account/live/[id].astro': 'classes.manage',
  'account/task/[id].astro': 'enterprise',
  'account/sessions/index.astro': 'classes.manage',
  'account/sessions/[id]/index.astro': 'classes.manage',
  'account/sessions/[id]/sheet.astro': 'classes.manage',
  'account/evaluations/index.astro': 'enterprise',
  // Answers 404 to everybody but its person, the assessors and administrators.
  'account/evaluations/[id].astro': 'enterprise',
  'account/questionnaires/index.astro': 'lecturer',
  'account/questionnaires/[id].astro': 'lecturer',
  'account/coaching/index.astro': 'enterprise',
  // Found by its two people and administrators only.
  'account/coaching/[id].astro': 'enterprise',
  'account/why.astro': 'enterprise',
  'account/appeals.astro': 'enterprise',
  'account/exam/[id].astro': 'enterprise',
  'account/exam/start.astro': 'enterprise',
  'account/exam/detail.astro': 'enterprise',
  'account/question/detail.astro': 'enterprise',
  'account/exam/examQuestion.astro': 'enterprise',
  'account/exam/examSuccess.astro': 'enterprise',
  'test/index.astro': 'enterprise',
  'test/id.astro': 'enterprise',
  'test/practice/index.astro': 'enterprise',
  // Answers 404 to everybody but its user.
  'test/practice/[id].astro': 'enterprise',
  'test/marking.astro': 'exams.manage',
  'test/analysis.astro': 'exams.read',
  // Answers 404 to those who may not control the exam; invigilators may be any members.
  'test/control.astro': 'enterprise',
  'cart.astro': 'organisation',
  'watch/index.astro': 'enterprise',
  'watch/catePanel.astro': 'enterprise',
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
 * Returns who may open a path.
 * @param path as the browser sent it, without query, in either language: `/%61dmin`, `//admin` and `/en/admin` are
 *   `/admin`
 * @returns null when there is no such page, which results in 404
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
