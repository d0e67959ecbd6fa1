import { randomUUID } from 'node:crypto';
import { and, count, eq, sql } from 'drizzle-orm';
import { requireOpen } from '#src/server/course/study-state.ts';
import { exam, examAllowance, examAttempt } from '#src/server/core/db/schema/exam.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { closeExpired } from './close-expired.ts';
import { courseBlock } from './course-block.ts';
import { drawPaper } from './draw-paper.ts';
import { fromHundredths, toHundredths } from './score-paper.ts';
import { GRACE_SECONDS } from './times.ts';

type Starting = Omit<Context, 'db'>;
const underWay = new Map<string, Promise<{ attemptId: string; resumed: boolean }>>();

/**
 * Starts an attempt, or answers the one under way: however many starts arrive at once, there is one attempt
 * (design section 8). The deadline is `min(start + limit, window end) + extra time`.
 * @throws AppError 403 when it belongs to a course that is not open to the viewer; 404; 409 when not published, outside the window, or without an attempt left
 */
export async function startExam(ctx: Starting, { id }: { id: string }) {
  const key = `${ctx.tenant.id} ${id} ${ctx.viewer.userId}`;
  // Impatient clicks wait here for the first one, and not on a database connection each.
  const first = underWay.get(key);
  if (first) return { ...(await first), resumed: true };
  const starting = withTenant(ctx.tenant.id, (db) => start({ ...ctx, db }, id)).finally(() => underWay.delete(key));
  underWay.set(key, starting);
  return starting;
}

async function start({ db, tenant, viewer, now }: Context, id: string) {
  const enterpriseId = tenant.id;
  const userId = viewer.userId;
  const at = now();
  // Starts that come through other processes queue up here; those of other people or exams do not meet.
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`exam-start ${enterpriseId} ${id} ${userId}`}, 0))`,
  );
  await closeExpired(db, { enterpriseId, userId, examId: id, now: at, closedBy: 'timer' });

  const open = await openAttempt(db, enterpriseId, id, userId);
  if (open) return { attemptId: open, resumed: true };

  const [rules] = await db
    .select()
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, id)));
  if (!rules) throw notFound();
  if (!rules.published) throw new AppError(409, 'examNotPublished');
  if (at < rules.windowStart) throw new AppError(409, 'examNotOpen');
  if (at >= rules.windowEnd) throw new AppError(409, 'examTimeEnded');

  const block = await courseBlock(db, { enterpriseId, userId }, rules);
  if (block) requireOpen(block);

  const { used, extraSeconds, extraAttempts } = await usedAndAllowed(db, enterpriseId, id, userId);
  if (used >= rules.maxAttempts + extraAttempts) throw new AppError(409, 'noAttemptsLeft');

  const paper = await drawPaper(db, rules, randomUUID());
  const ends = Math.min(at.getTime() + rules.limitSeconds * 1000, rules.windowEnd.getTime()) + extraSeconds * 1000;
  const deadlineAt = new Date(ends);
  const [attempt] = await db
    .insert(examAttempt)
    .values({
      enterpriseId,
      examId: id,
      userId,
      number: used + 1,
      paper,
      startedAt: at,
      deadlineAt,
      totalScore: String(fromHundredths(paper.reduce((sum, question) => sum + toHundredths(question.score), 0))),
    })
    .returning({ id: examAttempt.id });
  await sendJob(
    db,
    'close-exam',
    { enterpriseId, attemptId: attempt!.id },
    new Date(ends + (GRACE_SECONDS + 1) * 1000),
  );
  return { attemptId: attempt!.id, resumed: false };
}

async function openAttempt(db: TenantDb, enterpriseId: string, examId: string, userId: string) {
  const [open] = await db
    .select({ id: examAttempt.id })
    .from(examAttempt)
    .where(
      and(
        eq(examAttempt.enterpriseId, enterpriseId),
        eq(examAttempt.examId, examId),
        eq(examAttempt.userId, userId),
        eq(examAttempt.status, 'open'),
      ),
    );
  return open?.id;
}

async function usedAndAllowed(db: TenantDb, enterpriseId: string, examId: string, userId: string) {
  const [attempts] = await db
    .select({ used: count() })
    .from(examAttempt)
    .where(
      and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.examId, examId), eq(examAttempt.userId, userId)),
    );
  const [allowance] = await db
    .select()
    .from(examAllowance)
    .where(
      and(
        eq(examAllowance.enterpriseId, enterpriseId),
        eq(examAllowance.examId, examId),
        eq(examAllowance.userId, userId),
      ),
    );
  return {
    used: attempts!.used,
    extraSeconds: allowance?.extraSeconds ?? 0,
    extraAttempts: allowance?.extraAttempts ?? 0,
  };
}
