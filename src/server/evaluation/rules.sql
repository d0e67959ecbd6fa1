-- Makes an assessment of the item of a task by a rubric. Its superiors are the heads of the departments.
create or replace function portal.assessment_by_rubric(tenant uuid, given uuid) returns uuid
language sql
set search_path to 'pg_catalog', 'pg_temp'
as $$
  insert into public.evaluation_form (enterprise_id, code, kind, title, rubric_id)
  select r.enterprise_id, 'portal-' || gen_random_uuid(), 'assessment', r.title, r.id
  from public.rubric r where r.enterprise_id = tenant and r.id = given
  returning id
$$;
