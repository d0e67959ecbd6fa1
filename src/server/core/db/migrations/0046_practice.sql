-- no transaction
-- Every statement may run again.
CREATE TABLE IF NOT EXISTS "mistake" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"exam_id" uuid,
	"attempt_id" uuid,
	"run_id" uuid,
	"wrong_count" integer NOT NULL,
	"last_wrong_at" timestamp (3) with time zone NOT NULL,
	"right_in_row" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "mistake_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "mistake_source_unique" UNIQUE NULLS NOT DISTINCT("enterprise_id","user_id","question_id","exam_id"),
	CONSTRAINT "mistake_source_check" CHECK (num_nonnulls("mistake"."attempt_id", "mistake"."run_id") = 1),
	CONSTRAINT "mistake_wrong_count_check" CHECK ("mistake"."wrong_count" >= 1),
	CONSTRAINT "mistake_right_in_row_check" CHECK ("mistake"."right_in_row" >= 0)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "practice_answer" (
	"enterprise_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"answer" jsonb,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"right" boolean,
	CONSTRAINT "practice_answer_enterprise_id_run_id_question_id_pk" PRIMARY KEY("enterprise_id","run_id","question_id"),
	CONSTRAINT "practice_answer_right_check" CHECK ("practice_answer"."right" is null or "practice_answer"."checked_at" is not null)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "practice_preference" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"right_in_row" integer NOT NULL,
	CONSTRAINT "practice_preference_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id"),
	CONSTRAINT "practice_preference_right_in_row_check" CHECK ("practice_preference"."right_in_row" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "practice_run" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"bank_id" uuid,
	"exam_id" uuid,
	"paper" jsonb NOT NULL,
	"question_count" integer NOT NULL,
	"answered_count" integer DEFAULT 0 NOT NULL,
	"right_count" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "practice_run_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "practice_run_kind_check" CHECK ("practice_run"."kind" in ('bank', 'exam', 'mistakes')),
	CONSTRAINT "practice_run_source_check" CHECK (("practice_run"."kind" = 'bank') = ("practice_run"."bank_id" is not null) and ("practice_run"."kind" = 'exam') = ("practice_run"."exam_id" is not null)),
	CONSTRAINT "practice_run_question_count_check" CHECK ("practice_run"."question_count" >= 1),
	CONSTRAINT "practice_run_answered_count_check" CHECK ("practice_run"."answered_count" between 0 and "practice_run"."question_count"),
	CONSTRAINT "practice_run_right_count_check" CHECK ("practice_run"."right_count" between 0 and "practice_run"."answered_count")
);
--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "practice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "question_bank" ADD COLUMN IF NOT EXISTS "practice" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "mistake"
  DROP CONSTRAINT IF EXISTS "mistake_enterprise_id_question_id_question_enterprise_id_id_fk",
  ADD CONSTRAINT "mistake_enterprise_id_question_id_question_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","question_id") REFERENCES "public"."question"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mistake"
  DROP CONSTRAINT IF EXISTS "mistake_enterprise_id_exam_id_exam_enterprise_id_id_fk",
  ADD CONSTRAINT "mistake_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mistake"
  DROP CONSTRAINT IF EXISTS "mistake_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk",
  ADD CONSTRAINT "mistake_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mistake"
  DROP CONSTRAINT IF EXISTS "mistake_enterprise_id_run_id_practice_run_enterprise_id_id_fk",
  ADD CONSTRAINT "mistake_enterprise_id_run_id_practice_run_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","run_id") REFERENCES "public"."practice_run"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mistake"
  DROP CONSTRAINT IF EXISTS "mistake_user_id_member_fk",
  ADD CONSTRAINT "mistake_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_answer"
  DROP CONSTRAINT IF EXISTS "practice_answer_enterprise_id_run_id_practice_run_enterprise_id_id_fk",
  ADD CONSTRAINT "practice_answer_enterprise_id_run_id_practice_run_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","run_id") REFERENCES "public"."practice_run"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_preference"
  DROP CONSTRAINT IF EXISTS "practice_preference_user_id_member_fk",
  ADD CONSTRAINT "practice_preference_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_run"
  DROP CONSTRAINT IF EXISTS "practice_run_enterprise_id_bank_id_question_bank_enterprise_id_id_fk",
  ADD CONSTRAINT "practice_run_enterprise_id_bank_id_question_bank_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","bank_id") REFERENCES "public"."question_bank"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_run"
  DROP CONSTRAINT IF EXISTS "practice_run_enterprise_id_exam_id_exam_enterprise_id_id_fk",
  ADD CONSTRAINT "practice_run_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_run"
  DROP CONSTRAINT IF EXISTS "practice_run_user_id_member_fk",
  ADD CONSTRAINT "practice_run_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "mistake_enterprise_id_question_id_index" ON "mistake" USING btree ("enterprise_id","question_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "practice_run_enterprise_id_user_id_started_at_index" ON "practice_run" USING btree ("enterprise_id","user_id","started_at");--> statement-breakpoint
ALTER TABLE "question_bank"
  DROP CONSTRAINT IF EXISTS "question_bank_practice_check",
  ADD CONSTRAINT "question_bank_practice_check" CHECK ("question_bank"."practice" in ('none', 'members', 'audience')) NOT VALID;--> statement-breakpoint
ALTER TABLE "question_bank" VALIDATE CONSTRAINT "question_bank_practice_check";--> statement-breakpoint
-- The questions of a paper without full marks, as far as they still exist.
CREATE OR REPLACE FUNCTION "portal"."wrong_questions"("enterprise" uuid, "paper" jsonb, "marks" jsonb) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  select q.id from jsonb_array_elements(paper) p
  join public.question q on q.enterprise_id = enterprise
    and q.id = case when pg_input_is_valid(p ->> 'questionId', 'uuid') then (p ->> 'questionId')::uuid end
  where (marks ->> (p ->> 'questionId'))::numeric < (p ->> 'score')::numeric
$$;--> statement-breakpoint
-- Keeps the mistakes of an exam in step with the marks of final results, also when they are changed later.
CREATE OR REPLACE FUNCTION "portal"."follow_mistakes"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
declare
  before uuid[] := '{}';
  after uuid[] := '{}';
begin
  if tg_op = 'UPDATE' and old.status = 'marked' then
    before := array(select portal.wrong_questions(old.enterprise_id, old.paper, old.marks));
  end if;
  if new.status = 'marked' then
    after := array(select portal.wrong_questions(new.enterprise_id, new.paper, new.marks));
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
CREATE OR REPLACE TRIGGER "follow_mistakes_new" AFTER INSERT ON "exam_attempt"
  FOR EACH ROW WHEN (new.status = 'marked') EXECUTE FUNCTION "portal"."follow_mistakes"();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "follow_mistakes" AFTER UPDATE OF "status", "marks", "paper" ON "exam_attempt"
  FOR EACH ROW WHEN (new.status = 'marked' or old.status = 'marked') EXECUTE FUNCTION "portal"."follow_mistakes"();--> statement-breakpoint
-- Removes questions from all books of mistakes: they were withdrawn, or their right answer was wrong.
CREATE OR REPLACE FUNCTION "portal"."drop_mistakes"("enterprise" uuid, "questions" uuid[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  delete from public.mistake where enterprise_id = enterprise and question_id = any(questions)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "portal"."follow_withdrawal"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
begin
  perform portal.drop_mistakes(new.enterprise_id, array[new.id]);
  return null;
end $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "follow_withdrawal" AFTER UPDATE OF "published" ON "question"
  FOR EACH ROW WHEN (old.published and not new.published) EXECUTE FUNCTION "portal"."follow_withdrawal"();--> statement-breakpoint
ALTER TABLE "exam_attempt" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "question" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mistake" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Mistakes of earlier exams, in batches with a commit each; those that the trigger has stored are not newer than themselves.
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
    insert into public.mistake as m (enterprise_id, user_id, question_id, exam_id, attempt_id, wrong_count, last_wrong_at)
    select a.enterprise_id, a.user_id, w.id, a.exam_id, (array_agg(a.id order by a.submitted_at desc))[1], count(*), max(a.submitted_at)
    from public.exam_attempt a
    cross join lateral portal.wrong_questions(a.enterprise_id, a.paper, a.marks) w (id)
    where a.enterprise_id = batch.enterprise_id and a.id = any(batch.ids) and a.status = 'marked'
    group by a.enterprise_id, a.user_id, a.exam_id, w.id
    on conflict on constraint mistake_source_unique do update set wrong_count = m.wrong_count + excluded.wrong_count,
      attempt_id = excluded.attempt_id, last_wrong_at = excluded.last_wrong_at
      where excluded.last_wrong_at > m.last_wrong_at;
    last_enterprise := batch.enterprise_id;
    last_id := batch.ids[cardinality(batch.ids)];
    commit;
  end loop;
end $$;
