import type { Input } from '#src/contract/calls.ts';

type Draft = Input<'POST /course/auth/study/tasks/save'>;
const DAY = 86_400_000;

/** The input of a task with a course, which runs from yesterday on for ten days; for nobody yet. */
export const taskDraft = (courseId: string, more: Partial<Draft> = {}): Draft => ({
  ...{ title: '焊工安全月', summary: '', taskType: 1 },
  startAt: new Date(Date.now() - DAY).toISOString(),
  endAt: new Date(Date.now() + 10 * DAY).toISOString(),
  ...{ items: [{ kind: 'course' as const, subjectId: courseId }], rules: [], people: [] },
  ...more,
});
