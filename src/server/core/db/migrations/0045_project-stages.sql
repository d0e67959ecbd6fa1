-- no transaction
CREATE TABLE IF NOT EXISTS "project_stage" (
	"enterprise_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"name" jsonb NOT NULL,
	"start_at" timestamp (3) with time zone,
	"end_at" timestamp (3) with time zone,
	"opens" text DEFAULT 'always' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "project_stage_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "project_stage_enterprise_id_project_id_project_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","project_id") REFERENCES "public"."project"("enterprise_id","id") ON DELETE no action ON UPDATE no action,
	CONSTRAINT "project_stage_opens_check" CHECK ("project_stage"."opens" in ('always', 'previous', 'date')),
	CONSTRAINT "project_stage_date_check" CHECK ("project_stage"."opens" <> 'date' or "project_stage"."start_at" is not null),
	CONSTRAINT "project_stage_period_check" CHECK ("project_stage"."end_at" > "project_stage"."start_at")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "project_exam" (
	"enterprise_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"exam_id" uuid NOT NULL,
	"required" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"stage_id" uuid,
	CONSTRAINT "project_exam_enterprise_id_project_id_exam_id_pk" PRIMARY KEY("enterprise_id","project_id","exam_id"),
	CONSTRAINT "project_exam_enterprise_id_project_id_project_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","project_id") REFERENCES "public"."project"("enterprise_id","id") ON DELETE no action ON UPDATE no action,
	CONSTRAINT "project_exam_stage_fk" FOREIGN KEY ("enterprise_id","stage_id") REFERENCES "public"."project_stage"("enterprise_id","id") ON DELETE no action ON UPDATE no action
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "project_stage_enterprise_id_project_id_index" ON "project_stage" USING btree ("enterprise_id","project_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "project_exam_enterprise_id_exam_id_index" ON "project_exam" USING btree ("enterprise_id","exam_id");--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN IF NOT EXISTS "start_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN IF NOT EXISTS "end_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "project_course" ADD COLUMN IF NOT EXISTS "stage_id" uuid;--> statement-breakpoint
ALTER TABLE "project_course" DROP CONSTRAINT IF EXISTS "project_course_stage_fk";--> statement-breakpoint
-- Every value is null until now, so that nothing is looked up.
ALTER TABLE "project_course" ADD CONSTRAINT "project_course_stage_fk" FOREIGN KEY ("enterprise_id","stage_id") REFERENCES "public"."project_stage"("enterprise_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "project_course" VALIDATE CONSTRAINT "project_course_stage_fk";--> statement-breakpoint
ALTER TABLE "project" DROP CONSTRAINT IF EXISTS "project_period_check";--> statement-breakpoint
ALTER TABLE "project" ADD CONSTRAINT "project_period_check" CHECK ("project"."end_at" > "project"."start_at") NOT VALID;--> statement-breakpoint
ALTER TABLE "project" VALIDATE CONSTRAINT "project_period_check";--> statement-breakpoint
ALTER TABLE "portal"."enterprise" ADD COLUMN IF NOT EXISTS "languages" text;--> statement-breakpoint
ALTER TABLE "portal"."enterprise" ADD COLUMN IF NOT EXISTS "mobile_site" text;--> statement-breakpoint
ALTER TABLE "website" ADD COLUMN IF NOT EXISTS "languages" text;--> statement-breakpoint
ALTER TABLE "website" ADD COLUMN IF NOT EXISTS "mobile_site" text;--> statement-breakpoint
ALTER TABLE "website" DROP CONSTRAINT IF EXISTS "website_languages_check";--> statement-breakpoint
ALTER TABLE "website" ADD CONSTRAINT "website_languages_check" CHECK ("website"."languages" in ('zh', 'en', 'zh,en', 'en,zh')) NOT VALID;--> statement-breakpoint
ALTER TABLE "website" VALIDATE CONSTRAINT "website_languages_check";--> statement-breakpoint
ALTER TABLE "website" DROP CONSTRAINT IF EXISTS "website_mobile_site_check";--> statement-breakpoint
ALTER TABLE "website" ADD CONSTRAINT "website_mobile_site_check" CHECK ("website"."mobile_site" ~ '^(none|https://.+)$') NOT VALID;--> statement-breakpoint
ALTER TABLE "website" VALIDATE CONSTRAINT "website_mobile_site_check";
