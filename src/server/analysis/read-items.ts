import { sql } from 'drizzle-orm';
import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import type { QuestionType } from '#src/server/question/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** A question as the latest counted paper that was looked at shows it. */
export type PaperItem = {
  questionId: string;
  /** 0 for papers that were drawn before versions were kept. */
  version: number;
  code: string | null;
  type: QuestionType;
  section: string;
  stem: string;
  answer: PaperQuestion['answer'];
  /** In the order of the paper; `mark` is what `exam_result.chosen` contains. */
  options: { key: string; text: string; mark: string }[];
  other?: PaperQuestion['other'];
};

/**
 * Returns the versions of questions on the exam's latest counted paper in its order, each followed by its other versions, then
 * those of the given attempts that it does not have, by code: the texts that candidates saw, also of questions that were
 * changed or deleted since.
 */
export async function readItems(
  db: TenantDb,
  { enterpriseId, latestId, attemptIds }: { enterpriseId: string; latestId: string; attemptIds: string[] },
): Promise<PaperItem[]> {
  const { rows } = await db.execute<PaperItem>(sql`
    select shown.*, min(place) over (partition by "questionId") as "ofQuestion" from (
      select distinct on (i.question, i.version) i.question::uuid as "questionId", i.version, q.code,
        p.item ->> 'type' as type, p.item ->> 'section' as section, p.item ->> 'stem' as stem, p.item -> 'answer' as answer,
        p.item -> 'other' as other,
        (select coalesce(json_agg(json_build_object('key', o ->> 'key', 'text', o ->> 'text', 'mark', left(md5(o ->> 'text'), 8))
                                  order by o ->> 'key'), '[]')
         from jsonb_array_elements(p.item -> 'options') o) as options,
        case when a.id = ${latestId} then p.n end as place
      from exam_attempt a
      cross join lateral jsonb_array_elements(a.paper) with ordinality p (item, n)
      cross join lateral (select p.item ->> 'questionId' as question, coalesce((p.item ->> 'version')::int, 0) as version) i
      left join question q on q.enterprise_id = a.enterprise_id
        and q.id = case when pg_input_is_valid(i.question, 'uuid') then i.question::uuid end
      where a.enterprise_id = ${enterpriseId} and (a.id = ${latestId} or a.id = any(${sql.param(attemptIds)}::uuid[]))
        and pg_input_is_valid(i.question, 'uuid')
      order by i.question, i.version, (a.id = ${latestId}) desc, a.id desc
    ) shown
    order by "ofQuestion" nulls last, code nulls last, "questionId", version desc`);
  return rows;
}
