-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "course_cover";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "course_cover" ON "course" USING btree ("enterprise_id","cover_file_id") WHERE cover_file_id is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "content_item_drafts";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "content_item_drafts" ON "content_item" USING btree ("enterprise_id","kind","id") WHERE draft is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "media_file_listed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "media_file_listed" ON "media_file" USING btree ("enterprise_id","gmt_create","file_id") WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "media_file_sizes";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "media_file_sizes" ON "media_file" USING btree ("enterprise_id","bytes" DESC NULLS LAST,"gmt_create" DESC NULLS FIRST,"file_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "media_file_names";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "media_file_names" ON "media_file" USING btree ("enterprise_id","name","gmt_create" DESC NULLS FIRST,"file_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "media_file_of_folder";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "media_file_of_folder" ON "media_file" USING btree ("enterprise_id","folder_id","deleted_at","gmt_create","file_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "media_file_latest";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "media_file_folder";
