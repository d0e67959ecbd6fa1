-- no transaction
CREATE TABLE IF NOT EXISTS "coaching_plan" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"required_meetings" integer NOT NULL,
	"required_goals" integer NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coaching_plan_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "coaching_plan_enterprise_id_code_unique" UNIQUE("enterprise_id","code"),
	CONSTRAINT "coaching_plan_required_meetings_check" CHECK ("coaching_plan"."required_meetings" >= 0),
	CONSTRAINT "coaching_plan_required_goals_check" CHECK ("coaching_plan"."required_goals" >= 0),
	CONSTRAINT "coaching_plan_required_check" CHECK ("coaching_plan"."required_meetings" + "coaching_plan"."required_goals" > 0)
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "coaching" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"plan_id" uuid NOT NULL,
	"learner_id" uuid NOT NULL,
	"mentor_id" uuid NOT NULL,
	"study_progress" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coaching_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "coaching_enterprise_id_plan_id_learner_id_unique" UNIQUE("enterprise_id","plan_id","learner_id"),
	CONSTRAINT "coaching_study_progress_check" CHECK ("coaching"."study_progress" between 0 and 100),
	CONSTRAINT "coaching_pair_check" CHECK ("coaching"."learner_id" <> "coaching"."mentor_id"),
	CONSTRAINT "coaching_enterprise_id_plan_id_coaching_plan_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","plan_id") REFERENCES "public"."coaching_plan"("enterprise_id","id") ON DELETE no action ON UPDATE no action,
	CONSTRAINT "coaching_learner_id_member_fk" FOREIGN KEY ("enterprise_id","learner_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action,
	CONSTRAINT "coaching_mentor_id_member_fk" FOREIGN KEY ("enterprise_id","mentor_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "coaching_goal" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"coaching_id" uuid NOT NULL,
	"title" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"state_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coaching_goal_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "coaching_goal_state_check" CHECK ("coaching_goal"."state" in ('open', 'inProgress', 'reached', 'dropped')),
	CONSTRAINT "coaching_goal_enterprise_id_coaching_id_coaching_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","coaching_id") REFERENCES "public"."coaching"("enterprise_id","id") ON DELETE no action ON UPDATE no action
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "coaching_meeting" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"coaching_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"place" text NOT NULL,
	"agenda" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"state" text DEFAULT 'proposed' NOT NULL,
	"learner_confirmed_at" timestamp (3) with time zone,
	"learner_note" text,
	"mentor_confirmed_at" timestamp (3) with time zone,
	"mentor_note" text,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coaching_meeting_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "coaching_meeting_state_check" CHECK ("coaching_meeting"."state" in ('proposed', 'agreed', 'declined', 'cancelled')),
	CONSTRAINT "coaching_meeting_confirmed_check" CHECK (num_nonnulls("coaching_meeting"."learner_confirmed_at", "coaching_meeting"."mentor_confirmed_at") = 0 or "coaching_meeting"."state" = 'agreed'),
	CONSTRAINT "coaching_meeting_enterprise_id_coaching_id_coaching_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","coaching_id") REFERENCES "public"."coaching"("enterprise_id","id") ON DELETE no action ON UPDATE no action,
	CONSTRAINT "coaching_meeting_proposed_by_member_fk" FOREIGN KEY ("enterprise_id","proposed_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "reminder_preference" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"by_sms" boolean NOT NULL,
	"by_email" boolean NOT NULL,
	"locale" text NOT NULL,
	"origin" text NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminder_preference_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id"),
	CONSTRAINT "reminder_preference_locale_check" CHECK ("reminder_preference"."locale" in ('zh', 'en')),
	CONSTRAINT "reminder_preference_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "study_task_target" (
	"enterprise_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"department" text NOT NULL,
	CONSTRAINT "study_task_target_enterprise_id_task_id_department_pk" PRIMARY KEY("enterprise_id","task_id","department"),
	CONSTRAINT "study_task_target_enterprise_id_task_id_study_task_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","task_id") REFERENCES "public"."study_task"("enterprise_id","id") ON DELETE no action ON UPDATE no action
);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coaching_enterprise_id_learner_id_index" ON "coaching" USING btree ("enterprise_id","learner_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coaching_enterprise_id_mentor_id_index" ON "coaching" USING btree ("enterprise_id","mentor_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coaching_goal_enterprise_id_coaching_id_index" ON "coaching_goal" USING btree ("enterprise_id","coaching_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coaching_meeting_enterprise_id_coaching_id_starts_at_index" ON "coaching_meeting" USING btree ("enterprise_id","coaching_id","starts_at");--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN IF NOT EXISTS "sms_at" timestamp (3) with time zone,
  ADD COLUMN IF NOT EXISTS "mail_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "study_task" ADD COLUMN IF NOT EXISTS "counts_earlier" boolean DEFAULT true NOT NULL,
  ADD COLUMN IF NOT EXISTS "ordered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "study_task_item" ADD COLUMN IF NOT EXISTS "coaching_plan_id" uuid,
  ADD COLUMN IF NOT EXISTS "release_at" timestamp (3) with time zone,
  ADD COLUMN IF NOT EXISTS "after_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "study_task_item_enterprise_id_coaching_plan_id_index";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "study_task_item_enterprise_id_coaching_plan_id_index" ON "study_task_item" USING btree ("enterprise_id","coaching_plan_id");--> statement-breakpoint
ALTER TABLE "study_task_item" DROP CONSTRAINT IF EXISTS "study_task_item_subject_unique";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "study_task_item_subject_unique";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "study_task_item_subject_unique" ON "study_task_item" USING btree ("enterprise_id","task_id","course_id","exam_id","evaluation_form_id","coaching_plan_id") NULLS NOT DISTINCT;--> statement-breakpoint
ALTER TABLE "study_task_item" ADD CONSTRAINT "study_task_item_subject_unique" UNIQUE USING INDEX "study_task_item_subject_unique";--> statement-breakpoint
ALTER TABLE "study_task_item" DROP CONSTRAINT IF EXISTS "study_task_item_enterprise_id_task_id_course_id_exam_id_unique",
  DROP CONSTRAINT IF EXISTS "study_task_item_subject_check",
  ADD CONSTRAINT "study_task_item_subject_check" CHECK (num_nonnulls("study_task_item"."course_id", "study_task_item"."exam_id", "study_task_item"."evaluation_form_id", "study_task_item"."coaching_plan_id") = 1) NOT VALID,
  DROP CONSTRAINT IF EXISTS "study_task_item_enterprise_id_coaching_plan_id_coaching_plan_enterprise_id_id_fk",
  ADD CONSTRAINT "study_task_item_enterprise_id_coaching_plan_id_coaching_plan_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","coaching_plan_id") REFERENCES "public"."coaching_plan"("enterprise_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "study_task_item" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "study_task_item" VALIDATE CONSTRAINT "study_task_item_subject_check";--> statement-breakpoint
ALTER TABLE "study_task_item" VALIDATE CONSTRAINT "study_task_item_enterprise_id_coaching_plan_id_coaching_plan_enterprise_id_id_fk";--> statement-breakpoint
ALTER TABLE "study_task_item" FORCE ROW LEVEL SECURITY;
