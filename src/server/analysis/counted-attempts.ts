import { sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';

export type Counted = OperationInput<'GET /exam/auth/exam/analysis/view'> & { enterpriseId: string; timeZone: string };

/** Share of the attempts in the upper and in the lower group, as Kelley (1939) recommends. */
const GROUP_SHARE = 0.27;

const ORDER = {
  first: sql`r.number`,
  last: sql`r.number desc`,
  best: sql`r.score desc, r.number`,
};

/**
 * SQL of the marked attempts that count, one of each person, with their group: 1 the upper 27 %, -1 the lower 27 %, 0 those
 * between. Of attempts with the same percentage the one that was submitted first is the higher.
 */
export function countedAttempts({ enterpriseId, examId, counting, from, to, timeZone }: Counted): SQL {
  return sql`
    select placed.*, case when place <= greatest(round(total * ${GROUP_SHARE}::numeric), 1) then 1
                          when place > total - greatest(round(total * ${GROUP_SHARE}::numeric), 1) then -1 else 0 end as band
    from (
      select one.*, row_number() over (order by one.score::float8 / nullif(one.full_score, 0) desc nulls last,
                                       one.finished_at, one.attempt_id)::int as place, count(*) over ()::int as total
      from (
        select distinct on (r.user_id) r.* from exam_result r
        where r.enterprise_id = ${enterpriseId} and r.exam_id = ${examId}
          and r.attempt_id not in (select v.id from exam_attempt v where v.enterprise_id = ${enterpriseId}
            and v.exam_id = ${examId} and v.voided_at is not null)
          ${from ? sql`and r.finished_at >= ${from}::date::timestamp at time zone ${timeZone}` : sql``}
          ${to ? sql`and r.finished_at < (${to}::date + 1)::timestamp at time zone ${timeZone}` : sql``}
        order by r.user_id, ${ORDER[counting]}
      ) one
    ) placed`;
}
