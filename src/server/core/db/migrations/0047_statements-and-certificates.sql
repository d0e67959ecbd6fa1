-- no transaction
ALTER TABLE "annual_statement" ADD COLUMN IF NOT EXISTS "department_id" uuid;--> statement-breakpoint
ALTER TABLE "user_certificate" ADD COLUMN IF NOT EXISTS "class_hours" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "user_certificate" ADD COLUMN IF NOT EXISTS "credits" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "annual_statement" DROP CONSTRAINT IF EXISTS "annual_statement_department_fk";--> statement-breakpoint
ALTER TABLE "annual_statement" ADD CONSTRAINT "annual_statement_department_fk" FOREIGN KEY ("enterprise_id","department_id") REFERENCES "public"."department"("enterprise_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- Every value is null until now, so that nothing is looked up.
ALTER TABLE "annual_statement" VALIDATE CONSTRAINT "annual_statement_department_fk";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "annual_statement_department";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "annual_statement_department" ON "annual_statement" USING btree ("enterprise_id","year","department_id","issued_at","id") WHERE "annual_statement"."user_id" is null;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "annual_statement_change" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"statement_id" uuid NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "annual_statement_change_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);--> statement-breakpoint
ALTER TABLE "annual_statement_change" DROP CONSTRAINT IF EXISTS "annual_statement_change_statement_fk";--> statement-breakpoint
ALTER TABLE "annual_statement_change" ADD CONSTRAINT "annual_statement_change_statement_fk" FOREIGN KEY ("enterprise_id","statement_id") REFERENCES "public"."annual_statement"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "annual_statement_change_statement" ON "annual_statement_change" USING btree ("enterprise_id","statement_id");
