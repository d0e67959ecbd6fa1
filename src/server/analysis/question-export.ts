import { sql } from 'drizzle-orm';
import type { AnswerSums } from './tables.ts';
import type { QuestionType } from '#src/server/question/tables.ts';
import type { ExportList } from '#src/server/export/export-list.ts';
import type { Counted } from './counted-attempts.ts';
import type { RegradeRule } from '#src/server/exam/tables/regrade.ts';
import { AS_ON_PAPER } from '#src/server/exam/regrade-rule.ts';
import { regradedFigures } from './item-figures.ts';
import { answerSums } from './read-sums.ts';
import { seesResults } from './sees-results.ts';

type Row = {
  code: string | null;
  version: number | null;
  type: QuestionType;
  section: string;
  stem: string;
  answers: AnswerSums[];
  /** Of the latest regrade; null: none. */
  rule: RegradeRule | null;
};

/** Export of the figures of each question, without its options: a file stays, while right answers may have to be withheld. */
export const questionExport: ExportList<Row> = {
  query: (asked) => {
    const { examId, counting, from, to } = asked.input as unknown as Counted;
    const { enterpriseId, timeZone } = asked;
    return sql`
      ${answerSums({ enterpriseId, examId, counting, from, to, timeZone })},
      asked as (select "questionId", version, json_agg(a) as answers, min(place) as place from answers a group by 1, 2)
      select q.code, nullif(asked.version, 0) as version, p.item ->> 'type' as type, p.item ->> 'section' as section,
        p.item ->> 'stem' as stem, asked.answers,
        (select r.rule_after from exam_regrade r
         where r.enterprise_id = ${enterpriseId} and r.exam_id = ${examId} and r.question_id = asked."questionId"
           and r.version = asked.version
         order by r.number desc limit 1) as rule
      from asked
      join counted c on c.place = asked.place
      join exam_attempt a on a.enterprise_id = ${enterpriseId} and a.id = c.attempt_id
      cross join lateral jsonb_array_elements(a.paper) p (item)
      left join question q on q.enterprise_id = a.enterprise_id and q.id = asked."questionId"
      where p.item ->> 'questionId' = asked."questionId"::text and coalesce((p.item ->> 'version')::int, 0) = asked.version
        and exists (select from exam e where e.enterprise_id = ${enterpriseId} and e.id = ${examId} and ${seesResults(asked)})
      order by p.item ->> 'section', q.code nulls last, asked."questionId", asked.version`;
  },
  columns: (t) => [
    { name: 'code', width: 14, type: 'text', value: ({ code }) => code },
    { name: 'version', width: 10, type: 'number', value: ({ version }) => version },
    { name: 'questionType', width: 14, type: 'text', value: ({ type }) => t(`enum:questionType.${type}`) },
    { name: 'section', width: 16, type: 'text', value: ({ section }) => section },
    { name: 'question', width: 60, type: 'text', value: ({ stem }) => stem },
    { name: 'fullScore', width: 12, type: 'number', value: (row) => figuresOf(row).maxScore },
    { name: 'counted', width: 12, type: 'number', value: (row) => figuresOf(row).count },
    { name: 'omitted', width: 12, type: 'number', value: (row) => figuresOf(row).omitted },
    { name: 'facility', width: 14, type: 'number', value: (row) => rounded(figuresOf(row).facility) },
    {
      name: 'discrimination',
      width: 20,
      type: 'number',
      value: (row) => rounded(figuresOf(row).discrimination),
    },
    {
      name: 'pointBiserial',
      width: 20,
      type: 'number',
      value: (row) => rounded(figuresOf(row).pointBiserial),
    },
    { name: 'meanSeconds', width: 18, type: 'number', value: (row) => rounded(figuresOf(row).seconds) },
  ],
};

const figuresOf = ({ answers, rule }: Row) => regradedFigures(answers, rule ?? AS_ON_PAPER);
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100);
