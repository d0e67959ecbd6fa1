-- no transaction
ALTER TABLE "course_resource" ADD COLUMN "activity" text;--> statement-breakpoint
ALTER TABLE "course_resource" ADD CONSTRAINT "course_resource_activity_check" CHECK ("course_resource"."activity" in ('questionnaire', 'training', 'evaluation', 'live')) NOT VALID;--> statement-breakpoint
ALTER TABLE "course_resource" VALIDATE CONSTRAINT "course_resource_activity_check";
