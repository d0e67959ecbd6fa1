import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { examAllowance } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { saveAllowance } from '#src/server/exam/allowances.ts';
import { appendJournal } from '#src/server/exam/journal.ts';
import { extendAttempts } from '#src/server/exam/attempt/move-deadlines.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { lockOpen } from './open-attempts.ts';
import { recordAction, refuseOwn } from './record-action.ts';
import { reopenTimedOut } from './reopen.ts';
import { requireControl } from './require-control.ts';

type Input = OperationInput<'POST /exam/auth/exam/control/time/add'>;

/**
 * Gives one candidate or all more time. Attempts that time has closed are reopened (`reopenTimedOut`) and have the added time
 * from now on. A candidate who has not started yet is granted it for the exam.
 * @throws AppError 404 as `requireControl`, and for a person of another enterprise; 403 for oneself; 409 when there is nothing
 * to extend
 */
export async function addTime(ctx: Context, input: Input) {
  const { db, tenant, viewer } = ctx;
  const { examId, userId, minutes, reason } = input;
  const enterpriseId = tenant.id;
  const at = ctx.now();
  const seconds = minutes * 60;
  const exam = await requireControl(ctx, examId);
  refuseOwn(ctx, userId);
  const open = await lockOpen(ctx, input);
  // After the open ones: what the sweep closes meanwhile is found here.
  const isSitting = userId !== null && open.length > 0;
  const { reopened, kept } = isSitting ? { reopened: [], kept: 0 } : await reopenTimedOut(ctx, input, at);
  const all = [...open, ...reopened];
  if (all.length === 0 && userId !== null && kept === 0 && !(await hasStarted(ctx, examId, userId)))
    await grant(ctx, { examId, userId, seconds, reason });
  else if (all.length === 0) throw new AppError(409, kept > 0 ? 'cannotReopen' : 'nobodySitting');
  const moved = await extendAttempts(db, enterpriseId, { attemptIds: all.map(({ id }) => id), at, seconds });
  const again = new Set(reopened.map(({ id }) => id));
  await appendJournal(
    pgClientOf(db),
    enterpriseId,
    moved.map(({ id: attemptId, deadlineAt }) => ({
      ...{ attemptId, kind: 'extension', at, content: { reason } },
      data: { by: viewer.userId, seconds, deadlineAt: deadlineAt.toISOString(), reopened: again.has(attemptId) },
    })),
  );
  await sendNotices(
    db,
    enterpriseId,
    reopened.map(({ id, userId: candidate }) => ({
      ...{ userId: candidate, kind: 'examReopened', detail: { title: exam.title, reason }, at },
      ...{ path: `/account/exam/${id}`, source: `exam-reopened:${id}:${at.toISOString()}` },
    })),
  );
  const changed = Math.max(all.length, userId === null ? 0 : 1);
  await recordAction(ctx, {
    ...{ examId, kind: 'extension', userId, body: reason, seconds, changed, at },
    reopened: reopened.length,
  });
  return { changed, reopened: reopened.length, kept };
}

async function hasStarted({ db, tenant }: Context, examId: string, userId: string): Promise<boolean> {
  const a = examAttempt;
  return (await db.$count(a, and(eq(a.enterpriseId, tenant.id), eq(a.examId, examId), eq(a.userId, userId)))) > 0;
}

/** Adds to what is granted to a candidate for the exam. */
async function grant(
  ctx: Context,
  { examId, userId, seconds, reason }: { examId: string; userId: string; seconds: number; reason: string },
): Promise<void> {
  const [granted] = await ctx.db
    .select()
    .from(examAllowance)
    .where(
      and(
        eq(examAllowance.enterpriseId, ctx.tenant.id),
        eq(examAllowance.examId, examId),
        eq(examAllowance.userId, userId),
      ),
    );
  await saveAllowance(ctx, {
    ...{ examId, userId, reason, extraAttempts: granted?.extraAttempts ?? 0 },
    extraSeconds: (granted?.extraSeconds ?? 0) + seconds,
    windowStart: granted?.windowStart?.toISOString() ?? null,
    windowEnd: granted?.windowEnd?.toISOString() ?? null,
  });
}
