import { LRUCache } from 'lru-cache';
import { batched } from '#src/lib/batched.ts';
import type { PaperQuestion, QuestionType } from '#src/server/core/db/schema/exam.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { AnswerShape } from './answer-shape.ts';

/** What never changes of an attempt: whose it is, and what each answer may look like. */
export type AttemptShape = { userId: string; questions: ReadonlyMap<string, AnswerShape> };
type Row = { id: string; user_id: string; questions: { q: string; t: QuestionType; b: number; k: string[] | null }[] };

/** Attempts kept in memory; the oldest is read again when it is needed again. */
const MAX = 4_000;
const kept = new LRUCache<string, AttemptShape>({ max: MAX });
const lookups = new Map<string, (attemptId: string) => Promise<AttemptShape | null>>();
/** Most questions look alike: one object for each look. */
const looks = new Map<string, AnswerShape>();

/**
 * The shape of an attempt, from memory after the first time: a paper is frozen when it is drawn, so this cannot go out
 * of date, in whatever process.
 * @returns null when there is no such attempt in this tenant
 */
export async function attemptShape(enterpriseId: string, attemptId: string): Promise<AttemptShape | null> {
  const key = `${enterpriseId} ${attemptId}`;
  const found = kept.get(key);
  if (found) return found;
  let lookup = lookups.get(enterpriseId);
  if (!lookup) lookups.set(enterpriseId, (lookup = batched((ids) => read(enterpriseId, ids))));
  const shape = await lookup(attemptId);
  if (shape) {
    kept.set(key, shape);
  }
  return shape;
}

async function read(enterpriseId: string, ids: string[]): Promise<(AttemptShape | null)[]> {
  const rows = await withTenant(enterpriseId, async (_db, client) => {
    const answer = await client.query<Row>({
      name: 'attempt-shapes',
      text: `select a.id, a.user_id, jsonb_agg(jsonb_build_object('q', q ->> 'questionId', 't', q ->> 'type', 'b', q -> 'blanks',
                      'k', (select jsonb_agg(o ->> 'key') from jsonb_array_elements(q -> 'options') o))) as questions
             from exam_attempt a, jsonb_array_elements(a.paper) q
             where a.enterprise_id = $1 and a.id = any($2::uuid[])
             group by a.enterprise_id, a.id`,
      values: [enterpriseId, ids],
    });
    return answer.rows;
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) return null;
    return { userId: row.user_id, questions: new Map(row.questions.map(({ q, t, b, k }) => [q, look(t, b, k ?? [])])) };
  });
}

/** The same of a paper at hand: an operation inside a transaction must not wait for a second connection. */
export function shapeOf(attempt: { userId: string; paper: PaperQuestion[] }): AttemptShape {
  const questions = attempt.paper.map(({ questionId, type, blanks, options }) => {
    return [questionId, { type, blanks, keys: options.map((option) => option.key) }] as const;
  });
  return { userId: attempt.userId, questions: new Map(questions) };
}

function look(type: QuestionType, blanks: number, keys: string[]): AnswerShape {
  const name = `${type} ${blanks} ${keys.join()}`;
  let shape = looks.get(name);
  if (!shape) looks.set(name, (shape = { type, blanks, keys }));
  return shape;
}
