-- no transaction
-- Sums of the results of exams, versions of questions in results, and conditions of certificates (decision 061). Every
-- statement may run again.
CREATE TABLE IF NOT EXISTS "exam_result_change" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"exam_id" uuid NOT NULL,
	CONSTRAINT "exam_result_change_enterprise_id_exam_id_id_pk" PRIMARY KEY("enterprise_id","exam_id","id")
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "exam_sums" (
	"enterprise_id" uuid NOT NULL,
	"exam_id" uuid NOT NULL,
	"counting" text NOT NULL,
	"sums" jsonb NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"milliseconds" integer NOT NULL,
	CONSTRAINT "exam_sums_enterprise_id_exam_id_counting_pk" PRIMARY KEY("enterprise_id","exam_id","counting"),
	CONSTRAINT "exam_sums_counting_check" CHECK ("exam_sums"."counting" in ('first', 'last', 'best')),
	CONSTRAINT "exam_sums_milliseconds_check" CHECK ("exam_sums"."milliseconds" >= 0)
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "exam_certificate_need" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"exam_id" uuid NOT NULL,
	"course_id" uuid,
	"task_id" uuid,
	CONSTRAINT "exam_certificate_need_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "exam_certificate_need_enterprise_id_exam_id_course_id_unique" UNIQUE("enterprise_id","exam_id","course_id"),
	CONSTRAINT "exam_certificate_need_enterprise_id_exam_id_task_id_unique" UNIQUE("enterprise_id","exam_id","task_id"),
	CONSTRAINT "exam_certificate_need_check" CHECK (num_nonnulls("exam_certificate_need"."course_id", "exam_certificate_need"."task_id") >= 1)
);--> statement-breakpoint
ALTER TABLE "exam_sums"
  DROP CONSTRAINT IF EXISTS "exam_sums_enterprise_id_exam_id_exam_enterprise_id_id_fk",
  ADD CONSTRAINT "exam_sums_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "exam"("enterprise_id","id");--> statement-breakpoint
ALTER TABLE "exam_certificate_need"
  DROP CONSTRAINT IF EXISTS "exam_certificate_need_enterprise_id_exam_id_exam_enterprise_id_id_fk",
  ADD CONSTRAINT "exam_certificate_need_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "exam"("enterprise_id","id");--> statement-breakpoint
ALTER TABLE "exam_certificate_need"
  DROP CONSTRAINT IF EXISTS "exam_certificate_need_enterprise_id_course_id_course_enterprise_id_id_fk",
  ADD CONSTRAINT "exam_certificate_need_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "course"("enterprise_id","id");--> statement-breakpoint
ALTER TABLE "exam_certificate_need"
  DROP CONSTRAINT IF EXISTS "exam_certificate_need_enterprise_id_task_id_study_task_enterprise_id_id_fk",
  ADD CONSTRAINT "exam_certificate_need_enterprise_id_task_id_study_task_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","task_id") REFERENCES "study_task"("enterprise_id","id");--> statement-breakpoint
ALTER TABLE "exam_result" ADD COLUMN IF NOT EXISTS "window_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_result" ADD COLUMN IF NOT EXISTS "versions" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "certificate_way" text DEFAULT 'automatic' NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "certificate_score" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "certificate_months" integer;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_result_of_person";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_result_of_person" ON "exam_result" USING btree ("enterprise_id","exam_id","user_id","number","score","passed","window_number","finished_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_result_of_exam";--> statement-breakpoint
-- Writes the results of the marked attempts among these, with the rights of the caller.
CREATE OR REPLACE FUNCTION "portal"."store_exam_results"("enterprise" uuid, "attempts" uuid[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
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
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "portal"."follow_exam_attempt"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
begin
  if new.status = 'marked' then
    perform portal.store_exam_results(new.enterprise_id, array[new.id]);
  elsif tg_op = 'UPDATE' and old.status = 'marked' then
    delete from public.exam_result where enterprise_id = new.enterprise_id and attempt_id = new.id;
  else
    return null;
  end if;
  insert into public.exam_result_change (enterprise_id, exam_id) values (new.enterprise_id, new.exam_id);
  return null;
end $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "portal"."enterprises_with_changed_results"() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  select distinct enterprise_id from public.exam_result_change
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "portal"."enterprises_with_changed_results" FROM public;--> statement-breakpoint
ALTER TABLE "exam_attempt" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "exam_answer" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "exam_result" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "exam_result_change" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- In batches with a commit each. No attempt is locked or changed.
DO $$
declare
  last_enterprise uuid := '00000000-0000-0000-0000-000000000000';
  last_id uuid := last_enterprise;
  batch record;
begin
  loop
    select enterprise_id, array_agg(id order by id) as ids into batch
    from (select enterprise_id, id from public.exam_attempt where (enterprise_id, id) > (last_enterprise, last_id)
          order by enterprise_id, id limit 100) a
    group by enterprise_id order by enterprise_id limit 1;
    exit when not found;
    perform portal.store_exam_results(batch.enterprise_id, batch.ids);
    last_enterprise := batch.enterprise_id;
    last_id := batch.ids[cardinality(batch.ids)];
    commit;
  end loop;
end $$;--> statement-breakpoint
-- Results that exist already are not in any sums.
INSERT INTO "exam_result_change" ("enterprise_id", "exam_id") SELECT DISTINCT "enterprise_id", "exam_id" FROM "exam_result";--> statement-breakpoint
ALTER TABLE "exam_result"
  DROP CONSTRAINT IF EXISTS "exam_result_versions_check",
  ADD CONSTRAINT "exam_result_versions_check" CHECK (cardinality("exam_result"."versions") = cardinality("exam_result"."question_ids")) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_result"
  DROP CONSTRAINT IF EXISTS "exam_result_window_number_check",
  ADD CONSTRAINT "exam_result_window_number_check" CHECK ("exam_result"."window_number" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam"
  DROP CONSTRAINT IF EXISTS "exam_certificate_way_check",
  ADD CONSTRAINT "exam_certificate_way_check" CHECK ("exam"."certificate_way" in ('automatic', 'manual')) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam"
  DROP CONSTRAINT IF EXISTS "exam_certificate_score_check",
  ADD CONSTRAINT "exam_certificate_score_check" CHECK ("exam"."certificate_score" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam"
  DROP CONSTRAINT IF EXISTS "exam_certificate_months_check",
  ADD CONSTRAINT "exam_certificate_months_check" CHECK ("exam"."certificate_months" between 1 and 600) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_result" VALIDATE CONSTRAINT "exam_result_versions_check";--> statement-breakpoint
ALTER TABLE "exam_result" VALIDATE CONSTRAINT "exam_result_window_number_check";--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_certificate_way_check";--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_certificate_score_check";--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_certificate_months_check";
