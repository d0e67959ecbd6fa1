import { sql } from 'drizzle-orm';
import type { Translate } from '#src/i18n/format.ts';
import { type Answer, LEAST_ANSWERS, OTHER, type Question } from '#src/contract/rules/questionnaire.ts';
import type { ExportList } from '#src/server/export/export-list.ts';
import { isManaged, questionnairesOf } from './managed.ts';

type Row = {
  question: Question;
  answer: Answer;
  userName: string | null;
  department: string | null;
  completedOn: string | null;
};

/**
 * Export of the answers to a questionnaire, question by question, for its lecturer and administrators. Of an anonymous one
 * each question is in its own random order, so that no two answers can be assigned to one person, and questions with
 * fewer than five answers are left out.
 */
export const answerExport: ExportList<Row> = {
  query: (asked) => sql`
    with sheet as (
      select q.pages, q.anonymous, a.answers, u.user_name, u.department, a.completed_on
      from ${questionnairesOf(asked.enterpriseId)}
      cross join lateral (
        select answers, user_id, completed_on from questionnaire_completion n
        where n.enterprise_id = q.enterprise_id and n.questionnaire_id = q.id and not q.anonymous
        union all
        select answers, null, null from questionnaire_sheet h
        where h.enterprise_id = q.enterprise_id and h.questionnaire_id = q.id and q.anonymous and h.released) a
      left join enterprise_user u on u.enterprise_id = q.enterprise_id and u.user_id = a.user_id
      where q.id = ${asked.input['questionnaireId']} and ${isManaged(asked)}),
    given as (
      select t.question, t.number, s.answers -> (t.question ->> 'code') as answer, s.anonymous, s.user_name, s.department,
             s.completed_on, count(*) over (partition by t.number) as answer_count, count(*) over () as total
      from sheet s
      cross join lateral jsonb_path_query(s.pages, '$[*].questions[*]') with ordinality t (question, number)
      where s.answers ? (t.question ->> 'code'))
    select question, answer, user_name as "userName", department, completed_on::text as "completedOn"
    from given
    where (select count(*) from sheet) >= ${LEAST_ANSWERS} and (not anonymous or answer_count >= ${LEAST_ANSWERS})
    order by number, case when anonymous then null else user_name end, random()`,
  columns: (t) => [
    { name: 'question', width: 48, type: 'text', value: ({ question }) => question.title },
    { name: 'answer', width: 60, type: 'text', value: ({ question, answer }) => answerText(t, question, answer) },
    { name: 'person', width: 16, type: 'text', value: ({ userName }) => userName },
    { name: 'department', width: 20, type: 'text', value: ({ department }) => department },
    { name: 'answeredOn', width: 16, type: 'text', value: ({ completedOn }) => completedOn },
  ],
};

function answerText(t: Translate, { options, rows }: Question, answer: Answer): string {
  const textOf = (code: string, of = options) => of.find((each) => each.code === code)?.text ?? code;
  if (answer.text !== undefined) return answer.text;
  if (answer.value !== undefined) return String(answer.value);
  if (answer.rows) return answer.rows.map(({ row, choice }) => `${textOf(row, rows)}: ${textOf(choice)}`).join('\n');
  return answer
    .chosen!.map((code) =>
      code === OTHER ? t('questionnaire:results.otherWith', { text: answer.other ?? '' }) : textOf(code),
    )
    .join('\n');
}
