import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import type { Criterion } from '#src/server/question/tables.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { closeExpired } from '#src/server/exam/attempt/close-expired.ts';
import { requireMarker } from '#src/server/exam/marker-of.ts';
import { withheldFromMarker } from '#src/server/exam/withheld-questions.ts';
import { readRules } from './read-rules.ts';

type QuestionRow = {
  questionId: string;
  stem: string;
  score: number;
  waitingCount: number;
  thirdCount: number;
  criteria: Criterion[];
};

/**
 * Returns the queue of an exam: its questions with answers to mark, and who holds answers now. One paper per question is
 * read, for its text. Questions of decision 029 are left out.
 * @throws AppError 404 when the exam does not exist here, or the viewer does not mark it
 */
export async function viewQueue(ctx: Context, { examId }: OperationInput<'GET /exam/auth/exam/marking/queue/view'>) {
  const { db, tenant, viewer, now } = ctx;
  await requireMarker(ctx, examId);
  const at = now();
  const { id: _, step: __, passScore: ___, publishMarks, ...rules } = await readRules(db, tenant.id, examId);
  await closeExpired(db, { enterpriseId: tenant.id, now: at, closedBy: 'timer', examId });
  const { rows: questions } = await db.execute<QuestionRow>(sql`
    with waiting as (
      select question_id, count(*) filter (where score is null)::int as n,
             count(*) filter (where score is null and needed = 3)::int as third,
             (array_agg(attempt_id order by submitted_at desc, attempt_id))[1] as attempt_id
      from marking_answer where enterprise_id = ${tenant.id} and exam_id = ${examId} group by question_id
      limit ${MAX_ITEMS.queueQuestions}
    )
    select w.question_id as "questionId", q.stem, q.score, w.n as "waitingCount", w.third as "thirdCount",
           coalesce(r.criteria, q.criteria, '[]') as criteria
    from waiting w
    cross join lateral (
      select p ->> 'stem' as stem, (p -> 'score')::float8 as score, p -> 'criteria' as criteria
      from exam_attempt a, jsonb_array_elements(a.paper) p
      where a.enterprise_id = ${tenant.id} and a.id = w.attempt_id and p ->> 'questionId' = w.question_id::text
    ) q
    left join marking_rubric r on r.enterprise_id = ${tenant.id} and r.question_id = w.question_id
    order by w.n desc, w.question_id`);
  const { rows: held } = await db.execute<{ questionId: string; userName: string; until: string }>(sql`
    select m.question_id as "questionId", u.user_name as "userName", m.held_until as until
    from marking_answer m
    join enterprise_user u on u.enterprise_id = m.enterprise_id and u.user_id = m.held_by
    where m.enterprise_id = ${tenant.id} and m.exam_id = ${examId} and m.score is null
      and m.held_by <> ${viewer.userId} and m.held_until > ${at.toISOString()}::timestamptz
    order by m.held_until, m.attempt_id, m.question_id limit ${MAX_ITEMS.heldAnswers}`);
  const { rows: counted } = await db.execute<{ ready: number; appeals: number }>(sql`
    select (select count(*)::int from exam_attempt where enterprise_id = ${tenant.id} and exam_id = ${examId}
              and status = 'submitted' and unmarked_count = 0) as ready,
           (select count(*)::int from marking_appeal where enterprise_id = ${tenant.id} and exam_id = ${examId}
              and state = 'waiting') as appeals`);
  const withheld = await withheldFromMarker(db, {
    ...{ enterpriseId: tenant.id, userId: viewer.userId, now: at },
    questionIds: questions.map(({ questionId }) => questionId),
  });
  return {
    ...rules,
    examId,
    together: publishMarks === 'together',
    waitingCount: questions.reduce((sum, { waitingCount }) => sum + waitingCount, 0),
    readyCount: counted[0]!.ready,
    appealCount: counted[0]!.appeals,
    questions: questions.filter(({ questionId }) => !withheld.has(questionId)),
    held: held.map((each) => ({ ...each, until: new Date(each.until) })),
  };
}
