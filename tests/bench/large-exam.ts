/**
 * Statements of `makeLargeTenant` that give one exam an attempt of everybody, with the results that the trigger would write,
 * which takes minutes for 100,000 rows. Of 20 questions; the paper is stored with the first attempts only, because it is
 * read from those that count as the latest.
 */
export const EXAM_STEPS: [what: string, statement: string][] = [
  [
    'exam',
    `insert into exam (enterprise_id, id, code, title, limit_seconds, window_start, window_end, pass_score, review_policy)
     values (:tenant, pg_temp.bench_id('exam', 1), 'large', '年度安全考试', 3600, timestamptz '2026-01-01', timestamptz '2026-02-01', 60, 'never')`,
  ],
  ['without triggers', `alter table exam_attempt disable trigger user`],
  [
    'attempts',
    `insert into exam_attempt (enterprise_id, id, exam_id, user_id, number, status, paper, started_at, deadline_at, submitted_at,
       submitted_answers, answer_count, total_score, objective_score, subjective_score, marks, passed, closed_by)
     select :tenant, pg_temp.bench_id('attempt', n), pg_temp.bench_id('exam', 1), pg_temp.bench_id('person', n), 1, 'marked',
       case when n % 5000 = 0 then paper.items else '[]' end, at, at + interval '1 hour', at + interval '40 minutes', '{}', 20,
       100, score, 0, '{}', score >= 60, 'person'
     from generate_series(1, :people) n
     cross join lateral (select timestamptz '2026-01-02' + n * interval '20 seconds' as at, pg_temp.pick(31, n, 21) * 5 as score) x
     cross join (
       select jsonb_agg(jsonb_build_object('questionId', pg_temp.bench_id('question', q), 'version', 1, 'section', 'Single choice',
         'type', 'single', 'stem', '题目 ' || q, 'score', 5, 'answer', 'A', 'options', (
           select jsonb_agg(jsonb_build_object('key', chr(64 + o), 'text', '选项 ' || o)) from generate_series(1, 4) o))) as items
       from generate_series(1, 20) q
     ) paper`,
  ],
  [
    'results',
    `insert into exam_result (enterprise_id, attempt_id, exam_id, user_id, number, finished_at, passed, score, full_score,
       used_seconds, question_ids, versions, scores, max_scores, chosen, seconds)
     select a.enterprise_id, a.id, a.exam_id, a.user_id, 1, a.submitted_at, a.passed, a.objective_score * 100, 10000, 2400, i.*
     from exam_attempt a
     cross join lateral (
       select array_agg(pg_temp.bench_id('question', q)), array_agg(1), array_agg(case when right_one then 500 else 0 end),
         array_agg(500), array_agg(left(md5('选项 ' || case when right_one then 1 else 2 + (q + n) % 3 end), 8)), array_agg(30 + q)
       from generate_series(1, 20) q
       cross join lateral (select abs(hashtext(a.id::text || q)) as n) h
       cross join lateral (select n % 100 < a.objective_score as right_one) r
     ) i
     where a.enterprise_id = :tenant and a.exam_id = pg_temp.bench_id('exam', 1)`,
  ],
  [
    'lecturer',
    `update enterprise_user set user_type = 2 where enterprise_id = :tenant and user_id = pg_temp.bench_id('person', 2)`,
  ],
  ['with triggers', `alter table exam_attempt enable trigger user`],
  ['changes', `insert into exam_result_change (enterprise_id, exam_id) values (:tenant, pg_temp.bench_id('exam', 1))`],
];
