import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { readTasks } from './read-tasks.ts';
import type { Task } from './task-of.ts';

type Input = OperationInput<'POST /course/auth/study/task/page'>;

/**
 * Sorts tasks: ended ones that can still be completed, then running ones, both by ascending end, then the other ended ones by
 * descending end.
 * @param tasks in the order of `readTasks`
 */
export function urgentFirst(tasks: Task[], at: Date): Task[] {
  const isLate = ({ endAt, acceptsLate, completedAt }: Task) => endAt <= at && acceptsLate && completedAt === null;
  const isOver = (task: Task) => task.endAt <= at && !isLate(task);
  return [...tasks.filter(isLate), ...tasks.filter(({ endAt }) => endAt > at), ...tasks.filter(isOver).reverse()];
}

/** Returns a page of the viewer's learning tasks, the most urgent first. */
export async function pageTasks({ db, tenant, viewer, now }: Context, input: Input) {
  const at = now();
  const tasks = await readTasks(db, { enterpriseId: tenant.id, userId: viewer.userId, at });
  const wanted = input.status ? tasks.filter(({ status }) => status === input.status) : tasks;
  const { limit, offset } = slice(input);
  return paging(input, wanted.length, urgentFirst(wanted, at).slice(offset, offset + limit));
}

/** Returns one learning task of the viewer. @throws AppError 404 also for a task that is not assigned to the viewer */
export async function viewTask({ db, tenant, viewer, now }: Context, { id }: { id: string }) {
  const learner = { enterpriseId: tenant.id, userId: viewer.userId, at: now() };
  const [task] = await readTasks(db, learner, sql`t.id = ${id}`);
  if (!task) throw notFound();
  return task;
}
