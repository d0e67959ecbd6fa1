-- no transaction
ALTER TABLE "course" ADD COLUMN IF NOT EXISTS "items_in_order" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN IF NOT EXISTS "certificate_id" uuid;--> statement-breakpoint
ALTER TABLE "course_resource" ADD COLUMN IF NOT EXISTS "link_url" text;--> statement-breakpoint
ALTER TABLE "course_resource" ADD COLUMN IF NOT EXISTS "release_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "course_resource" ADD COLUMN IF NOT EXISTS "release_days" integer;--> statement-breakpoint
ALTER TABLE "content_item" ADD COLUMN IF NOT EXISTS "plan_restudy" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "content_version" ADD COLUMN IF NOT EXISTS "restudy" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN IF NOT EXISTS "titles" jsonb;--> statement-breakpoint
ALTER TABLE "user_certificate" ADD COLUMN IF NOT EXISTS "titles" jsonb;--> statement-breakpoint
ALTER TABLE "course_progress" ADD COLUMN IF NOT EXISTS "restudy_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "course" DROP CONSTRAINT IF EXISTS "course_certificate_fk";--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_certificate_fk" FOREIGN KEY ("enterprise_id","certificate_id") REFERENCES "public"."certificate"("enterprise_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- Every value is null until now, so that nothing is looked up.
ALTER TABLE "course" VALIDATE CONSTRAINT "course_certificate_fk";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "content_version_restudy";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "content_version_restudy" ON "content_version" USING btree ("enterprise_id","item_id","gmt_create") WHERE "content_version"."restudy";--> statement-breakpoint
ALTER TABLE "course_resource" DROP CONSTRAINT IF EXISTS "course_resource_link_check";--> statement-breakpoint
ALTER TABLE "course_resource" ADD CONSTRAINT "course_resource_link_check" CHECK (("course_resource"."link_url" is not null) = ("course_resource"."resource_type" is not distinct from 7)) NOT VALID;--> statement-breakpoint
ALTER TABLE "course_resource" VALIDATE CONSTRAINT "course_resource_link_check";--> statement-breakpoint
ALTER TABLE "course_resource" DROP CONSTRAINT IF EXISTS "course_resource_link_url_check";--> statement-breakpoint
ALTER TABLE "course_resource" ADD CONSTRAINT "course_resource_link_url_check" CHECK ("course_resource"."link_url" ~ '^https://') NOT VALID;--> statement-breakpoint
ALTER TABLE "course_resource" VALIDATE CONSTRAINT "course_resource_link_url_check";--> statement-breakpoint
ALTER TABLE "course_resource" DROP CONSTRAINT IF EXISTS "course_resource_release_days_check";--> statement-breakpoint
ALTER TABLE "course_resource" ADD CONSTRAINT "course_resource_release_days_check" CHECK ("course_resource"."release_days" >= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "course_resource" VALIDATE CONSTRAINT "course_resource_release_days_check";--> statement-breakpoint
ALTER TABLE "course_resource" DROP CONSTRAINT IF EXISTS "course_resource_resource_type_check";--> statement-breakpoint
ALTER TABLE "course_resource" ADD CONSTRAINT "course_resource_resource_type_check" CHECK ("course_resource"."resource_type" between 2 and 7) NOT VALID;--> statement-breakpoint
ALTER TABLE "course_resource" VALIDATE CONSTRAINT "course_resource_resource_type_check";
