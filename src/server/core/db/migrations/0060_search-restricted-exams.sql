-- The index knows which exams are only for some members: an exam whose audience changes is indexed again.
DROP TRIGGER "mark_change_for_search" ON "exam";--> statement-breakpoint
CREATE TRIGGER "mark_change_for_search" AFTER UPDATE OF title, intro, published, audience ON "exam" FOR EACH ROW WHEN (old.* is distinct from new.*) EXECUTE FUNCTION "portal"."mark_row_for_search"('exam');--> statement-breakpoint
-- All exams get the new terms. By tenant, so that row level security need not be switched off, which would lock the tables.
DO $$ declare tenant uuid; begin
  for tenant in select id from portal.enterprise loop
    perform set_config('app.enterprise_id', tenant::text, true);
    insert into search_dirty (enterprise_id, subject_type, subject_id)
      select enterprise_id, subject_type, subject_id from search_document
      where enterprise_id = tenant and subject_type = 'exam' on conflict do nothing;
  end loop;
  perform set_config('app.enterprise_id', '', true);
end $$;
