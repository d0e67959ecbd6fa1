-- A course that becomes a live course is indexed again.
DROP TRIGGER "mark_change_for_search" ON "course";--> statement-breakpoint
CREATE TRIGGER "mark_change_for_search" AFTER UPDATE OF title, summary, description, category_id, lecturer_id, course_type, status, published_at ON "course" FOR EACH ROW WHEN (old.* is distinct from new.*) EXECUTE FUNCTION "portal"."mark_row_for_search"('course');--> statement-breakpoint
-- Documents have new terms: all are indexed again. By tenant, so that row level security need not be switched off, which would
-- lock the tables.
DO $$ declare tenant uuid; begin
  for tenant in select id from portal.enterprise loop
    perform set_config('app.enterprise_id', tenant::text, true);
    insert into search_dirty (enterprise_id, subject_type, subject_id)
      select enterprise_id, subject_type, subject_id from search_document where enterprise_id = tenant
      on conflict do nothing;
  end loop;
  perform set_config('app.enterprise_id', '', true);
end $$;
