import { and, desc, eq, sql } from 'drizzle-orm';
import { exam } from '#src/server/core/db/schema/exam.ts';
import { examAttempt } from '#src/server/core/db/schema/exam-attempt.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { closeExpired } from './close-expired.ts';
import { courseBlock } from './course-block.ts';
import { MAX_SHOWN_ATTEMPTS } from './limits.ts';
import { accommodationFor, switchRules } from './frozen-accommodation.ts';
import { resitsOf, sectionsOf } from './exam-parts.ts';
import { LEAVE_GRACE_SECONDS } from './times.ts';
import { findStandings, type Standing } from './standing.ts';

/**
 * Returns an exam before its start: its rules, and the viewer's state and attempts.
 * @throws AppError 404 when it does not exist here, or is not published and the viewer has no attempt
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
  const accommodation = await accommodationFor(db, who, rules!);
  const { intro, switchDwellSeconds, reviewPolicy, reviewEarly, certificateId, credits, points } = rules!;
  const { waitSeconds, countedAttempt, stopAfterPass, certificateWay: way, certificateScore: score } = rules!;
  const { markers, blindMarking, publishMarks, appealDays } = rules!;
  const { switchPolicy, switchLimit } = switchRules(rules!, { accommodation });
  return {
    ...standing,
    intro,
    sections: await sectionsOf(db, rules!),
    ...{ switchPolicy, switchLimit, switchDwellSeconds },
    leaveGraceSeconds: LEAVE_GRACE_SECONDS,
    reviewPolicy,
    ...{ markers, blindMarking, publishMarks, appealDays },
    reviewEarly,
    waitSeconds,
    countedAttempt,
    stopAfterPass,
    resits: await resitsOf(db, rules!),
    accommodation,
    credits,
    points,
    certificate: certificateId === null ? null : { way, score, needs: await needsOf(db, ofExam) },
    extraSeconds: accommodation?.extraSeconds ?? 0,
    canStart: canStart({ ...standing, stopAfterPass }, who.now, await courseBlock(db, who, standing)),
    serverTime: who.now,
    attempts: await attemptsOf(db, ofExam),
  };
}

type OfExam = { enterpriseId: string; examId: string; userId: string };
type Need = { kind: 'course' | 'task'; id: string; title: string; isComplete: boolean };

/** Returns what the certificate of an exam needs besides the pass, and whether the user has completed it. */
async function needsOf(db: TenantDb, { enterpriseId, examId, userId }: OfExam): Promise<Need[]> {
  const { rows } = await db.execute<Need>(sql`
    select case when n.course_id is not null then 'course' else 'task' end as kind, coalesce(n.course_id, n.task_id) as id,
      coalesce(c.title, t.title) as title, coalesce(p.status = 'completed' or k.completed_at is not null, false) as "isComplete"
    from exam_certificate_need n
    left join course c on c.enterprise_id = n.enterprise_id and c.id = n.course_id
    left join study_task t on t.enterprise_id = n.enterprise_id and t.id = n.task_id
    left join course_progress p on p.enterprise_id = n.enterprise_id and p.course_id = n.course_id and p.user_id = ${userId}
    left join study_task_user k on k.enterprise_id = n.enterprise_id and k.task_id = n.task_id and k.user_id = ${userId}
    where n.enterprise_id = ${enterpriseId} and n.exam_id = ${examId} order by n.id`);
  return rows;
}

type CanStart = 'ok' | 'notOpen' | 'windowClosed' | 'passed' | 'noAttemptsLeft' | 'waitingTime';

function canStart<B extends string>(
  standing: Standing & { stopAfterPass: boolean },
  now: Date,
  block: B | null,
): CanStart | B {
  if (standing.openAttemptId) return 'ok';
  if (now < standing.windowStart) return 'notOpen';
  if (now >= standing.windowEnd || !standing.published) return 'windowClosed';
  if (standing.examState === 'pass' && standing.stopAfterPass) return 'passed';
  if (standing.attemptsLeft <= 0) return 'noAttemptsLeft';
  if (standing.nextStart && now < standing.nextStart) return 'waitingTime';
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
    .limit(MAX_SHOWN_ATTEMPTS);
}
