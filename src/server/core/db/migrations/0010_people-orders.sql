-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "enterprise_user_by_department";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enterprise_user_by_department" ON "enterprise_user" USING btree ("enterprise_id","department","user_name","user_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "enterprise_user_by_number";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enterprise_user_by_number" ON "enterprise_user" USING btree ("enterprise_id","employee_no","user_name","user_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "enterprise_user_by_joining";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enterprise_user_by_joining" ON "enterprise_user" USING btree ("enterprise_id","joined_on" DESC NULLS LAST,"user_name","user_id");
