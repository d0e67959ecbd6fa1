import type { SubjectType } from '#src/contract/search.ts';
import type { IconName } from '#src/components/icons.ts';

/** Icon of each kind. */
export const SUBJECT_ICONS: Record<SubjectType, IconName> = {
  course: 'book',
  project: 'flag',
  lecturer: 'lecturer',
  announcement: 'megaphone',
  article: 'info',
  resource: 'file',
  exam: 'exam',
  blog: 'edit',
  question: 'community',
};
