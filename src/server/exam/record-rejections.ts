import type pg from 'pg';
import type { Rejection } from './check-entries.ts';

/** Replaces the id of questions that are not on the paper. */
export const NO_QUESTION = '00000000-0000-0000-0000-000000000000';

/** $1 enterprise, $2 rejections as JSON. Rows are written in sorted order, so that batches cannot deadlock. */
const RECORD = `
insert into exam_rejected_answer as kept (enterprise_id, attempt_id, question_id, reason, count, last_at)
select $1, i.a, i.q, i.s, count(*)::int, max(i.t)
from json_to_recordset($2::json) as i (a uuid, q uuid, s text, t timestamptz)
group by i.a, i.q, i.s order by i.a, i.q, i.s
on conflict (enterprise_id, attempt_id, question_id, reason) do update
  set count = kept.count + excluded.count, last_at = excluded.last_at`;

/**
 * Counts rejected answers per question and reason, for the marker. The answers are not stored, because the device that sent
 * them keeps them. An attempt therefore has at most a few rows per question of its paper.
 */
export async function recordRejections(
  client: pg.PoolClient,
  enterpriseId: string,
  rejections: (Rejection & { attemptId: string; at: Date })[],
): Promise<void> {
  const rows = rejections.map(({ attemptId, questionId, reason, at }) => ({
    a: attemptId,
    q: reason === 'unknownQuestion' ? NO_QUESTION : questionId,
    s: reason,
    t: at.toISOString(),
  }));
  await client.query({ name: 'record-rejections', text: RECORD, values: [enterpriseId, JSON.stringify(rows)] });
}
