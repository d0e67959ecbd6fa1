-- no transaction
CREATE TABLE IF NOT EXISTS "certificate_picture" (
	"enterprise_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"file_size" integer NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "certificate_picture_enterprise_id_file_id_pk" PRIMARY KEY("enterprise_id","file_id"),
	CONSTRAINT "certificate_picture_file_size_check" CHECK ("certificate_picture"."file_size" >= 1)
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "certificate_template" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text,
	"name" text NOT NULL,
	"draft" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "certificate_template_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "certificate_template_code_unique" UNIQUE("enterprise_id","code"),
	CONSTRAINT "certificate_template_revision_check" CHECK ("certificate_template"."revision" >= 1)
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "certificate_template_picture" (
	"enterprise_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "certificate_template_picture_pk" PRIMARY KEY("enterprise_id","template_id","file_id")
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "certificate_template_version" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"template_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"layout" jsonb NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "certificate_template_version_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "certificate_template_version_unique" UNIQUE("enterprise_id","template_id","version"),
	CONSTRAINT "certificate_template_version_version_check" CHECK ("certificate_template_version"."version" >= 1)
);--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN IF NOT EXISTS "template_id" uuid;--> statement-breakpoint
ALTER TABLE "user_certificate" ADD COLUMN IF NOT EXISTS "template_version_id" uuid;--> statement-breakpoint
ALTER TABLE "certificate_picture" DROP CONSTRAINT IF EXISTS "certificate_picture_file_fk";--> statement-breakpoint
ALTER TABLE "certificate_picture" ADD CONSTRAINT "certificate_picture_file_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_template_picture" DROP CONSTRAINT IF EXISTS "certificate_template_picture_template_fk";--> statement-breakpoint
ALTER TABLE "certificate_template_picture" ADD CONSTRAINT "certificate_template_picture_template_fk" FOREIGN KEY ("enterprise_id","template_id") REFERENCES "public"."certificate_template"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_template_picture" DROP CONSTRAINT IF EXISTS "certificate_template_picture_file_fk";--> statement-breakpoint
ALTER TABLE "certificate_template_picture" ADD CONSTRAINT "certificate_template_picture_file_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."certificate_picture"("enterprise_id","file_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_template_version" DROP CONSTRAINT IF EXISTS "certificate_template_version_template_fk";--> statement-breakpoint
ALTER TABLE "certificate_template_version" ADD CONSTRAINT "certificate_template_version_template_fk" FOREIGN KEY ("enterprise_id","template_id") REFERENCES "public"."certificate_template"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "certificate_template_picture_file" ON "certificate_template_picture" USING btree ("enterprise_id","file_id");--> statement-breakpoint
ALTER TABLE "certificate" DROP CONSTRAINT IF EXISTS "certificate_template_fk";--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_template_fk" FOREIGN KEY ("enterprise_id","template_id") REFERENCES "public"."certificate_template"("enterprise_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- Every value is null until now, so that nothing is looked up.
ALTER TABLE "certificate" VALIDATE CONSTRAINT "certificate_template_fk";--> statement-breakpoint
ALTER TABLE "user_certificate" DROP CONSTRAINT IF EXISTS "user_certificate_template_version_fk";--> statement-breakpoint
ALTER TABLE "user_certificate" ADD CONSTRAINT "user_certificate_template_version_fk" FOREIGN KEY ("enterprise_id","template_version_id") REFERENCES "public"."certificate_template_version"("enterprise_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- Every value is null until now, so that nothing is looked up.
ALTER TABLE "user_certificate" VALIDATE CONSTRAINT "user_certificate_template_version_fk";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "certificate_template_of_kind";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "certificate_template_of_kind" ON "certificate" USING btree ("enterprise_id","template_id") WHERE "certificate"."template_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "user_certificate_template_version";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "user_certificate_template_version" ON "user_certificate" USING btree ("enterprise_id","template_version_id") WHERE "user_certificate"."template_version_id" is not null;
