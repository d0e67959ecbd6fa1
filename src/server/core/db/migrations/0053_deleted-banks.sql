-- no transaction
ALTER TABLE "question_bank" ADD COLUMN IF NOT EXISTS "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "community_setting" ADD COLUMN IF NOT EXISTS "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "community_setting" DROP CONSTRAINT IF EXISTS "community_setting_revision_check", ADD CONSTRAINT "community_setting_revision_check" CHECK ("community_setting"."revision" >= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "community_setting" VALIDATE CONSTRAINT "community_setting_revision_check";--> statement-breakpoint
ALTER TABLE "label" ADD COLUMN IF NOT EXISTS "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "label" ADD COLUMN IF NOT EXISTS "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "label" DROP CONSTRAINT IF EXISTS "label_revision_check", ADD CONSTRAINT "label_revision_check" CHECK ("label"."revision" >= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "label" VALIDATE CONSTRAINT "label_revision_check";--> statement-breakpoint
ALTER TABLE "label" DROP CONSTRAINT IF EXISTS "label_deleted_check", ADD CONSTRAINT "label_deleted_check" CHECK ("label"."deleted_at" is null or not "label"."published") NOT VALID;--> statement-breakpoint
ALTER TABLE "label" VALIDATE CONSTRAINT "label_deleted_check";--> statement-breakpoint
ALTER TABLE "login_setting" ADD COLUMN IF NOT EXISTS "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "login_setting" DROP CONSTRAINT IF EXISTS "login_setting_revision_check", ADD CONSTRAINT "login_setting_revision_check" CHECK ("login_setting"."revision" >= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "login_setting" VALIDATE CONSTRAINT "login_setting_revision_check";
