import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import { practicePreference } from './tables.ts';
import type { AnswerValue } from '#src/server/exam/answer-shape.ts';
import { inLanguage, publicQuestion } from '#src/server/exam/public-question.ts';
import { keyOf } from './check-answer.ts';
import { readRightInRow } from './record-answer.ts';
import { readBook, visibleMistakes } from './visible-mistakes.ts';
import { practiceUser } from './practice-user.ts';

type Filter = Omit<OperationInput<'POST /exam/auth/user/mistake/page'>, 'pageCurrent' | 'pageSize'> & {
  questionIds?: string[];
};
/** A question of a book of mistakes. `mistakeId`: its latest wrong answer. */
type Found = {
  questionId: string;
  mistakeId: string;
  topic: string | null;
  bankTitle: string;
  examTitle: string | null;
  wrongCount: number;
  lastWrongAt: string;
  rightInRow: number;
  archivedAt: string | null;
  totalCount: number;
};

/** Lists the questions of the viewer's book of mistakes, or of its archive, latest mistake first. */
export async function pageMistakes(ctx: Context, input: OperationInput<'POST /exam/auth/user/mistake/page'>) {
  const paged = await readPage(input, (part) => findMistakes(ctx, input, part));
  const frozen = new Map((await readFrozen(ctx, paged.list)).map((each) => [each.question.questionId, each]));
  const who = practiceUser(ctx);
  return {
    ...paged,
    list: paged.list.map(({ lastWrongAt, archivedAt, ...row }) => {
      const { question, mine } = frozen.get(row.questionId)!;
      return {
        ...row,
        ...publicQuestion(inLanguage(question, ctx.locale), who),
        ...keyOf(question, ctx, who),
        mine,
        lastWrongAt: new Date(lastWrongAt),
        archivedAt: archivedAt === null ? null : new Date(archivedAt),
      };
    }),
  };
}

/** Reads one part of the viewer's book of mistakes. */
export async function findMistakes(
  ctx: Context,
  { topic, bankId, examId, since, questionId, questionIds, archived }: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found[]> {
  const who = practiceUser(ctx);
  const wanted = questionIds ?? (questionId === undefined ? undefined : [questionId]);
  const ids = (await readBook(ctx.db, who, { archived })).filter((id) => !wanted || wanted.includes(id));
  const { rows } = await ctx.db.execute<Found>(sql`
    select s.*, e.title as "examTitle", (count(*) over ())::int as "totalCount"
    from (
      select v.question_id as "questionId", v.topic, v.bank_title as "bankTitle",
        (array_agg(v.id order by v.last_wrong_at desc, v.id))[1] as "mistakeId",
        (array_agg(v.exam_id order by v.last_wrong_at desc, v.id))[1] as exam_id,
        sum(v.wrong_count)::int as "wrongCount", max(v.last_wrong_at) as "lastWrongAt",
        min(v.right_in_row) as "rightInRow", max(v.archived_at) as "archivedAt"
      from (${visibleMistakes(who)}) v
      where v.question_id = any(${sql.param(ids)}::uuid[])
        ${topic === undefined ? sql`` : sql`and v.topic = ${topic}`}
        ${bankId === undefined ? sql`` : sql`and v.bank_id = ${bankId}`}
      group by v.question_id, v.topic, v.bank_title
      having true
        ${examId === undefined ? sql`` : sql`and bool_or(v.exam_id = ${examId})`}
        ${since === undefined ? sql`` : sql`and max(v.last_wrong_at) >= ${since}::timestamptz`}
    ) s
    left join exam e on e.enterprise_id = ${who.enterpriseId} and e.id = s.exam_id
    order by s."lastWrongAt" desc, s."questionId" limit ${limit} offset ${offset}`);
  return rows;
}

/** Reads questions as they were when they were answered wrongly, with the own answer. */
export async function readFrozen(
  { db, tenant }: Context,
  found: Pick<Found, 'mistakeId'>[],
): Promise<{ question: PaperQuestion; mine: AnswerValue }[]> {
  const { rows } = await db.execute<{ question: PaperQuestion; mine: AnswerValue }>(sql`
    select p.item as question, coalesce(nullif(a.submitted_answers -> m.question_id::text, 'null'::jsonb), w.answer) as mine
    from mistake m
    left join exam_attempt a on a.enterprise_id = m.enterprise_id and a.id = m.attempt_id
    left join practice_run r on r.enterprise_id = m.enterprise_id and r.id = m.run_id
    left join practice_answer w on w.enterprise_id = r.enterprise_id and w.run_id = r.id and w.question_id = m.question_id
    cross join lateral (
      select item from jsonb_array_elements(coalesce(a.paper, r.paper)) item
      where item ->> 'questionId' = m.question_id::text limit 1) p
    where m.enterprise_id = ${tenant.id} and m.id = any(${sql.param(found.map(({ mistakeId }) => mistakeId))}::uuid[])`);
  return rows;
}

/** Counts the viewer's mistakes by topic, exam and bank. */
export async function viewMistakes(ctx: Context) {
  const { db } = ctx;
  const who = practiceUser(ctx);
  const ids = await readBook(db, who);
  const visible = sql`(${visibleMistakes(who)}) v where v.question_id = any(${sql.param(ids)}::uuid[])`;
  const { rows: topics } = await db.execute<{ topic: string | null; count: number }>(sql`
    select v.topic, count(distinct v.question_id)::int as count from ${visible}
    group by v.topic order by count desc, v.topic nulls last limit ${MAX_ITEMS.practiceTopics}`);
  const { rows: exams } = await db.execute<{ id: string; title: string; count: number }>(sql`
    select e.id, e.title, count(distinct s.question_id)::int as count
    from (select v.exam_id, v.question_id from ${visible}) s
    join exam e on e.enterprise_id = ${who.enterpriseId} and e.id = s.exam_id
    group by e.id, e.title order by e.title, e.id limit ${MAX_ITEMS.mistakeSources}`);
  const { rows: banks } = await db.execute<{ id: string; title: string; count: number }>(sql`
    select v.bank_id as id, v.bank_title as title, count(distinct v.question_id)::int as count from ${visible}
    group by v.bank_id, v.bank_title order by v.bank_title, v.bank_id limit ${MAX_ITEMS.mistakeSources}`);
  return {
    count: ids.length,
    archivedCount: (await readBook(db, who, { archived: true })).length,
    ...{ topics, exams, banks },
    rightInRow: await readRightInRow(db, who),
  };
}

/** Stores after how many right answers in a row a question leaves the book; those in the archive stay there. */
export async function saveSetting({ db, tenant, viewer }: Context, { rightInRow }: { rightInRow: number }) {
  await db
    .insert(practicePreference)
    .values({ enterpriseId: tenant.id, userId: viewer.userId, rightInRow })
    .onConflictDoUpdate({
      target: [practicePreference.enterpriseId, practicePreference.userId],
      set: { rightInRow },
    });
  return { rightInRow };
}
