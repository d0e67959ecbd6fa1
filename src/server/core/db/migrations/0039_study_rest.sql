-- no transaction
-- The second or page of a resource that a question is about. Every statement may run again.
ALTER TABLE "post" ADD COLUMN IF NOT EXISTS "subject_place" jsonb;--> statement-breakpoint
ALTER TABLE "post_draft" ADD COLUMN IF NOT EXISTS "subject_place" jsonb;--> statement-breakpoint
ALTER TABLE "post" DROP CONSTRAINT IF EXISTS "post_subject_place_check", ADD CONSTRAINT "post_subject_place_check" CHECK ("post"."subject_place" is null or "post"."subject_type" is not distinct from 'resource') NOT VALID;--> statement-breakpoint
ALTER TABLE "post" VALIDATE CONSTRAINT "post_subject_place_check";--> statement-breakpoint
ALTER TABLE "post_draft" DROP CONSTRAINT IF EXISTS "post_draft_subject_place_check", ADD CONSTRAINT "post_draft_subject_place_check" CHECK ("post_draft"."subject_place" is null or "post_draft"."subject_type" is not distinct from 'resource') NOT VALID;--> statement-breakpoint
ALTER TABLE "post_draft" VALIDATE CONSTRAINT "post_draft_subject_place_check";
