-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "question_newest";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "question_newest" ON "question" USING btree ("enterprise_id","bank_id","gmt_modified" DESC,"code","id");
