-- no transaction
ALTER TABLE "question" ADD COLUMN IF NOT EXISTS "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "question" DROP CONSTRAINT IF EXISTS "question_deleted_check", ADD CONSTRAINT "question_deleted_check" CHECK ("question"."deleted_at" is null or not "question"."published") NOT VALID;--> statement-breakpoint
ALTER TABLE "question" VALIDATE CONSTRAINT "question_deleted_check";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "question_code";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "question_code" ON "question" USING btree ("enterprise_id","bank_id","code") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "question" DROP CONSTRAINT IF EXISTS "question_enterprise_id_bank_id_code_unique";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "question_deleted";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "question_deleted" ON "question" USING btree ("enterprise_id","deleted_at") WHERE deleted_at is not null;
