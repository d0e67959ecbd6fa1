import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { batchedPer } from '#src/lib/batched.ts';
import type { PaperQuestion } from './tables/attempt.ts';
import type { QuestionLang, QuestionType } from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { AnswerShape } from './answer-shape.ts';

/** The constant part of an attempt: its user and exam, and the form of a valid answer to each question. */
export type AttemptShape = { userId: string; examId: string; questions: ReadonlyMap<string, AnswerShape> };
type Row = {
  id: string;
  user_id: string;
  exam_id: string;
  questions: { q: string; t: QuestionType; b: number; k: string[] | null; l: (QuestionLang | null)[] }[];
};

/** Attempts cached in memory, about 3 kB each. */
const MAX_ATTEMPTS = 10_000;
const cache = new LRUCache<string, AttemptShape>({ max: MAX_ATTEMPTS });
const lookup = batchedPer(read);
/** Many questions have the same form: equal shapes share one object. */
const sharedShapes = new Map<string, AnswerShape>();

/**
 * Returns the shape of an attempt, cached after the first read. A paper does not change after it is drawn, so the cache
 * needs no invalidation in any process.
 * @returns null when the attempt does not exist in this tenant
 */
export async function attemptShape(enterpriseId: string, attemptId: string): Promise<AttemptShape | null> {
  const key = `${enterpriseId} ${attemptId}`;
  const found = cache.get(key);
  if (found) return found;
  const shape = await lookup(enterpriseId, attemptId);
  if (shape) cache.set(key, shape);
  return shape;
}

async function read(enterpriseId: string, ids: string[]): Promise<(AttemptShape | null)[]> {
  const read = async (client: pg.PoolClient) => {
    const answer = await client.query<Row>({
      name: 'attempt-shapes',
      text: `select a.id, a.user_id, a.exam_id, jsonb_agg(jsonb_build_object('q', q ->> 'questionId', 't', q ->> 'type', 'b', q -> 'blanks',
                      'l', jsonb_build_array(q ->> 'lang', q -> 'other' ->> 'lang'),
                      'k', (select jsonb_agg(o ->> 'key') from jsonb_array_elements(q -> 'options') o))) as questions
             from exam_attempt a, jsonb_array_elements(a.paper) q
             where a.enterprise_id = $1 and a.id = any($2::uuid[])
             group by a.enterprise_id, a.id`,
      values: [enterpriseId, ids],
    });
    return answer.rows;
  };
  const rows = await withTenant(enterpriseId, (_db, client) => read(client), { lane: 'exam' });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) return null;
    return {
      userId: row.user_id,
      examId: row.exam_id,
      questions: new Map(row.questions.map(({ q, t, b, k, l }) => [q, sharedShape(t, b, k ?? [], present(l))])),
    };
  });
}

type Shaped = { userId: string; examId: string; paper: PaperQuestion[] };

/** Returns the shape of a loaded attempt: an operation inside a transaction must not wait for a second connection. */
export function shapeOf(attempt: Shaped): AttemptShape {
  const questions = attempt.paper.map(({ questionId, type, blanks, options, lang, other }) => {
    const keys = options.map((option) => option.key);
    return [questionId, sharedShape(type, blanks, keys, present([lang, other?.lang]))] as const;
  });
  return { userId: attempt.userId, examId: attempt.examId, questions: new Map(questions) };
}

const present = (langs: (QuestionLang | null | undefined)[]) =>
  langs.filter((lang) => lang !== null && lang !== undefined);

function sharedShape(type: QuestionType, blanks: number, keys: string[], langs: QuestionLang[]): AnswerShape {
  const name = `${type} ${blanks} ${keys.join()} ${langs.join()}`;
  let shape = sharedShapes.get(name);
  if (!shape) sharedShapes.set(name, (shape = { type, blanks, keys, langs }));
  return shape;
}
