import type { comment } from '#src/server/community/tables/comment.ts';

const PAGES = { course: '/knowledge/course/', project: '/knowledge/project/', announcement: '/info/' };

/** Path of the page on which a comment that is not about a post is shown. */
export function commentPath({
  subjectType,
  subjectId,
}: Pick<typeof comment.$inferSelect, 'subjectType' | 'subjectId'>): string {
  return subjectType === 'post' ? '/community' : `${PAGES[subjectType]}${subjectId}`;
}
