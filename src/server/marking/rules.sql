-- Answers that need marks, when an attempt is closed: the marking queue reads them instead of papers.
create or replace function portal.queue_short_answers() returns trigger
language plpgsql
as $$
begin
  insert into public.marking_answer (enterprise_id, attempt_id, question_id, exam_id, submitted_at, needed)
  select new.enterprise_id, new.id, (q ->> 'questionId')::uuid, new.exam_id, new.submitted_at,
         (select e.markers from public.exam e where e.enterprise_id = new.enterprise_id and e.id = new.exam_id)
  from jsonb_array_elements(new.paper) q
  where q ->> 'type' = 'short' and not coalesce(new.marks, '{}') ? (q ->> 'questionId')
  on conflict do nothing;
  return null;
end $$;
create or replace trigger queue_short_answers after update of status on public.exam_attempt
for each row when (((old.status = 'open'::text) and (new.status = 'submitted'::text) and (new.unmarked_count > 0))) execute function portal.queue_short_answers();
create or replace trigger queue_short_answers_new after insert on public.exam_attempt
for each row when (((new.status = 'submitted'::text) and (new.unmarked_count > 0))) execute function portal.queue_short_answers();

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
