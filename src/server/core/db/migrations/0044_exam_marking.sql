-- no transaction
-- Every statement may run again (docs/contributing.md).
CREATE TABLE IF NOT EXISTS "marking_answer" (
	"enterprise_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"exam_id" uuid NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"needed" integer DEFAULT 1 NOT NULL,
	"given" integer DEFAULT 0 NOT NULL,
	"score" numeric(12, 2),
	"held_by" uuid,
	"held_until" timestamp (3) with time zone,
	CONSTRAINT "marking_answer_enterprise_id_attempt_id_question_id_pk" PRIMARY KEY("enterprise_id","attempt_id","question_id"),
	CONSTRAINT "marking_answer_needed_check" CHECK ("marking_answer"."needed" between 1 and 3),
	CONSTRAINT "marking_answer_score_check" CHECK ("marking_answer"."score" >= 0),
	CONSTRAINT "marking_answer_given_check" CHECK ("marking_answer"."given" between 0 and "marking_answer"."needed"),
	CONSTRAINT "marking_answer_score_given_check" CHECK (("marking_answer"."score" is null) = ("marking_answer"."given" < "marking_answer"."needed")),
	CONSTRAINT "marking_answer_held_check" CHECK (("marking_answer"."held_by" is null) = ("marking_answer"."held_until" is null))
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "marking_appeal" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"exam_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"mark_before" numeric(12, 2) NOT NULL,
	"mark_after" numeric(12, 2),
	"answer" text,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "marking_appeal_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "marking_appeal_enterprise_id_attempt_id_question_id_unique" UNIQUE("enterprise_id","attempt_id","question_id"),
	CONSTRAINT "marking_appeal_state_check" CHECK ("marking_appeal"."state" in ('waiting', 'upheld', 'declined')),
	CONSTRAINT "marking_appeal_mark_before_check" CHECK ("marking_appeal"."mark_before" >= 0),
	CONSTRAINT "marking_appeal_mark_after_check" CHECK ("marking_appeal"."mark_after" >= 0),
	CONSTRAINT "marking_appeal_answered_check" CHECK (("marking_appeal"."state" = 'waiting') = ("marking_appeal"."answered_at" is null) and ("marking_appeal"."answered_at" is null) = ("marking_appeal"."answered_by" is null)
        and ("marking_appeal"."answered_at" is null) = ("marking_appeal"."answer" is null) and ("marking_appeal"."state" = 'upheld') = ("marking_appeal"."mark_after" is not null))
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "marking_mark" (
	"enterprise_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"score" numeric(12, 2) NOT NULL,
	"points" jsonb,
	"remark" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "marking_mark_enterprise_id_attempt_id_question_id_round_pk" PRIMARY KEY("enterprise_id","attempt_id","question_id","round"),
	CONSTRAINT "marking_mark_enterprise_id_attempt_id_question_id_user_id_unique" UNIQUE("enterprise_id","attempt_id","question_id","user_id"),
	CONSTRAINT "marking_mark_round_check" CHECK ("marking_mark"."round" between 1 and 3),
	CONSTRAINT "marking_mark_score_check" CHECK ("marking_mark"."score" >= 0)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "marking_note" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"question_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"body" text NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "marking_note_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "marking_rubric" (
	"enterprise_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"criteria" jsonb NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "marking_rubric_enterprise_id_question_id_pk" PRIMARY KEY("enterprise_id","question_id")
);
--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "markers" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "mark_tolerance" numeric(12, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "mark_step" numeric(12, 2) DEFAULT '0.01' NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "blind_marking" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "publish_marks" text DEFAULT 'at_once' NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "appeal_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Answers that need marks, when an attempt is closed: the marking queue reads them instead of papers.
CREATE OR REPLACE FUNCTION "portal"."queue_short_answers"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into public.marking_answer (enterprise_id, attempt_id, question_id, exam_id, submitted_at, needed)
  select new.enterprise_id, new.id, (q ->> 'questionId')::uuid, new.exam_id, new.submitted_at,
         (select e.markers from public.exam e where e.enterprise_id = new.enterprise_id and e.id = new.exam_id)
  from jsonb_array_elements(new.paper) q
  where q ->> 'type' = 'short' and not coalesce(new.marks, '{}') ? (q ->> 'questionId')
  on conflict do nothing;
  return null;
end $$;--> statement-breakpoint
DROP TRIGGER IF EXISTS "queue_short_answers_new" ON "exam_attempt";--> statement-breakpoint
CREATE TRIGGER "queue_short_answers_new" AFTER INSERT ON "exam_attempt"
  FOR EACH ROW WHEN (new.status = 'submitted' and new.unmarked_count > 0) EXECUTE FUNCTION "portal"."queue_short_answers"();--> statement-breakpoint
DROP TRIGGER IF EXISTS "queue_short_answers" ON "exam_attempt";--> statement-breakpoint
CREATE TRIGGER "queue_short_answers" AFTER UPDATE OF "status" ON "exam_attempt"
  FOR EACH ROW WHEN (old.status = 'open' and new.status = 'submitted' and new.unmarked_count > 0)
  EXECUTE FUNCTION "portal"."queue_short_answers"();--> statement-breakpoint
ALTER TABLE "exam_attempt" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "exam" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "marking_answer" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Answers that waited for marks before; in batches with a commit each.
DO $$
declare
  last_enterprise uuid := '00000000-0000-0000-0000-000000000000';
  last_id uuid := last_enterprise;
  batch record;
begin
  loop
    select enterprise_id, id into batch
    from (select enterprise_id, id from public.exam_attempt where (enterprise_id, id) > (last_enterprise, last_id)
          order by enterprise_id, id limit 500) a
    order by enterprise_id desc, id desc limit 1;
    exit when not found;
    insert into public.marking_answer (enterprise_id, attempt_id, question_id, exam_id, submitted_at)
    select a.enterprise_id, a.id, (q ->> 'questionId')::uuid, a.exam_id, a.submitted_at
    from public.exam_attempt a, jsonb_array_elements(a.paper) q
    where (a.enterprise_id, a.id) > (last_enterprise, last_id) and (a.enterprise_id, a.id) <= (batch.enterprise_id, batch.id)
      and a.status = 'submitted' and a.unmarked_count > 0
      and q ->> 'type' = 'short' and not coalesce(a.marks, '{}') ? (q ->> 'questionId')
    on conflict do nothing;
    last_enterprise := batch.enterprise_id;
    last_id := batch.id;
    commit;
  end loop;
end $$;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "marking_answer_waiting" ON "marking_answer" USING btree ("enterprise_id","exam_id","submitted_at","attempt_id","question_id") WHERE score is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "marking_appeal_enterprise_id_state_gmt_create_id_index" ON "marking_appeal" USING btree ("enterprise_id","state","gmt_create","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "marking_note_enterprise_id_question_id_id_index" ON "marking_note" USING btree ("enterprise_id","question_id","id");--> statement-breakpoint
ALTER TABLE "marking_answer" DROP CONSTRAINT IF EXISTS "marking_answer_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk", ADD CONSTRAINT "marking_answer_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marking_answer" DROP CONSTRAINT IF EXISTS "marking_answer_enterprise_id_exam_id_exam_enterprise_id_id_fk", ADD CONSTRAINT "marking_answer_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marking_answer" DROP CONSTRAINT IF EXISTS "marking_answer_held_by_member_fk", ADD CONSTRAINT "marking_answer_held_by_member_fk" FOREIGN KEY ("enterprise_id","held_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marking_appeal" DROP CONSTRAINT IF EXISTS "marking_appeal_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk", ADD CONSTRAINT "marking_appeal_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marking_appeal" DROP CONSTRAINT IF EXISTS "marking_appeal_enterprise_id_exam_id_exam_enterprise_id_id_fk", ADD CONSTRAINT "marking_appeal_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marking_appeal" DROP CONSTRAINT IF EXISTS "marking_appeal_answered_by_member_fk", ADD CONSTRAINT "marking_appeal_answered_by_member_fk" FOREIGN KEY ("enterprise_id","answered_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marking_mark" DROP CONSTRAINT IF EXISTS "marking_mark_enterprise_id_attempt_id_question_id_marking_answer_enterprise_id_attempt_id_question_id_fk", ADD CONSTRAINT "marking_mark_enterprise_id_attempt_id_question_id_marking_answer_enterprise_id_attempt_id_question_id_fk" FOREIGN KEY ("enterprise_id","attempt_id","question_id") REFERENCES "public"."marking_answer"("enterprise_id","attempt_id","question_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marking_mark" DROP CONSTRAINT IF EXISTS "marking_mark_user_id_member_fk", ADD CONSTRAINT "marking_mark_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marking_note" DROP CONSTRAINT IF EXISTS "marking_note_enterprise_id_question_id_question_enterprise_id_id_fk", ADD CONSTRAINT "marking_note_enterprise_id_question_id_question_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","question_id") REFERENCES "public"."question"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marking_note" DROP CONSTRAINT IF EXISTS "marking_note_user_id_member_fk", ADD CONSTRAINT "marking_note_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marking_rubric" DROP CONSTRAINT IF EXISTS "marking_rubric_enterprise_id_question_id_question_enterprise_id_id_fk", ADD CONSTRAINT "marking_rubric_enterprise_id_question_id_question_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","question_id") REFERENCES "public"."question"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_markers_check", ADD CONSTRAINT "exam_markers_check" CHECK ("exam"."markers" between 1 and 2) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_markers_check";--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_mark_tolerance_check", ADD CONSTRAINT "exam_mark_tolerance_check" CHECK ("exam"."mark_tolerance" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_mark_tolerance_check";--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_mark_step_check", ADD CONSTRAINT "exam_mark_step_check" CHECK ("exam"."mark_step" in (0.01, 0.1, 0.5, 1)) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_mark_step_check";--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_publish_marks_check", ADD CONSTRAINT "exam_publish_marks_check" CHECK ("exam"."publish_marks" in ('at_once', 'together')) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_publish_marks_check";--> statement-breakpoint
ALTER TABLE "exam_attempt" DROP CONSTRAINT IF EXISTS "exam_attempt_appeal_count_check", ADD CONSTRAINT "exam_attempt_appeal_count_check" CHECK ("exam_attempt"."appeal_count" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_attempt" VALIDATE CONSTRAINT "exam_attempt_appeal_count_check";