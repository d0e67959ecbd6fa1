-- no transaction
ALTER TABLE "portal"."user_account" ADD COLUMN IF NOT EXISTS "email" text;--> statement-breakpoint
ALTER TABLE "digest_preference"
  ADD COLUMN IF NOT EXISTS "by_email" boolean DEFAULT false NOT NULL,
  ADD COLUMN IF NOT EXISTS "locale" text DEFAULT 'zh' NOT NULL,
  ADD COLUMN IF NOT EXISTS "origin" text;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "portal"."user_account_email";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "user_account_email" ON "portal"."user_account" USING btree ("email");--> statement-breakpoint
ALTER TABLE "portal"."user_account"
  DROP CONSTRAINT IF EXISTS "user_account_email_check",
  ADD CONSTRAINT "user_account_email_check" CHECK ("portal"."user_account"."email" ~ '^[^[:space:][:upper:]]+@[^[:space:][:upper:]]+$') NOT VALID;--> statement-breakpoint
ALTER TABLE "portal"."user_account" VALIDATE CONSTRAINT "user_account_email_check";--> statement-breakpoint
ALTER TABLE "digest_preference"
  DROP CONSTRAINT IF EXISTS "digest_preference_locale_check",
  ADD CONSTRAINT "digest_preference_locale_check" CHECK ("digest_preference"."locale" in ('zh', 'en')) NOT VALID;--> statement-breakpoint
ALTER TABLE "digest_preference" VALIDATE CONSTRAINT "digest_preference_locale_check";--> statement-breakpoint
ALTER TABLE "portal"."verification_code"
  DROP CONSTRAINT IF EXISTS "verification_code_purpose_check",
  ADD CONSTRAINT "verification_code_purpose_check" CHECK ("portal"."verification_code"."purpose" in ('login', 'reset', 'phone', 'email', 'confirm')) NOT VALID;--> statement-breakpoint
ALTER TABLE "portal"."verification_code" VALIDATE CONSTRAINT "verification_code_purpose_check";
