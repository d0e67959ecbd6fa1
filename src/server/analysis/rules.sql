create or replace function portal.enterprises_with_changed_results() returns setof uuid
language sql stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select distinct enterprise_id from public.exam_result_change
$$;
revoke all on function portal.enterprises_with_changed_results from public;

-- The result of a voided attempt is none: analysis, results and books of mistakes do not contain it (decisions 061, 063, 064).
create or replace function portal.follow_exam_attempt() returns trigger
language plpgsql
set search_path to 'pg_catalog', 'pg_temp'
as $$
begin
  if new.status = 'marked' and new.voided_at is null then
    perform portal.store_exam_results(new.enterprise_id, array[new.id]);
  elsif tg_op = 'UPDATE' and old.status = 'marked' then
    delete from public.exam_result where enterprise_id = new.enterprise_id and attempt_id = new.id;
  else
    return null;
  end if;
  insert into public.exam_result_change (enterprise_id, exam_id) values (new.enterprise_id, new.exam_id);
  return null;
end $$;
create or replace trigger follow_exam_attempt after insert or update of status, marks, paper, submitted_answers, passed, objective_score, subjective_score, total_score on public.exam_attempt
for each row when (not new.trial) execute function portal.follow_exam_attempt();

-- Writes the results of the marked attempts among these, with the rights of the caller.
create or replace function portal.store_exam_results(enterprise uuid, attempts uuid[]) returns void
language sql
set search_path to 'pg_catalog', 'pg_temp'
as $$
  insert into public.exam_result as r (enterprise_id, attempt_id, exam_id, user_id, number, window_number, finished_at, passed,
    score, full_score, used_seconds, question_ids, versions, scores, max_scores, chosen, seconds)
  select a.enterprise_id, a.id, a.exam_id, a.user_id, a.number, a.window_number, a.submitted_at, a.passed,
    round(least(coalesce(a.objective_score, 0) + coalesce(a.subjective_score, 0), 1e7) * 100),
    round(least(a.total_score, 1e7) * 100), greatest(extract(epoch from a.submitted_at - a.started_at), 0)::int, i.*
  from public.exam_attempt a
  cross join lateral (
    select coalesce(array_agg(q.id order by p.n), '{}'),
      coalesce(array_agg(coalesce((p.item ->> 'version')::int, 0) order by p.n), '{}'),
      coalesce(array_agg(case when a.marks ? q.id::text then round(least((a.marks ->> q.id::text)::numeric, 1e7) * 100)::int end
        order by p.n), '{}'),
      coalesce(array_agg(round(least((p.item ->> 'score')::numeric, 1e7) * 100)::int order by p.n), '{}'),
      coalesce(array_agg(case
        when g.given is null then null
        when p.item ->> 'type' = 'judge' then g.given #>> '{}'
        when p.item ->> 'type' in ('single', 'multiple') then (
          select string_agg(left(md5(o ->> 'text'), 8), ',' order by left(md5(o ->> 'text'), 8))
          from jsonb_array_elements(p.item -> 'options') o where g.given @> (o -> 'key'))
        else '+' end order by p.n), '{}'),
      coalesce(array_agg(t.seconds order by p.n), '{}')
    from jsonb_array_elements(a.paper) with ordinality p (item, n)
    cross join lateral (select case when pg_input_is_valid(p.item ->> 'questionId', 'uuid')
                                    then (p.item ->> 'questionId')::uuid end as id) q
    cross join lateral (select nullif(a.submitted_answers -> q.id::text, 'null'::jsonb) as given) g
    left join (
      select x.question_id,
        case when count(*) over (partition by x.saved_at) = 1
             then greatest(extract(epoch from x.saved_at - lag(x.saved_at, 1, a.started_at) over (order by x.saved_at)), 0)::int
        end as seconds
      from public.exam_answer x where x.enterprise_id = a.enterprise_id and x.attempt_id = a.id
    ) t on t.question_id = q.id
    where q.id is not null
  ) i
  where a.enterprise_id = enterprise and a.id = any(attempts) and a.status = 'marked'
  on conflict (enterprise_id, attempt_id) do update set finished_at = excluded.finished_at,
    window_number = excluded.window_number, passed = excluded.passed,
    score = excluded.score, full_score = excluded.full_score, used_seconds = excluded.used_seconds,
    question_ids = excluded.question_ids, versions = excluded.versions, scores = excluded.scores, max_scores = excluded.max_scores,
    chosen = excluded.chosen,
    -- The times of saving are deleted after a while (retention).
    seconds = case when array_remove(excluded.seconds, null) = '{}' and r.question_ids = excluded.question_ids
                   then r.seconds else excluded.seconds end
$$;
