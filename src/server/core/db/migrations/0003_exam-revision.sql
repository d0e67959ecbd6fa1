-- no transaction
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_revision_check";--> statement-breakpoint
ALTER TABLE "exam" ADD CONSTRAINT "exam_revision_check" CHECK ("exam"."revision" >= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_revision_check";
