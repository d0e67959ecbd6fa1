-- no transaction
CREATE TABLE IF NOT EXISTS "annual_statement" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"statement_no" text NOT NULL,
	"year" integer NOT NULL,
	"user_id" uuid,
	"department" text,
	"user_name" text,
	"enterprise_name" text NOT NULL,
	"people" uuid[],
	"content" jsonb NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "annual_statement_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "annual_statement_number" UNIQUE("enterprise_id","statement_no"),
	CONSTRAINT "annual_statement_year_check" CHECK ("annual_statement"."year" >= 1),
	CONSTRAINT "annual_statement_person_check" CHECK (("annual_statement"."user_id" is null) = ("annual_statement"."user_name" is null)),
	CONSTRAINT "annual_statement_people_check" CHECK (("annual_statement"."user_id" is null) = ("annual_statement"."people" is not null))
);--> statement-breakpoint
ALTER TABLE "annual_statement" DROP CONSTRAINT IF EXISTS "annual_statement_user_id_member_fk";--> statement-breakpoint
ALTER TABLE "annual_statement" ADD CONSTRAINT "annual_statement_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "annual_statement_person" ON "annual_statement" USING btree ("enterprise_id","user_id","issued_at","id");