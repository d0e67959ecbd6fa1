-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "announcement_pictures";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "announcement_pictures" ON "announcement" USING btree ("enterprise_id","id") WHERE body like '%/media/%';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_pictures";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "course_pictures" ON "course" USING btree ("enterprise_id","id") WHERE description like '%/media/%';
