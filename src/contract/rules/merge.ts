/* Merging two records of one person, shared by browser and server (decision 095). */

/** Fields of a member that are chosen from one record or the other. */
export const MERGE_FIELDS = [
  ...(['userName', 'employeeNo', 'phone', 'email', 'sex', 'userType'] as const),
  ...(['department', 'position', 'superior', 'joinedOn'] as const),
] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];

/** Numbers of what moves to the kept record. */
export const MERGE_COUNTS = [
  ...([
    'courses',
    'sharedCourses',
    'tasks',
    'attempts',
    'sharedExams',
    'certificates',
    'hours',
    'credits',
    'sharedEntries',
  ] as const),
  ...(['requirements', 'roles', 'headOf', 'superiorOf', 'posts', 'sessions'] as const),
] as const;
export type MergeCount = (typeof MERGE_COUNTS)[number];
