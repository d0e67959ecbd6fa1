-- no transaction
ALTER TABLE "category" ADD COLUMN IF NOT EXISTS "deleted_at" timestamp (3) with time zone, ADD COLUMN IF NOT EXISTS "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "training_room" ADD COLUMN IF NOT EXISTS "deleted_at" timestamp (3) with time zone, ADD COLUMN IF NOT EXISTS "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "category" DROP CONSTRAINT IF EXISTS "category_deleted_check", ADD CONSTRAINT "category_deleted_check" CHECK ("category"."deleted_at" is null or not "category"."published") NOT VALID;--> statement-breakpoint
ALTER TABLE "category" VALIDATE CONSTRAINT "category_deleted_check";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "training_room_name";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "training_room_name" ON "training_room" USING btree ("enterprise_id","name","address") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "training_room" DROP CONSTRAINT IF EXISTS "training_room_enterprise_id_name_address_unique";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "training_session_room_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "training_session_room_idx" ON "training_session" USING btree ("enterprise_id","room_id") WHERE "training_session"."room_id" is not null;
