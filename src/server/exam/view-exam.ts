import { and, eq, sql } from 'drizzle-orm';
import { exam } from './tables/exam.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { closeExpired } from './attempt/close-expired.ts';
import { courseBlock } from './course-block.ts';
import { MAX_SHOWN_ATTEMPTS } from './limits.ts';
import { accommodationOf, frozenFrom, switchRules } from './frozen-accommodation.ts';
import { examCache } from './exam-cache.ts';
import { resitsOf, sectionsOf } from './exam-parts.ts';
import { expiredBefore, LEAVE_GRACE_SECONDS } from './times.ts';
import { findExamStates, type ExamWithState } from './exam-states.ts';

type Personal = {
  isExpired: boolean;
  accommodation: Parameters<typeof frozenFrom>[0];
  /** Instants as text of PostgreSQL. */
  attempts: {
    id: string;
    number: number;
    status: 'open' | 'submitted' | 'marked';
    startedAt: string;
    submittedAt: string | null;
    score: string | null;
    passed: boolean | null;
  }[];
};

type Rules = { rules: typeof exam.$inferSelect } & {
  sections: Awaited<ReturnType<typeof sectionsOf>>;
  resits: Awaited<ReturnType<typeof resitsOf>>;
};
const cached = examCache<Rules>({ max: 1_000 });

/** What is the same for everybody: the rules of an exam, the parts of its paper and its resits. */
const rulesOf = (enterpriseId: string, id: string): Promise<Rules> =>
  cached(`${enterpriseId} ${id}`, () =>
    // Not in the transaction of the page: what its snapshot shows may be older than the last change.
    withTenant(enterpriseId, (db) => readRules(db, enterpriseId, id), { lane: 'exam' }),
  );

async function readRules(db: TenantDb, enterpriseId: string, id: string): Promise<Rules> {
  const [rules] = await db
    .select()
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, id)));
  if (!rules) throw notFound();
  return { rules, sections: await sectionsOf(db, rules), resits: await resitsOf(db, rules) };
}

/**
 * Returns an exam before its start: its rules, and the viewer's state and attempts. One statement for what is the viewer's own:
 * all candidates open this page at the same time.
 * @throws AppError 404 when it does not exist here, or is not published and the viewer has no attempt
 */
export async function viewExam({ db, tenant, viewer, now }: Context, { id }: { id: string }) {
  const enterpriseId = tenant.id;
  const who = { enterpriseId, userId: viewer.userId, now: now() };
  const read = async () => {
    const columns = personal(who);
    const [found] = await findExamStates<Personal>(
      db,
      who,
      { examId: id, scope: 'all', columns, name: 'exam-view' },
      { limit: 1, offset: 0 },
    );
    return found;
  };
  let found = await read();
  if (found?.isExpired) {
    await closeExpired(db, { ...who, examId: id, closedBy: 'timer' });
    found = await read();
  }
  if (!found) throw notFound();
  const { rules, sections, resits } = await rulesOf(enterpriseId, id);
  const { isExpired: _, attempts, accommodation: granted, ...state } = found;
  const accommodation = frozenFrom(granted);
  const { intro, switchDwellSeconds, reviewPolicy, reviewEarly, certificateId, credits, points } = rules;
  const { waitSeconds, countedAttempt, stopAfterPass, certificateWay: way, certificateScore: score } = rules;
  const { markers, blindMarking, publishMarks, appealDays } = rules;
  const { switchPolicy, switchLimit } = switchRules(rules, { accommodation });
  const needs = certificateId === null ? [] : await needsOf(db, { enterpriseId, examId: id, userId: viewer.userId });
  return {
    ...state,
    intro,
    sections,
    ...{ switchPolicy, switchLimit, switchDwellSeconds },
    leaveGraceSeconds: LEAVE_GRACE_SECONDS,
    reviewPolicy,
    ...{ markers, blindMarking, publishMarks, appealDays },
    reviewEarly,
    waitSeconds,
    countedAttempt,
    stopAfterPass,
    resits,
    accommodation,
    credits,
    points,
    certificate: certificateId === null ? null : { way, score, needs },
    extraSeconds: accommodation?.extraSeconds ?? 0,
    canStart: canStart({ ...state, stopAfterPass }, who.now, await courseBlock(db, who, state, who.now)),
    serverTime: who.now,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      startedAt: new Date(attempt.startedAt),
      submittedAt: attempt.submittedAt && new Date(attempt.submittedAt),
    })),
  };
}

/** Columns of the statement on exam `e` that are the viewer's own. */
const personal = (who: { enterpriseId: string; userId: string; now: Date }) => sql`
  exists (
    select from exam_attempt a
    where a.enterprise_id = e.enterprise_id and a.exam_id = e.id and a.user_id = ${who.userId} and a.status = 'open'
      and a.deadline_at < ${expiredBefore(who.now).toISOString()}::timestamptz and a.paused_at is null) as "isExpired",
  (select to_json(c) from (${accommodationOf(who, { id: sql`e.id`, limitSeconds: sql`e.limit_seconds` })}) c) as "accommodation",
  coalesce((
    select json_agg(json_build_object(
             'id', a.id, 'number', a.number, 'status', a.status, 'startedAt', a.started_at, 'submittedAt', a.submitted_at,
             'score', (a.objective_score + a.subjective_score)::text, 'passed', a.passed) order by a.number desc)
    from (select * from exam_attempt own
          where own.enterprise_id = e.enterprise_id and own.exam_id = e.id and own.user_id = ${who.userId}
          order by own.number desc limit ${MAX_SHOWN_ATTEMPTS}) a), '[]') as "attempts",`;

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
  state: ExamWithState & { stopAfterPass: boolean },
  now: Date,
  block: B | null,
): CanStart | B {
  if (state.openAttemptId) return 'ok';
  if (now < state.windowStart) return 'notOpen';
  if (now >= state.windowEnd || !state.published) return 'windowClosed';
  if (state.examState === 'pass' && state.stopAfterPass) return 'passed';
  if (state.attemptsLeft <= 0) return 'noAttemptsLeft';
  if (state.nextStart && now < state.nextStart) return 'waitingTime';
  return block ?? 'ok';
}
