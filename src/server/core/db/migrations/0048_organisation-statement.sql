-- no transaction
ALTER TABLE "annual_statement" ADD COLUMN IF NOT EXISTS "organisation_id" uuid;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "annual_statement_organisation";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "annual_statement_organisation" ON "annual_statement" USING btree ("enterprise_id","organisation_id","issued_at","id") WHERE "annual_statement"."organisation_id" is not null;--> statement-breakpoint
ALTER TABLE "annual_statement" DROP CONSTRAINT IF EXISTS "annual_statement_organisation_id_member_fk";--> statement-breakpoint
-- Every value is null until now, so that nothing is looked up.
ALTER TABLE "annual_statement" ADD CONSTRAINT "annual_statement_organisation_id_member_fk" FOREIGN KEY ("enterprise_id","organisation_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "annual_statement" VALIDATE CONSTRAINT "annual_statement_organisation_id_member_fk";--> statement-breakpoint
ALTER TABLE "annual_statement" DROP CONSTRAINT IF EXISTS "annual_statement_organisation_check";--> statement-breakpoint
ALTER TABLE "annual_statement" ADD CONSTRAINT "annual_statement_organisation_check" CHECK ("annual_statement"."organisation_id" is null or ("annual_statement"."user_id" is null and "annual_statement"."department" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "annual_statement" VALIDATE CONSTRAINT "annual_statement_organisation_check";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notice_delivery_group";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notice_delivery_group" ON "notice_delivery" USING btree ("enterprise_id","group_name","gmt_create");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notice_delivery_channel";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notice_delivery_channel" ON "notice_delivery" USING btree ("enterprise_id","channel","gmt_create");
