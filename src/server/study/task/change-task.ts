import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { getT } from '#src/i18n/server.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { studyTask, studyTaskItem } from '#src/server/study/tables/study.ts';
import { assign } from '../assign-tasks.ts';
import { lockTask, type StoredTask } from './task-sql.ts';
import { copyItems } from './write-items.ts';

type Phase = OperationInput<'POST /course/auth/study/tasks/phase'>;

/** What the audit log calls it. */
const AUDITED = {
  published: { action: 'task.publish' },
  ended: { action: 'task.end' },
  cancelled: { action: 'task.cancel' },
};

/**
 * Publishes a task: its audience has it at once. Or ends it now, or cancels it: nobody sees it any more, and progress stays for the case
 * that it is published again.
 * @throws AppError 404; 403 when it concerns people of other departments; 409 for an earlier revision, or when it is so already
 */
export async function changeTaskPhase(ctx: Context, { id, revision, phase }: Phase) {
  const { db, tenant, now } = ctx;
  const stored = await lockTask(ctx, id);
  if (stored.revision !== revision) throw new AppError(409, 'revisionChanged');
  if (!canBecome(stored, phase, now())) throw new AppError(409, 'taskPhase');
  await db
    .update(studyTask)
    .set({
      revision: revision + 1,
      ...(phase === 'published'
        ? { published: true, cancelledAt: null, stale: true }
        : phase === 'cancelled'
          ? { published: false, cancelledAt: now() }
          : { endAt: now(), endChanges: stored.endChanges + 1, stale: true }),
    })
    .where(and(eq(studyTask.enterpriseId, tenant.id), eq(studyTask.id, id)));
  if (phase === 'published' && stored.endAt > now()) await assign(db, tenant.id, now(), [id]);
  await audit(db, ctx, AUDITED[phase].action, { id, title: stored.title }, { about: [id] });
  return { id, revision: revision + 1 };
}

function canBecome({ published, startAt, endAt }: StoredTask, phase: Phase['phase'], at: Date): boolean {
  if (phase === 'published') return !published;
  return published && (phase === 'cancelled' || (startAt < at && endAt > at));
}

/**
 * Makes a draft with the items and the audience of a task, which begins now and lasts as long. Release dates are not copied.
 * @throws AppError 404; 403 for a task that also concerns people of other departments
 */
export async function copyTask(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now, locale } = ctx;
  const { startAt, endAt, ...stored } = await lockTask(ctx, id);
  const title = getT(locale)('tasks:copyOf', { title: stored.title }).slice(0, 200);
  const { summary, taskType, countsEarlier, ordered, lateCompletion, reminders } = stored;
  const [made] = await db
    .insert(studyTask)
    .values({
      ...{ enterpriseId: tenant.id, code: `portal-${randomUUID()}`, published: false },
      ...{ title, summary, taskType, countsEarlier, ordered, lateCompletion, reminders },
      ...{ startAt: now(), endAt: new Date(now().getTime() + endAt.getTime() - startAt.getTime()) },
    })
    .returning({ id: studyTask.id });
  const copy = made!.id;
  await copyItems(ctx, id, copy);
  await db.execute(sql`
    insert into study_task_rule (enterprise_id, task_id, excluded, department_id, with_below, position_id, joined_since)
    select r.enterprise_id, ${copy}, r.excluded, r.department_id, r.with_below, r.position_id, r.joined_since
    from study_task_rule r where r.enterprise_id = ${tenant.id} and r.task_id = ${id}`);
  await db.execute(sql`
    insert into study_task_person (enterprise_id, task_id, user_id, excluded)
    select p.enterprise_id, ${copy}, p.user_id, p.excluded
    from study_task_person p where p.enterprise_id = ${tenant.id} and p.task_id = ${id}`);
  await audit(db, ctx, 'task.copy', { id: copy, title, from: id }, { about: [copy] });
  return { id: copy };
}

/**
 * Deletes a draft that was made in the portal.
 * @throws AppError 404; 403 when it concerns people of other departments; 409 for one that was published, or is of a pack
 */
export async function deleteTask(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const stored = await lockTask(ctx, id);
  if (stored.published || stored.cancelledAt || !isOfPortal(stored)) throw new AppError(409, 'taskPhase');
  await db.delete(studyTaskItem).where(and(eq(studyTaskItem.enterpriseId, tenant.id), eq(studyTaskItem.taskId, id)));
  await db.delete(studyTask).where(and(eq(studyTask.enterpriseId, tenant.id), eq(studyTask.id, id)));
  await audit(db, ctx, 'task.delete', { id, title: stored.title }, { about: [id] });
  return null;
}

/** Whether a task was made in the portal, and not by a content pack. */
export const isOfPortal = ({ code }: Pick<StoredTask, 'code'>): boolean => code.startsWith('portal-');
