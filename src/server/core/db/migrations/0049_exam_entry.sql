ALTER TABLE "exam_attempt" ADD COLUMN "waits_until" timestamp (3) with time zone;--> statement-breakpoint
-- What papers are drawn from is cached by every process (server/exam/paper-parts.ts); whoever changes it tells them.
CREATE OR REPLACE FUNCTION "portal"."announce_papers"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('zhixing_changes',
    json_build_object('enterpriseId', coalesce(current_setting('app.enterprise_id', true), ''), 'tags', json_build_array('papers'))::text);
  return null;
end $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "announce_papers" AFTER INSERT OR UPDATE OR DELETE ON "exam_section" FOR EACH STATEMENT EXECUTE FUNCTION "portal"."announce_papers"();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "announce_papers" AFTER INSERT OR UPDATE OR DELETE ON "exam_question" FOR EACH STATEMENT EXECUTE FUNCTION "portal"."announce_papers"();
--> statement-breakpoint
-- Not for "drawn", which the drawing itself sets.
CREATE OR REPLACE TRIGGER "announce_papers" AFTER INSERT OR DELETE OR UPDATE OF "bank_id", "code", "type", "difficulty", "topic", "tags", "version", "published" ON "question" FOR EACH STATEMENT EXECUTE FUNCTION "portal"."announce_papers"();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "announce_papers" AFTER INSERT OR UPDATE OR DELETE ON "question_version" FOR EACH STATEMENT EXECUTE FUNCTION "portal"."announce_papers"();
