import { sql } from 'drizzle-orm';
import { notFound } from '#src/server/core/app-error.ts';
import { completeTask } from '#src/server/study/change-completions.ts';
import { readTasks } from '#src/server/study/read-tasks.ts';
import { type Fact, fact, time } from '../facts.ts';
import type { Subject } from '../subject.ts';

export const taskSubject: Subject = {
  explain: async ({ db, tenant, viewer, now }, id) => {
    const at = now();
    const [task] = await readTasks(db, { enterpriseId: tenant.id, userId: viewer.userId, at }, sql`t.id = ${id}`);
    if (!task) throw notFound();
    const ended = task.endAt <= at;
    const missing = task.items.filter(({ completed }) => !completed).map(({ title }) => title);
    const done = task.items.length - missing.length;
    const facts: Fact[] = [
      ...(task.completedAt ? [fact('done', 'completed', { at: time(task.completedAt) })] : []),
      ...(task.startAt > at ? [fact('info', 'taskNotBegun', { at: time(task.startAt) })] : []),
      ...(ended ? [fact('info', 'taskFrozen', { at: time(task.endAt), percent: task.studyProgress })] : []),
      ...(task.completedAt
        ? []
        : [
            fact('open', 'taskProgress', { done, count: task.items.length, percent: task.studyProgress }),
            fact('open', 'missingItems', {}, missing),
          ]),
      task.countsEarlier ? fact('info', 'earlierCounts') : fact('info', 'laterCounts', { at: time(task.countsFrom) }),
    ];
    const path = `/account/task/${id}`;
    const next = task.completedAt ? 'nothing' : ended ? 'taskEnded' : 'task';
    return {
      title: task.title,
      courseId: null,
      path,
      facts,
      next: { step: next, path: next === 'task' ? path : null },
    };
  },
  complete: (db, learner, taskId) => completeTask(db, { ...learner, taskId }),
};
