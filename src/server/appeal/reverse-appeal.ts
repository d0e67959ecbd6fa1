import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { appeal } from './tables.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { reverseEntry } from '#src/server/record/reverse-entry.ts';
import { reopenTask } from '#src/server/study/change-completions.ts';
import { mayReverse, readAppeal } from './view-appeal.ts';

/**
 * Reverses the acceptance of an appeal: the entries that it posted get reversal entries, a task gets its earlier progress.
 * Items that it completed stay complete (docs/decisions/052). A repetition changes nothing.
 * @throws AppError 403 for the learner and those who may not decide it; 404; 409 when it was not accepted
 */
export async function reverseAppeal(ctx: Context, { id, reason }: OperationInput<'POST /course/auth/appeal/reverse'>) {
  const { db, tenant, viewer } = ctx;
  const { request } = await readAppeal(ctx, id);
  if (!mayReverse(ctx, request)) throw new AppError(403, 'notAllowed');
  const here = and(eq(appeal.enterpriseId, tenant.id), eq(appeal.instanceId, id));
  const [found] = await db.select().from(appeal).where(here).for('update');
  if (!found?.outcome) throw new AppError(409, 'appealNotAccepted');
  if (found.reversedAt) return { id, reversedAt: found.reversedAt };
  const at = ctx.now();
  const { applicantId: userId, subjectId, title } = request;
  for (const source of found.sources)
    await reverseEntry(db, { enterpriseId: tenant.id, userId, source, title: `${title} · ${reason}`, at });
  if (found.taskProgress !== null)
    await reopenTask(db, { enterpriseId: tenant.id, userId, taskId: subjectId }, found.taskProgress);
  await db.update(appeal).set({ reversedAt: at, reversedBy: viewer.userId, reverseReason: reason }).where(here);
  await sendNotices(db, tenant.id, [
    {
      ...{ userId, kind: 'appealReversed', detail: { title, reason }, at },
      ...{ path: `/account?change=6&flow=mine&id=${id}`, source: `appeal-reversed:${id}` },
    },
  ]);
  await audit(
    db,
    ctx,
    'appeal.reversed',
    { instanceId: id, subjectId, applicantId: userId, sources: found.sources },
    { about: [id, subjectId, userId] },
  );
  return { id, reversedAt: at };
}
