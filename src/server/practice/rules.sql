-- Removes questions from all books of mistakes: they were withdrawn, or their right answer was wrong.
create or replace function portal.drop_mistakes(enterprise uuid, questions uuid[]) returns void
language sql
set search_path to 'pg_catalog', 'pg_temp'
as $$
  delete from public.mistake where enterprise_id = enterprise and question_id = any(questions)
$$;

-- A question that does not count is not answered wrongly. What did not count before the change is in the old row, so that an
-- undone regrade restores the mistake.
create or replace function portal.follow_mistakes() returns trigger
language plpgsql
set search_path to 'pg_catalog', 'pg_temp'
as $$
declare
  before uuid[] := '{}';
  after uuid[] := '{}';
begin
  if tg_op = 'UPDATE' and old.status = 'marked' then
    before := array(select w.id from portal.wrong_questions(old.enterprise_id, old.paper, old.marks, old.regraded_scores) w (id)
                    where not coalesce(old.not_counted ? w.id::text, false));
  end if;
  if new.status = 'marked' and new.voided_at is null then
    after := array(select w.id from portal.wrong_questions(new.enterprise_id, new.paper, new.marks, new.regraded_scores) w (id)
                   where not coalesce(new.not_counted ? w.id::text, false));
  end if;
  delete from public.mistake m
  where m.enterprise_id = new.enterprise_id and m.user_id = new.user_id and m.exam_id = new.exam_id
    and m.question_id = any(before) and m.question_id <> all(after) and m.wrong_count = 1;
  update public.mistake m set wrong_count = m.wrong_count - 1
  where m.enterprise_id = new.enterprise_id and m.user_id = new.user_id and m.exam_id = new.exam_id
    and m.question_id = any(before) and m.question_id <> all(after);
  insert into public.mistake as m (enterprise_id, user_id, question_id, exam_id, attempt_id, wrong_count, last_wrong_at)
  select new.enterprise_id, new.user_id, w.id, new.exam_id, new.id, 1, coalesce(new.submitted_at, now())
  from unnest(after) w (id) where w.id <> all(before) order by w.id
  on conflict on constraint mistake_source_unique do update set wrong_count = m.wrong_count + 1,
    attempt_id = excluded.attempt_id, last_wrong_at = greatest(m.last_wrong_at, excluded.last_wrong_at),
    right_in_row = 0, archived_at = null;
  return null;
end $$;
create or replace trigger follow_mistakes after update of status, marks, paper, regraded_scores on public.exam_attempt
for each row when (((new.status = 'marked'::text) or (old.status = 'marked'::text)) and not new.trial) execute function portal.follow_mistakes();
create or replace trigger follow_mistakes_new after insert on public.exam_attempt
for each row when ((new.status = 'marked'::text)) execute function portal.follow_mistakes();

create or replace function portal.follow_withdrawal() returns trigger
language plpgsql
set search_path to 'pg_catalog', 'pg_temp'
as $$
begin
  perform portal.drop_mistakes(new.enterprise_id, array[new.id]);
  return null;
end $$;
create or replace trigger follow_withdrawal after update of published on public.question
for each row when ((old.published and (not new.published))) execute function portal.follow_withdrawal();

-- The questions of a paper without full marks, as far as they still exist. "regraded": scores that are not those of the paper.
create or replace function portal.wrong_questions(enterprise uuid, paper jsonb, marks jsonb, regraded jsonb) returns setof uuid
language sql stable
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select q.id from jsonb_array_elements(paper) p
  join public.question q on q.enterprise_id = enterprise
    and q.id = case when pg_input_is_valid(p ->> 'questionId', 'uuid') then (p ->> 'questionId')::uuid end
  where (marks ->> (p ->> 'questionId'))::numeric < coalesce(regraded ->> (p ->> 'questionId'), p ->> 'score')::numeric
$$;
