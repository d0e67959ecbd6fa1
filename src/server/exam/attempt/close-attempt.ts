import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { AnswerValue } from '../answer-shape.ts';
import { endAbsencesOf } from '../absences.ts';
import { grantResults } from '../grant-pass.ts';
import { appendJournal, lockHeads, type Head, type JournalEvent } from '../journal.ts';
import { hashAnswers } from '../journal-hash.ts';
import type { Attempt } from './lock-attempt.ts';
import { lockRules, readRegrades, rulesOf, rulesOfPaper } from '../read-regrades.ts';
import { signReceipt } from '../receipt.ts';
import { scoreRegraded, shortOf, withShort } from '../regrade-rule.ts';
import { fromHundredths } from '../score-paper.ts';

export type ClosedBy = NonNullable<Attempt['closedBy']>;
/** An attempt that the caller has locked, and how it is closed. */
export type Closing = { attempt: Attempt; closedBy: ClosedBy; now: Date };

/** Closes one attempt: see `closeAttempts`. */
export async function closeAttempt(
  db: TenantDb,
  attempt: Attempt,
  closedBy: ClosedBy,
  now: Date,
  { grants = true } = {},
): Promise<Attempt> {
  const [closed] = await closeAttempts(db, [{ attempt, closedBy, now }], { grants });
  return closed!;
}

/**
 * Closes attempts of one tenant that the caller has locked: freezes their answers, scores the objective questions, signs the
 * receipts and, for those that are passed, grants the rewards of the exam; all in one transaction, with a number of statements
 * that does not depend on the number of attempts except for rewards and absences.
 * @param options.grants false: the caller decides about the results
 * @param options.heads the ends of their journals, if the caller has locked them
 * @param options.events what the journals record before the end
 * @returns the closed attempts, in the same order; an attempt that is already closed is returned unchanged
 */
export async function closeAttempts(
  db: TenantDb,
  all: Closing[],
  {
    grants = true,
    heads: locked,
    events = [],
  }: { grants?: boolean; heads?: Map<string, Head>; events?: JournalEvent[] } = {},
): Promise<Attempt[]> {
  const client = pgClientOf(db);
  const closing = all.filter(({ attempt }) => attempt.status === 'open');
  const { enterpriseId } = all[0]!.attempt;
  if (closing.length === 0) {
    await appendJournal(client, enterpriseId, events, locked);
    return all.map(({ attempt }) => attempt);
  }
  const ids = closing.map(({ attempt }) => attempt.id);
  const heads = locked ?? (await lockHeads(client, enterpriseId, ids));
  const ended = await endAbsencesOf(db, closing, heads);
  const rules = await rulesOfExams(
    db,
    enterpriseId,
    closing.map(({ attempt }) => attempt.examId),
  );
  const answersOf = await readAnswers(client, enterpriseId, ids);
  const results = closing.map((each) => {
    const { id, examId } = each.attempt;
    return { ...each, ...resultOf(each, rules.get(examId)!, answersOf.get(id) ?? {}) };
  });
  const { rows } = await client.query<Stored>({
    name: 'close-attempts',
    text: CLOSE,
    values: [enterpriseId, JSON.stringify(results.map(({ row }) => row))],
  });
  const stored = new Map(rows.map(({ id, ...scores }) => [id, scores]));
  const closed = new Map(
    results.map(({ attempt, fields, now, closedBy }) => {
      const changed = { ...fields, ...stored.get(attempt.id)!, closedBy, submittedAt: now, pausedAt: null };
      return [attempt.id, { ...attempt, ...changed } satisfies Attempt] as const;
    }),
  );
  const closes = results.flatMap(({ attempt: { id }, closedBy, now, fields, answersHash }): JournalEvent[] => {
    const { status, answerCount, receipt } = fields;
    const lastSeenAt = heads.get(id)!.seenAt.toISOString();
    const data = { closedBy, status, answerCount, receipt, lastSeenAt };
    return [...(ended.get(id) ?? []), { attemptId: id, kind: 'close', at: now, data, content: { answersHash } }];
  });
  await appendJournal(client, enterpriseId, [...events, ...closes], heads);
  const trials = new Set(closing.flatMap(({ attempt }) => (attempt.trial ? attempt.examId : [])));
  if (grants)
    await grantResults(
      db,
      results.flatMap(({ attempt: { userId, examId }, fields, now: at }) =>
        fields.status === 'marked' && !trials.has(examId) ? [{ enterpriseId, userId, examId, at }] : [],
      ),
    );
  return all.map(({ attempt }) => closed.get(attempt.id) ?? attempt);
}

type ExamRules = { passScore: string; publishMarks: 'at_once' | 'together'; regraded: ReturnType<typeof rulesOf> };

/** Reads what closing needs of exams. Until the end of the transaction no regrade of them begins. */
async function rulesOfExams(db: TenantDb, enterpriseId: string, examIds: string[]): Promise<Map<string, ExamRules>> {
  await lockRules(db, examIds);
  const { rows } = await pgClientOf(db).query<{ id: string } & Omit<ExamRules, 'regraded'>>({
    name: 'closing-rules',
    text: `select id, pass_score as "passScore", publish_marks as "publishMarks" from exam
           where enterprise_id = $1 and id = any($2::uuid[])`,
    values: [enterpriseId, [...new Set(examIds)]],
  });
  const found = new Map<string, ExamRules>();
  for (const { id, ...rules } of rows)
    found.set(id, { ...rules, regraded: rulesOf(await readRegrades(db, enterpriseId, id)) });
  return found;
}

/** Returns the answers that count, by attempt: those that were not removed. */
async function readAnswers(client: ReturnType<typeof pgClientOf>, enterpriseId: string, ids: string[]) {
  const { rows } = await client.query<{ id: string; answers: Record<string, AnswerValue> }>({
    name: 'answers-of',
    text: `select attempt_id as id, json_object_agg(question_id, answer) as answers from exam_answer
           where enterprise_id = $1 and attempt_id = any($2::uuid[]) and answer <> 'null'::jsonb group by attempt_id`,
    values: [enterpriseId, ids],
  });
  return new Map(rows.map(({ id, answers }) => [id, answers]));
}

/** The scores as PostgreSQL has stored them. */
type Stored = Pick<Attempt, 'id' | 'totalScore' | 'objectiveScore' | 'subjectiveScore'>;

/** $1 enterprise, $2 results as JSON: columns of `exam_attempt`. */
const CLOSE = `
update exam_attempt a set
  status = i.status, closed_by = i.closed_by, submitted_at = i.submitted_at, submitted_answers = i.submitted_answers,
  answer_count = i.answer_count, receipt = i.receipt, total_score = i.total_score, objective_score = i.objective_score,
  subjective_score = i.subjective_score, marks = i.marks, given_marks = i.given_marks, not_counted = i.not_counted,
  regraded_scores = i.regraded_scores, passed = i.passed, paused_at = null
from json_to_recordset($2::json) as i (id uuid, status text, closed_by text, submitted_at timestamptz, submitted_answers jsonb,
  answer_count int, receipt text, total_score numeric, objective_score numeric, subjective_score numeric, marks jsonb,
  given_marks jsonb, not_counted jsonb, regraded_scores jsonb, passed boolean)
where a.enterprise_id = $1 and a.id = i.id and a.status = 'open'
returning a.id, a.total_score as "totalScore", a.objective_score as "objectiveScore", a.subjective_score as "subjectiveScore"`;

/** The result of an attempt: columns that change, and the row of the statement. */
function resultOf(
  { attempt, closedBy, now }: Closing,
  { passScore, publishMarks, regraded: rules }: ExamRules,
  answers: Record<string, AnswerValue>,
) {
  const { id: attemptId, paper, trial } = attempt;
  const answerCount = Object.keys(answers).length;
  const regraded = rulesOfPaper(paper, rules);
  // After a submission an empty short answer needs no marking. After a timeout its text may still arrive late. Nobody marks a trial.
  const short = shortOf(paper);
  const isEmpty = (questionId: string) => closedBy === 'person' && answers[questionId] === undefined;
  const empty = short.filter((questionId) => trial || isEmpty(questionId));
  const given = Object.fromEntries(empty.map((questionId) => [questionId, 0]));
  const scored = scoreRegraded(paper, { answers, given, rules: regraded ?? new Map(), passScore });
  const waiting = (publishMarks === 'together' && !trial) || empty.length < short.length;
  const fields = {
    status: waiting ? ('submitted' as const) : ('marked' as const),
    submittedAnswers: answers,
    answerCount,
    receipt: signReceipt({ attemptId, answers, answerCount, serverTime: now }),
    // Until the result is final, marks of short answers are those that were given: a regrade is applied to them then.
    marks: waiting ? withShort(paper, scored.marks, given) : scored.marks,
    givenMarks: regraded ? given : null,
    ...{ notCounted: scored.notCounted, regradedScores: scored.regradedScores },
    passed: waiting ? null : scored.objective + scored.subjective >= scored.passMark,
  };
  const { submittedAnswers: submitted_answers, answerCount: answer_count, givenMarks: given_marks, ...more } = fields;
  const { notCounted: not_counted, regradedScores: regraded_scores, status, receipt, marks, passed } = more;
  const row = {
    ...{ id: attemptId, status, closed_by: closedBy, submitted_at: now, submitted_answers, answer_count, receipt },
    ...{ total_score: fromHundredths(scored.total), objective_score: fromHundredths(scored.objective) },
    subjective_score: waiting ? null : fromHundredths(scored.subjective),
    ...{ marks, given_marks, not_counted, regraded_scores, passed },
  };
  return { fields, row, answersHash: hashAnswers(answers) };
}
