import { USER_TYPE } from './account.ts';

/*
 * What managers may do besides their own work (docs/specification.md, section "Roles"). Members get bundles of rights, for the
 * enterprise or for a department with those below it; administrators have all rights.
 */

/**
 * A right. `.read` shows, `.write` changes, `.manage` does both; those of exams and classes are also those of lecturers, for their courses.
 * `exams.read` shows results and analysis, `audit.read` the audit log and who has which role.
 */
export const RIGHTS = [
  'people.read',
  'people.write',
  'organisation.read',
  'organisation.write',
  'training.read',
  'training.write',
  'content.manage',
  'exams.read',
  'classes.manage',
  'exams.manage',
  'audit.read',
] as const;
export type Right = (typeof RIGHTS)[number];

/** Bundles that administrators grant. */
export const BUNDLES = ['trainingManager', 'peopleManager', 'contentEditor', 'examiner', 'auditor'] as const;
export type Bundle = (typeof BUNDLES)[number];

/** Rights of each bundle. `head`: what the head of a department may do in it, without a grant. */
const RIGHTS_OF: Record<Bundle | 'head', readonly Right[]> = {
  trainingManager: ['people.read', 'organisation.read', 'training.read', 'training.write'],
  peopleManager: ['people.read', 'people.write', 'organisation.read', 'organisation.write', 'training.read'],
  contentEditor: ['content.manage', 'classes.manage'],
  examiner: ['exams.manage', 'exams.read'],
  // Reads only: a test fails for any other right.
  auditor: ['people.read', 'organisation.read', 'training.read', 'exams.read', 'audit.read'],
  head: ['people.read', 'organisation.read', 'training.read'],
};

/** Rights that make sense for the enterprise only: their bundles are not granted for a department. */
const WHOLE: readonly Bundle[] = ['contentEditor', 'examiner'];

/** Whether a bundle can be granted for a department. */
export const canBeScoped = (bundle: Bundle): boolean => !WHOLE.includes(bundle);

/** A bundle that a member has, with the path of the department where; null: in the whole enterprise. */
export type Grant = { bundle: Bundle | 'head'; department: string | null };
export type Holder = { isAdmin: boolean; grants: readonly Grant[]; userType?: number };

/**
 * Returns where a member has a right.
 * @returns null: in the whole enterprise; else the paths of departments, which are valid for those below them too; none: nowhere
 */
export function scopeOf({ isAdmin, grants }: Holder, right: Right): string[] | null {
  if (isAdmin) return null;
  const having = grants.filter(({ bundle }) => RIGHTS_OF[bundle].includes(right));
  const paths: string[] = [];
  for (const { department } of having) {
    if (department === null) return null;
    paths.push(department);
  }
  return paths;
}

/** Whether the path of a department is within what `scopeOf` returned. */
export const isInScope = (scope: string[] | null, path: string | null): boolean =>
  scope === null || (path !== null && scope.some((own) => path === own || path.startsWith(`${own}/`)));

/** Rights that lecturers have for their courses: operations restrict them to these. */
const OF_LECTURERS: readonly Right[] = ['exams.read', 'exams.manage', 'classes.manage'];

/** Whether a member has a right, in the enterprise or at least one department. */
export const hasRight = (holder: Holder, right: Right): boolean =>
  (OF_LECTURERS.includes(right) && holder.userType === USER_TYPE.lecturer) || scopeOf(holder, right)?.length !== 0;

/** Whether a member manages all exams, and not only those of their courses. */
export const managesExams = (holder: Holder): boolean => scopeOf(holder, 'exams.manage') === null;

/** Whether a member reads the results of all exams. */
export const readsExams = (holder: Holder): boolean => scopeOf(holder, 'exams.read') === null;

/** Whether a member manages all classes (sessions and live classes), and not only those that they teach. */
export const managesClasses = (holder: Holder): boolean => scopeOf(holder, 'classes.manage') === null;

export const isRight = (text: string): text is Right => (RIGHTS as readonly string[]).includes(text);
