-- no transaction
-- Notes, appeals, and the study room in which somebody studied last. Every statement may run again.
CREATE TABLE IF NOT EXISTS "appeal" (
	"enterprise_id" uuid NOT NULL,
	"instance_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"course_id" uuid,
	"outcome" text,
	"hours" numeric(12, 2),
	"credits" numeric(12, 2),
	"sources" text[] DEFAULT '{}' NOT NULL,
	"task_progress" integer,
	"reversed_at" timestamp (3) with time zone,
	"reversed_by" uuid,
	"reverse_reason" text,
	CONSTRAINT "appeal_enterprise_id_instance_id_pk" PRIMARY KEY("enterprise_id","instance_id"),
	CONSTRAINT "appeal_subject_type_check" CHECK ("appeal"."subject_type" in ('resource', 'course', 'task', 'exam', 'session', 'live')),
	CONSTRAINT "appeal_outcome_check" CHECK ("appeal"."outcome" in ('completed', 'granted')),
	CONSTRAINT "appeal_hours_check" CHECK ("appeal"."hours" >= 0),
	CONSTRAINT "appeal_credits_check" CHECK ("appeal"."credits" >= 0),
	CONSTRAINT "appeal_task_progress_check" CHECK ("appeal"."task_progress" between 0 and 100),
	CONSTRAINT "appeal_reversed_check" CHECK (("appeal"."reversed_at" is null) = ("appeal"."reversed_by" is null) and ("appeal"."reversed_at" is null) = ("appeal"."reverse_reason" is null))
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "study_note" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	"position" integer,
	"unit" text,
	"text" text NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "study_note_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "study_note_position_check" CHECK ("study_note"."position" >= 0),
	CONSTRAINT "study_note_unit_check" CHECK ("study_note"."unit" in ('second', 'page')),
	CONSTRAINT "study_note_place_check" CHECK (("study_note"."position" is null) = ("study_note"."unit" is null))
);--> statement-breakpoint
ALTER TABLE "study_clock" ADD COLUMN IF NOT EXISTS "room_type" text;--> statement-breakpoint
ALTER TABLE "study_clock" ADD COLUMN IF NOT EXISTS "room_id" uuid;--> statement-breakpoint
ALTER TABLE "appeal"
  DROP CONSTRAINT IF EXISTS "appeal_enterprise_id_instance_id_flow_instance_enterprise_id_id_fk",
  ADD CONSTRAINT "appeal_enterprise_id_instance_id_flow_instance_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","instance_id") REFERENCES "flow_instance"("enterprise_id","id");--> statement-breakpoint
ALTER TABLE "appeal"
  DROP CONSTRAINT IF EXISTS "appeal_enterprise_id_course_id_course_enterprise_id_id_fk",
  ADD CONSTRAINT "appeal_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "course"("enterprise_id","id");--> statement-breakpoint
ALTER TABLE "appeal"
  DROP CONSTRAINT IF EXISTS "appeal_reversed_by_member_fk",
  ADD CONSTRAINT "appeal_reversed_by_member_fk" FOREIGN KEY ("enterprise_id","reversed_by") REFERENCES "enterprise_user"("enterprise_id","user_id");--> statement-breakpoint
ALTER TABLE "study_note"
  DROP CONSTRAINT IF EXISTS "study_note_enterprise_id_course_id_course_enterprise_id_id_fk",
  ADD CONSTRAINT "study_note_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "course"("enterprise_id","id");--> statement-breakpoint
ALTER TABLE "study_note"
  DROP CONSTRAINT IF EXISTS "study_note_enterprise_id_resource_id_course_resource_enterprise_id_id_fk",
  ADD CONSTRAINT "study_note_enterprise_id_resource_id_course_resource_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","resource_id") REFERENCES "course_resource"("enterprise_id","id");--> statement-breakpoint
ALTER TABLE "study_note"
  DROP CONSTRAINT IF EXISTS "study_note_user_id_member_fk",
  ADD CONSTRAINT "study_note_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "enterprise_user"("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "study_note_enterprise_id_user_id_gmt_create_id_index" ON "study_note" USING btree ("enterprise_id","user_id","gmt_create","id");--> statement-breakpoint
ALTER TABLE "approval_step"
  DROP CONSTRAINT IF EXISTS "approval_step_flow_type_check",
  ADD CONSTRAINT "approval_step_flow_type_check" CHECK ("approval_step"."flow_type" in ('order', 'courseRegistration', 'projectRegistration', 'practicalOperation', 'nameChange', 'certificateIssue', 'certificateRevoke', 'certificateRenew', 'appeal')) NOT VALID;--> statement-breakpoint
ALTER TABLE "flow_instance"
  DROP CONSTRAINT IF EXISTS "flow_instance_flow_type_check",
  ADD CONSTRAINT "flow_instance_flow_type_check" CHECK ("flow_instance"."flow_type" in ('order', 'courseRegistration', 'projectRegistration', 'practicalOperation', 'nameChange', 'certificateIssue', 'certificateRevoke', 'certificateRenew', 'appeal')) NOT VALID;--> statement-breakpoint
ALTER TABLE "study_clock"
  DROP CONSTRAINT IF EXISTS "study_clock_room_type_check",
  ADD CONSTRAINT "study_clock_room_type_check" CHECK ("study_clock"."room_type" in ('project', 'category', 'task')) NOT VALID;--> statement-breakpoint
ALTER TABLE "study_clock"
  DROP CONSTRAINT IF EXISTS "study_clock_room_check",
  ADD CONSTRAINT "study_clock_room_check" CHECK (("study_clock"."room_type" is null) = ("study_clock"."room_id" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "approval_step" VALIDATE CONSTRAINT "approval_step_flow_type_check";--> statement-breakpoint
ALTER TABLE "flow_instance" VALIDATE CONSTRAINT "flow_instance_flow_type_check";--> statement-breakpoint
ALTER TABLE "study_clock" VALIDATE CONSTRAINT "study_clock_room_type_check", VALIDATE CONSTRAINT "study_clock_room_check";
