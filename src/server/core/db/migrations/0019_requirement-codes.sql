-- no transaction
ALTER TABLE "requirement" ADD COLUMN IF NOT EXISTS "code" text;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "requirement_code";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "requirement_code" ON "requirement" USING btree ("enterprise_id","code") WHERE code is not null;
