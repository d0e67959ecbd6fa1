-- The number of markers of an exam applies to the answers that wait for their first mark, too.
create or replace function portal.follow_exam_markers() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp as $$
begin
  update public.marking_answer set needed = new.markers
  where enterprise_id = new.enterprise_id and exam_id = new.id and score is null and given = 0 and needed <> new.markers;
  return null;
end $$;
create or replace trigger follow_exam_markers after update of markers on public.exam
for each row when (old.markers is distinct from new.markers) execute function portal.follow_exam_markers();
