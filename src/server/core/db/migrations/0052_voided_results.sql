-- The result of a voided attempt is none: analysis, results and books of mistakes do not contain it (decisions 061, 063, 064).
CREATE OR REPLACE FUNCTION "portal"."follow_exam_attempt"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
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
end $$;--> statement-breakpoint
-- Nor do questions count as answered wrongly that a regrade has dropped (decision 062).
CREATE OR REPLACE FUNCTION "portal"."follow_mistakes"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
declare
  before uuid[] := '{}';
  after uuid[] := '{}';
begin
  if tg_op = 'UPDATE' and old.status = 'marked' then
    before := array(select portal.wrong_questions(old.enterprise_id, old.paper, old.marks));
  end if;
  if new.status = 'marked' and new.voided_at is null then
    after := array(
      select w.id from portal.wrong_questions(new.enterprise_id, new.paper, new.marks) w (id)
      where not exists (
        select from (
          select r.rule_after ->> 'void' as void from public.exam_regrade r
          where r.enterprise_id = new.enterprise_id and r.exam_id = new.exam_id and r.question_id = w.id
          order by r.number desc limit 1) latest
        where latest.void = 'drop'));
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
