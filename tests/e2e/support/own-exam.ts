import { asOperator } from './database.ts';
import { ownTenant, type OwnTenant } from './own-tenant.ts';

const INTO = `select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`;
type Rules = {
  policy?: 'none' | 'limit' | 'at_once';
  review?: 'immediately' | 'after_window';
  passScore?: number;
  /** Two markers who do not see names, with a tolerance of 2 points; their marks are published together. */
  twoMarkers?: boolean;
};

/** A tenant with an exam of a choice and a short answer, 10 points each, and these rules: demo exams are used by other tests. */
export async function tenantWithExam({
  policy = 'none',
  review = 'immediately',
  passScore = 1,
  twoMarkers = false,
}: Rules = {}): Promise<OwnTenant & { examId: string }> {
  const tenant = await ownTenant('Exams');
  const examId = await asOperator(async (client) => {
    await client.query(INTO, [tenant.key]);
    const { rows } = await client.query<{ exam: string }>(
      `with bank as (
         insert into question_bank (enterprise_id, code, title)
         select id, 'bank', 'Bank' from portal.enterprise where key = $1 returning *
       ), asked as (
         insert into question (enterprise_id, bank_id, code, type)
         select bank.enterprise_id, bank.id, t.type, t.type from bank, (values ('single'), ('short')) as t (type)
         returning *
       ), version as (
         insert into question_version (enterprise_id, question_id, number, texts, answer)
         select asked.enterprise_id, asked.id, 1, jsonb_build_object('zh', t.texts), t.answer
         from asked join (values
           ('single', '{"stem":"Which one?","options":[{"key":"A","text":"This"},{"key":"B","text":"That"}],"analysis":null}'::jsonb, '"A"'::jsonb),
           ('short', '{"stem":"Why?","options":[],"analysis":null}'::jsonb, '"Because"'::jsonb)
         ) as t (type, texts, answer) using (type)
       ), e as (
         insert into exam (enterprise_id, code, title, limit_seconds, window_start, window_end, pass_score, review_policy,
                           switch_policy, switch_limit, switch_dwell_seconds,
                           markers, mark_tolerance, mark_step, blind_marking, publish_marks)
         select enterprise_id, 'exam', 'Exam', 1800, now(), now() + interval '1 day', $4, $3, $2, 5, 1,
                case when $5 then 2 else 1 end, case when $5 then 2 else 0 end, case when $5 then 0.5 else 0.01 end, $5,
                case when $5 then 'together' else 'at_once' end from bank
         returning *
       ), section as (
         insert into exam_section (enterprise_id, exam_id, title, bank_id, type, count, score_each, sort)
         select e.enterprise_id, e.id, t.type, bank.id, t.type, 1, 10, t.sort
         from e, bank, (values ('single', 1), ('short', 2)) as t (type, sort)
       ) select id as exam from e`,
      [tenant.key, policy, review, passScore, twoMarkers],
    );
    return rows[0]!.exam;
  });
  return { ...tenant, examId };
}
