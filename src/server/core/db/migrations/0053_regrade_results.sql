-- no transaction
-- Every statement may run again (docs/contributing.md).
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "not_counted" jsonb;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_attempt_given";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_attempt_given" ON "exam_attempt" USING btree ("enterprise_id","exam_id","id") WHERE given_marks is not null;--> statement-breakpoint
-- A question that does not count is not answered wrongly. What did not count before the change is in the old row, so that an
-- undone regrade restores the mistake.
CREATE OR REPLACE FUNCTION "portal"."follow_mistakes"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
declare
  before uuid[] := '{}';
  after uuid[] := '{}';
begin
  if tg_op = 'UPDATE' and old.status = 'marked' then
    before := array(select w.id from portal.wrong_questions(old.enterprise_id, old.paper, old.marks) w (id)
                    where not coalesce(old.not_counted ? w.id::text, false));
  end if;
  if new.status = 'marked' and new.voided_at is null then
    after := array(select w.id from portal.wrong_questions(new.enterprise_id, new.paper, new.marks) w (id)
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
ALTER TABLE "exam_regrade" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "exam_attempt" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "exam_result_change" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Questions that were dropped already, exam by exam with a commit each.
DO $$
declare
  of_exam record;
begin
  for of_exam in
    select distinct enterprise_id, exam_id from public.exam_regrade where rule_after ->> 'void' = 'drop'
  loop
    update public.exam_attempt a set not_counted = n.scores
    from (
      select a.id, jsonb_object_agg(q ->> 'questionId', coalesce((l.rule ->> 'score')::numeric, (q ->> 'score')::numeric)) as scores
      from (
        select distinct on (r.question_id, r.version) r.question_id, r.version, r.rule_after as rule from public.exam_regrade r
        where r.enterprise_id = of_exam.enterprise_id and r.exam_id = of_exam.exam_id
        order by r.question_id, r.version, r.number desc
      ) l
      join public.exam_attempt a on a.enterprise_id = of_exam.enterprise_id and a.exam_id = of_exam.exam_id
      cross join lateral jsonb_array_elements(a.paper) q
      where l.rule ->> 'void' = 'drop' and a.status <> 'open' and a.voided_at is null
        and q ->> 'questionId' = l.question_id::text and coalesce((q ->> 'version')::int, 0) = l.version
      group by a.id
    ) n
    where a.enterprise_id = of_exam.enterprise_id and a.id = n.id;
    commit;
  end loop;
end $$;--> statement-breakpoint
-- Stored sums follow regrades now.
INSERT INTO "exam_result_change" ("enterprise_id", "exam_id") SELECT DISTINCT "enterprise_id", "exam_id" FROM "exam_regrade";
