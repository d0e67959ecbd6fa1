import { sql, type SQL } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

export type Filter = { question: string; choice: string };
type Which = { enterpriseId: string; questionnaireId: string; filter: Filter | null };

/** Number of answers by question, row of a matrix (empty: none) and code; code '' counts those who answered. */
export type Counts = Map<string, number>;
export const countKey = (question: string, code = '', row = '') => JSON.stringify([question, row, code]);

export type WrittenText = { question: string; text: string; userName: string | null };

/** SQL of the answers `s` to a questionnaire that are in its results, with the person if it is a named one. */
const sheets = ({ enterpriseId, questionnaireId, filter }: Which): SQL => sql`(
  select answers, user_id from (
    select answers, user_id from questionnaire_completion
    where enterprise_id = ${enterpriseId} and questionnaire_id = ${questionnaireId} and answers is not null
    union all
    select answers, null from questionnaire_sheet
    where enterprise_id = ${enterpriseId} and questionnaire_id = ${questionnaireId} and released) a
  where ${filter ? sql`answers -> ${filter.question}::text -> 'chosen' ? ${filter.choice}::text` : sql`true`}) s`;

/** Returns how many people have answered, and how often each option was chosen. */
export async function countAnswers(db: TenantDb, which: Which): Promise<{ total: number; counts: Counts }> {
  const { rows } = await db.execute<{ question: string | null; row: string; code: string; n: number }>(sql`
    select e.key as question, o.row, o.code, count(*)::int as n
    from ${sheets(which)}
    cross join lateral jsonb_each(s.answers) e
    cross join lateral (
      select '' as row, '' as code
      union all select '', jsonb_array_elements_text(e.value -> 'chosen')
      union all select '', e.value ->> 'value' where e.value ? 'value'
      union all select r ->> 'row', '' from jsonb_array_elements(e.value -> 'rows') r
      union all select r ->> 'row', r ->> 'choice' from jsonb_array_elements(e.value -> 'rows') r) o
    group by 1, 2, 3
    union all
    select null, '', '', count(*)::int from ${sheets(which)}`);
  const total = rows.find(({ question }) => question === null)?.n ?? 0;
  return {
    total,
    counts: new Map(
      rows.flatMap(({ question, row, code, n }) => (question ? [[countKey(question, code, row), n]] : [])),
    ),
  };
}

/** Returns texts that people have written, in random order, at most `MAX_ITEMS.questionnaireTexts` of each question. */
export async function readTexts(db: TenantDb, which: Which): Promise<WrittenText[]> {
  const { rows } = await db.execute<WrittenText>(sql`
    select question, text, "userName" from (
      select e.key as question, coalesce(e.value ->> 'text', e.value ->> 'other') as text, u.user_name as "userName",
             row_number() over (partition by e.key order by random()) as place
      from ${sheets(which)}
      left join enterprise_user u on u.enterprise_id = ${which.enterpriseId} and u.user_id = s.user_id
      cross join lateral jsonb_each(s.answers) e
      where e.value ? 'text' or e.value ? 'other') t
    where place <= ${MAX_ITEMS.questionnaireTexts} order by place`);
  return rows;
}
