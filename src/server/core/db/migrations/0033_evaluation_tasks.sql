-- no transaction
ALTER TABLE "study_task_item" ADD COLUMN IF NOT EXISTS "evaluation_form_id" uuid;--> statement-breakpoint
ALTER TABLE "study_task_item" DROP CONSTRAINT IF EXISTS "study_task_item_subject_check";--> statement-breakpoint
ALTER TABLE "study_task_item" ADD CONSTRAINT "study_task_item_subject_check" CHECK (num_nonnulls("study_task_item"."course_id", "study_task_item"."exam_id", "study_task_item"."evaluation_form_id") = 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "study_task_item" VALIDATE CONSTRAINT "study_task_item_subject_check";--> statement-breakpoint
ALTER TABLE "study_task_item" DROP CONSTRAINT IF EXISTS "study_task_item_enterprise_id_evaluation_form_id_evaluation_form_enterprise_id_id_fk";--> statement-breakpoint
ALTER TABLE "study_task_item" ADD CONSTRAINT "study_task_item_enterprise_id_evaluation_form_id_evaluation_form_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","evaluation_form_id") REFERENCES "public"."evaluation_form"("enterprise_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- No row refers to a form yet, so there is nothing that forced row level security could hide.
ALTER TABLE "study_task_item" VALIDATE CONSTRAINT "study_task_item_enterprise_id_evaluation_form_id_evaluation_form_enterprise_id_id_fk";--> statement-breakpoint
DROP INDEX IF EXISTS "study_task_item_enterprise_id_evaluation_form_id_index";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "study_task_item_enterprise_id_evaluation_form_id_index" ON "study_task_item" USING btree ("enterprise_id","evaluation_form_id");--> statement-breakpoint
ALTER TABLE "study_task_item" DROP CONSTRAINT IF EXISTS "study_task_item_subject_unique";--> statement-breakpoint
DROP INDEX IF EXISTS "study_task_item_subject_unique";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "study_task_item_subject_unique" ON "study_task_item" ("enterprise_id","task_id","course_id","exam_id","evaluation_form_id") NULLS NOT DISTINCT;--> statement-breakpoint
ALTER TABLE "study_task_item" ADD CONSTRAINT "study_task_item_subject_unique" UNIQUE USING INDEX "study_task_item_subject_unique";--> statement-breakpoint
ALTER TABLE "study_task_item" DROP CONSTRAINT IF EXISTS "study_task_item_enterprise_id_task_id_course_id_exam_id_unique";
