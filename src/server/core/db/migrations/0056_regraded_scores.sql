-- no transaction
-- Every statement may run again (docs/contributing.md).
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "regraded_scores" jsonb;--> statement-breakpoint
-- The questions of a paper without full marks, as far as they still exist. "regraded": scores that are not those of the paper.
CREATE OR REPLACE FUNCTION "portal"."wrong_questions"("enterprise" uuid, "paper" jsonb, "marks" jsonb, "regraded" jsonb) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  select q.id from jsonb_array_elements(paper) p
  join public.question q on q.enterprise_id = enterprise
    and q.id = case when pg_input_is_valid(p ->> 'questionId', 'uuid') then (p ->> 'questionId')::uuid end
  where (marks ->> (p ->> 'questionId'))::numeric < coalesce(regraded ->> (p ->> 'questionId'), p ->> 'score')::numeric
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "portal"."follow_mistakes"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
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
end $$;--> statement-breakpoint
DROP FUNCTION IF EXISTS "portal"."wrong_questions"(uuid, jsonb, jsonb);--> statement-breakpoint
CREATE OR REPLACE TRIGGER "follow_mistakes" AFTER UPDATE OF "status", "marks", "paper", "regraded_scores" ON "exam_attempt"
  FOR EACH ROW WHEN (new.status = 'marked' or old.status = 'marked') EXECUTE FUNCTION "portal"."follow_mistakes"();--> statement-breakpoint
ALTER TABLE "exam_regrade" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "exam_attempt" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mistake" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "question" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Questions with another score already, exam by exam with a commit each. The trigger compares what was wrong by the paper with
-- what is wrong by the regrade.
DO $$
declare
  of_exam record;
begin
  for of_exam in
    select distinct enterprise_id, exam_id from public.exam_regrade where rule_after ->> 'score' is not null
  loop
    update public.exam_attempt a set regraded_scores = n.scores
    from (
      select a.id, jsonb_object_agg(q ->> 'questionId', (l.rule ->> 'score')::numeric) as scores
      from (
        select distinct on (r.question_id, r.version) r.question_id, r.version, r.rule_after as rule from public.exam_regrade r
        where r.enterprise_id = of_exam.enterprise_id and r.exam_id = of_exam.exam_id
        order by r.question_id, r.version, r.number desc
      ) l
      join public.exam_attempt a on a.enterprise_id = of_exam.enterprise_id and a.exam_id = of_exam.exam_id
      cross join lateral jsonb_array_elements(a.paper) q
      where (l.rule ->> 'score')::numeric <> (q ->> 'score')::numeric and l.rule ->> 'void' is distinct from 'drop'
        and a.status <> 'open' and a.voided_at is null and a.regraded_scores is null
        and q ->> 'questionId' = l.question_id::text and coalesce((q ->> 'version')::int, 0) = l.version
      group by a.id
    ) n
    where a.enterprise_id = of_exam.enterprise_id and a.id = n.id;
    commit;
  end loop;
end $$;
