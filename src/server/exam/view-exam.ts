import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { exam, examAllowance, examAttempt, examSection } from '#src/server/core/db/schema/exam.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { closeExpired } from './close-expired.ts';
import { courseBlock } from './course-block.ts';
import { SHOWN_ATTEMPTS } from './limits.ts';
import { findStandings, type Standing } from './standing.ts';

/**
 * An exam before its start: its rules, and where the viewer stands.
 * @throws AppError 404 when it does not exist here, or is not published and was never sat
 */
export async function viewExam({ db, tenant, viewer, now }: Context, { id }: { id: string }) {
  const enterpriseId = tenant.id;
  const who = { enterpriseId, userId: viewer.userId, now: now() };
  await closeExpired(db, { ...who, examId: id, closedBy: 'timer' });
  const [standing] = await findStandings(db, who, { examId: id, scope: 'all' }, { limit: 1, offset: 0 });
  if (!standing) throw notFound();
  const ofExam = { enterpriseId, examId: id, userId: viewer.userId };
  const [rules] = await db
    .select()
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, id)));
  const sections = await db
    .select({
      title: examSection.title,
      type: examSection.type,
      count: examSection.count,
      scoreEach: examSection.scoreEach,
    })
    .from(examSection)
    .where(and(eq(examSection.enterpriseId, enterpriseId), eq(examSection.examId, id)))
    .orderBy(asc(examSection.sort));
  const [allowance] = await db
    .select()
    .from(examAllowance)
    .where(
      and(
        eq(examAllowance.enterpriseId, enterpriseId),
        eq(examAllowance.examId, id),
        eq(examAllowance.userId, viewer.userId),
      ),
    );
  const { intro, switchPolicy, switchLimit, reviewPolicy, certificateId, credits, points } = rules!;
  return {
    ...standing,
    intro,
    sections,
    switchPolicy,
    switchLimit,
    reviewPolicy,
    credits,
    points,
    hasCertificate: certificateId !== null,
    extraSeconds: allowance?.extraSeconds ?? 0,
    canStart: canStart(standing, who.now, await courseBlock(db, who, standing)),
    serverTime: who.now,
    attempts: await attemptsOf(db, ofExam),
  };
}

type CanStart = 'ok' | 'notOpen' | 'windowClosed' | 'noAttemptsLeft';

function canStart<B extends string>(standing: Standing, now: Date, block: B | null): CanStart | B {
  if (standing.openAttemptId) return 'ok';
  if (now < standing.windowStart) return 'notOpen';
  if (now >= standing.windowEnd || !standing.published) return 'windowClosed';
  if (standing.attemptsLeft <= 0) return 'noAttemptsLeft';
  return block ?? 'ok';
}

function attemptsOf(db: Context['db'], which: { enterpriseId: string; examId: string; userId: string }) {
  return db
    .select({
      id: examAttempt.id,
      number: examAttempt.number,
      status: examAttempt.status,
      startedAt: examAttempt.startedAt,
      submittedAt: examAttempt.submittedAt,
      score: sql<string | null>`${examAttempt.objectiveScore} + ${examAttempt.subjectiveScore}`,
      passed: examAttempt.passed,
    })
    .from(examAttempt)
    .where(
      and(
        eq(examAttempt.enterpriseId, which.enterpriseId),
        eq(examAttempt.examId, which.examId),
        eq(examAttempt.userId, which.userId),
      ),
    )
    .orderBy(desc(examAttempt.number))
    .limit(SHOWN_ATTEMPTS);
}
