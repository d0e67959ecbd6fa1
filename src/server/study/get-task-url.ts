import { and, eq } from 'drizzle-orm';
import { studyTask } from './tables/study.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';

/** Returns the URL of a task. Public, so the response contains only the type of the task. @throws AppError 404 */
export async function getTaskUrl({ db, tenant }: PublicContext, { id }: { id: string }) {
  const [found] = await db
    .select({ id: studyTask.id, taskType: studyTask.taskType })
    .from(studyTask)
    .where(and(eq(studyTask.enterpriseId, tenant.id), eq(studyTask.id, id), eq(studyTask.published, true)));
  if (!found) throw notFound();
  return { ...found, url: `/watch/task?id=${found.id}` };
}
