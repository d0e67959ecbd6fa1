-- Who has which items by published tasks (learning tasks, exam tasks, …).
create or replace function portal.assigned_items(tenant uuid) returns table(user_id uuid, task_id uuid, exam_id uuid, course_id uuid)
language sql stable
as $$
  select u.user_id, i.task_id, i.exam_id, i.course_id
  from study_task_user u
  join study_task k on k.enterprise_id = tenant and k.id = u.task_id and k.published
  join study_task_item i on i.enterprise_id = tenant and i.task_id = u.task_id
  where u.enterprise_id = tenant
$$;

-- The departments of a task follow those that are renamed, moved or merged.
create or replace function portal.follow_department_of_task() returns trigger
language plpgsql
as $$
declare path text := new.path;
begin
  if new.merged_into is not null then
    select d.path into path from public.department d where d.enterprise_id = new.enterprise_id and d.id = new.merged_into;
  end if;
  if path = old.path then return null; end if;
  insert into public.study_task_target (enterprise_id, task_id, department)
  select t.enterprise_id, t.task_id, path from public.study_task_target t where t.enterprise_id = new.enterprise_id and t.department = old.path
  on conflict do nothing;
  delete from public.study_task_target t where t.enterprise_id = new.enterprise_id and t.department = old.path;
  return null;
end $$;
create or replace trigger follow_department_of_task after update of path, merged_into on public.department
for each row execute function portal.follow_department_of_task();
