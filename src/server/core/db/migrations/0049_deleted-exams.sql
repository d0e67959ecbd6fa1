-- no transaction
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_deleted_check", ADD CONSTRAINT "exam_deleted_check" CHECK ("exam"."deleted_at" is null or not "exam"."published" and not "exam"."practice") NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_deleted_check";--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN IF NOT EXISTS "deleted_at" timestamp (3) with time zone;
