import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { requireMarker } from '#src/server/exam/marker-of.ts';
import { waitsFor } from './open-answer.ts';

/** Equal answers that get their mark at once: each takes some fifteen statements. */
export const MOST_EQUAL = 50;
/** Characters of answers that are compared: longer ones are hardly the same. */
const LENGTH = 2_000;

type Which = { attemptId: string; questionId: string };

/** Counts the answers of others that are equal to an answer and wait for the viewer's mark. @throws AppError 404 */
export async function countEqual(ctx: Context, which: OperationInput<'GET /exam/auth/exam/marking/answer/equal'>) {
  const found = await findEqual(ctx, which, MOST_EQUAL + 1);
  return { count: Math.min(found.length, MOST_EQUAL), isMore: found.length > MOST_EQUAL };
}

/**
 * Returns the attempts with an equal answer to the same question, without case and spaces, that wait for the viewer's mark: as many marks
 * were given to them, so that it is the same round of marking. Empty answers are equal to none.
 * @throws AppError 404 when the answer is not in the queue of an exam that the viewer marks
 */
export async function findEqual(ctx: Context, { attemptId, questionId }: Which, most = MOST_EQUAL): Promise<string[]> {
  const { db, tenant } = ctx;
  const { rows: asked } = await db.execute<{ examId: string; given: number; text: string | null }>(sql`
    select m.exam_id as "examId", m.given, ${plain(sql`a`, questionId)} as text
    from marking_answer m join exam_attempt a on a.enterprise_id = m.enterprise_id and a.id = m.attempt_id
    where m.enterprise_id = ${tenant.id} and m.attempt_id = ${attemptId} and m.question_id = ${questionId}`);
  const [answer] = asked;
  if (!answer) throw notFound();
  await requireMarker(ctx, answer.examId);
  if (!answer.text) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    select m.attempt_id as id ${await waitsFor(ctx, answer.examId)}
      and m.question_id = ${questionId} and m.attempt_id <> ${attemptId} and m.given = ${answer.given}
      and ${plain(sql`a`, questionId)} = ${answer.text}
    order by m.attempt_id limit ${most}`);
  return rows.map(({ id }) => id);
}

/** SQL of the text of an answer as it is compared. */
const plain = (a: ReturnType<typeof sql>, questionId: string) =>
  sql`regexp_replace(lower(left(${a}.submitted_answers ->> ${questionId}::text, ${LENGTH})), '\\s+', '', 'g')`;
