import type { IconName } from '#src/components/icons.ts';

/** A management screen. Its texts are `admin:place.{name}.title` and `.hint`. */
export type Place = {
  name: string;
  icon: IconName;
  /** In its Chinese form, with query where the place is a part of a page. */
  path: string;
  /** Who is shown it, where that are fewer than those who may open the page (src/contract/rules/page-access.ts). */
  shownTo?: 'lecturer' | 'exams.manage' | 'moderator';
};
type Group = { name: string; places: readonly Place[] };

/** All management screens: the one list for side bar, search and breadcrumbs. */
export const GROUPS: readonly Group[] = [
  { name: 'overview', places: [{ name: 'overview', icon: 'grid', path: '/admin' }] },
  {
    name: 'exams',
    places: [
      { name: 'exams', icon: 'exam', path: '/admin/exams' },
      { name: 'questions', icon: 'list', path: '/admin/questions' },
      { name: 'marking', icon: 'edit', path: '/test/marking' },
      { name: 'analysis', icon: 'chart', path: '/test/analysis' },
      { name: 'control', icon: 'eye', path: '/test/control', shownTo: 'exams.manage' },
      { name: 'accommodations', icon: 'heart', path: '/admin/accommodations' },
      { name: 'rehearsal', icon: 'refresh', path: '/admin/rehearsal' },
    ],
  },
  {
    name: 'content',
    places: [
      { name: 'courses', icon: 'book', path: '/admin/courses' },
      { name: 'projects', icon: 'list', path: '/admin/projects' },
      { name: 'categories', icon: 'grid', path: '/admin/categories' },
      { name: 'media', icon: 'image', path: '/admin/media' },
      { name: 'lecturers', icon: 'user', path: '/admin/lecturers' },
      { name: 'announcements', icon: 'megaphone', path: '/admin/announcements' },
      { name: 'messages', icon: 'mail', path: '/admin/messages' },
      { name: 'site', icon: 'home', path: '/admin/site' },
      { name: 'articles', icon: 'file', path: '/admin/articles' },
    ],
  },
  {
    name: 'training',
    places: [
      { name: 'calendar', icon: 'calendar', path: '/admin/calendar' },
      { name: 'requirements', icon: 'task', path: '/admin/requirements' },
      { name: 'tasks', icon: 'check-circle', path: '/admin/tasks' },
      { name: 'matrix', icon: 'grid', path: '/admin/matrix' },
      { name: 'expiring', icon: 'clock', path: '/admin/certificates/expiring' },
    ],
  },
  {
    name: 'people',
    places: [
      { name: 'people', icon: 'users', path: '/admin/people' },
      { name: 'departments', icon: 'building', path: '/admin/departments' },
      { name: 'positions', icon: 'user', path: '/admin/positions' },
      { name: 'importPeople', icon: 'upload', path: '/admin/people/import' },
      { name: 'invitations', icon: 'mail', path: '/admin/people/invitations' },
      { name: 'sync', icon: 'refresh', path: '/admin/sync' },
      { name: 'approvals', icon: 'check-circle', path: '/account?change=6', shownTo: 'lecturer' },
      { name: 'certificates', icon: 'certificate', path: '/admin/certificates' },
      { name: 'export', icon: 'download', path: '/admin/export' },
      { name: 'roles', icon: 'shield', path: '/admin/roles' },
    ],
  },
  {
    name: 'reports',
    places: [
      { name: 'reports', icon: 'chart', path: '/admin/reports' },
      { name: 'statements', icon: 'certificate', path: '/admin/statements' },
      { name: 'audit', icon: 'shield', path: '/admin/audit' },
    ],
  },
  {
    name: 'community',
    places: [
      { name: 'moderation', icon: 'flag', path: '/community/moderation', shownTo: 'moderator' },
      { name: 'community', icon: 'community', path: '/admin/community' },
    ],
  },
  {
    name: 'settings',
    places: [
      { name: 'settings', icon: 'admin', path: '/admin/settings' },
      { name: 'signIn', icon: 'key', path: '/company/login' },
      { name: 'terminals', icon: 'desktop', path: '/admin/terminals' },
    ],
  },
];

export const PLACES: readonly Place[] = GROUPS.flatMap(({ places }) => places);

/** Cookie with the user's choice of a narrow side bar, so that the server renders it so. */
export const NARROW_COOKIE = 'admin_nav';
export const NARROW = 'narrow';

/**
 * Returns the place that a page belongs to; null: to none.
 * @param pathname of the page in its Chinese form
 */
export function placeOf(pathname: string): Place | null {
  const isIn = ({ path }: Place) => path === pathname || (path !== '/admin' && pathname.startsWith(`${path}/`));
  // One place may be below another one.
  return PLACES.find(({ path }) => path === pathname) ?? PLACES.find(isIn) ?? null;
}
