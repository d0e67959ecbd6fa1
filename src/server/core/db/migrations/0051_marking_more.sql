-- no transaction
-- Every statement may run again (docs/contributing.md).
CREATE TABLE IF NOT EXISTS "exam_marker" (
	"enterprise_id" uuid NOT NULL,
	"exam_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "exam_marker_enterprise_id_exam_id_user_id_pk" PRIMARY KEY("enterprise_id","exam_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "marker_group" text DEFAULT 'lecturers' NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "appeal_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_marker" DROP CONSTRAINT IF EXISTS "exam_marker_enterprise_id_exam_id_exam_enterprise_id_id_fk", ADD CONSTRAINT "exam_marker_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_marker" DROP CONSTRAINT IF EXISTS "exam_marker_user_id_member_fk", ADD CONSTRAINT "exam_marker_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_switch_appeal_waiting";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_switch_appeal_waiting" ON "exam_switch_appeal" USING btree ("enterprise_id","at","attempt_id") WHERE decision is null;--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_marker_group_check", ADD CONSTRAINT "exam_marker_group_check" CHECK ("exam"."marker_group" in ('lecturers', 'course', 'named')) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_marker_group_check";--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_marker_group_course_check", ADD CONSTRAINT "exam_marker_group_course_check" CHECK ("exam"."marker_group" <> 'course' or "exam"."course_id" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_marker_group_course_check";--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_appeal_days_check", ADD CONSTRAINT "exam_appeal_days_check" CHECK ("exam"."appeal_days" between 0 and 3650) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_appeal_days_check";
