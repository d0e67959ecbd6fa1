-- no transaction
-- Every statement may run again.
CREATE TABLE IF NOT EXISTS "exam_result" (
	"enterprise_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"exam_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"passed" boolean NOT NULL,
	"score" integer NOT NULL,
	"full_score" integer NOT NULL,
	"used_seconds" integer NOT NULL,
	"question_ids" uuid[] NOT NULL,
	"scores" integer[] NOT NULL,
	"max_scores" integer[] NOT NULL,
	"chosen" text[] NOT NULL,
	"seconds" integer[] NOT NULL,
	CONSTRAINT "exam_result_enterprise_id_attempt_id_pk" PRIMARY KEY("enterprise_id","attempt_id"),
	CONSTRAINT "exam_result_number_check" CHECK ("exam_result"."number" >= 1),
	CONSTRAINT "exam_result_score_check" CHECK ("exam_result"."score" >= 0),
	CONSTRAINT "exam_result_full_score_check" CHECK ("exam_result"."full_score" >= 0),
	CONSTRAINT "exam_result_used_seconds_check" CHECK ("exam_result"."used_seconds" >= 0),
	CONSTRAINT "exam_result_lists_check" CHECK (cardinality("exam_result"."scores") = cardinality("exam_result"."question_ids") and cardinality("exam_result"."max_scores") = cardinality("exam_result"."question_ids")
        and cardinality("exam_result"."chosen") = cardinality("exam_result"."question_ids") and cardinality("exam_result"."seconds") = cardinality("exam_result"."question_ids"))
);
--> statement-breakpoint
ALTER TABLE "exam_result"
  DROP CONSTRAINT IF EXISTS "exam_result_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk",
  ADD CONSTRAINT "exam_result_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action,
  DROP CONSTRAINT IF EXISTS "exam_result_user_id_member_fk",
  ADD CONSTRAINT "exam_result_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "exam_result_of_exam" ON "exam_result" USING btree ("enterprise_id","exam_id","user_id","number","score","passed");--> statement-breakpoint
-- Writes the results of the marked attempts among these, with the rights of the caller.
CREATE OR REPLACE FUNCTION "portal"."store_exam_results"("enterprise" uuid, "attempts" uuid[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  insert into public.exam_result as r (enterprise_id, attempt_id, exam_id, user_id, number, finished_at, passed, score,
    full_score, used_seconds, question_ids, scores, max_scores, chosen, seconds)
  select a.enterprise_id, a.id, a.exam_id, a.user_id, a.number, a.submitted_at, a.passed,
    round(least(coalesce(a.objective_score, 0) + coalesce(a.subjective_score, 0), 1e7) * 100),
    round(least(a.total_score, 1e7) * 100), greatest(extract(epoch from a.submitted_at - a.started_at), 0)::int, i.*
  from public.exam_attempt a
  cross join lateral (
    select coalesce(array_agg(q.id order by p.n), '{}'),
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
  on conflict (enterprise_id, attempt_id) do update set finished_at = excluded.finished_at, passed = excluded.passed,
    score = excluded.score, full_score = excluded.full_score, used_seconds = excluded.used_seconds,
    question_ids = excluded.question_ids, scores = excluded.scores, max_scores = excluded.max_scores,
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
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "follow_exam_attempt" AFTER INSERT OR UPDATE OF "status", "marks", "paper", "submitted_answers",
  "passed", "objective_score", "subjective_score", "total_score" ON "exam_attempt"
  FOR EACH ROW EXECUTE FUNCTION "portal"."follow_exam_attempt"();--> statement-breakpoint
ALTER TABLE "exam_attempt" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "exam_answer" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "exam_result" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
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
end $$;
