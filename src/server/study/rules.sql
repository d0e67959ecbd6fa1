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

-- Members who have published tasks by their rules and names.
-- which: only these tasks; people: only these members; null: all.
create or replace function portal.task_audience(tenant uuid, which uuid[], people uuid[]) returns table(task_id uuid, user_id uuid)
language sql stable
-- After an import PostgreSQL does not know yet how many members there are, and would read all of them for each department.
set enable_nestloop to off
as $$
  select f.task_id, f.user_id
  from (
    select r.task_id, u.user_id, r.excluded
    from study_task_rule r
    join department o on o.enterprise_id = tenant and o.id = r.department_id and o.closed_at is null
    join department d on d.enterprise_id = tenant and (d.id = o.id or r.with_below and starts_with(d.path, o.path || '/'))
    join enterprise_user u on u.enterprise_id = tenant and u.department_id = d.id
    where r.enterprise_id = tenant and (which is null or r.task_id = any (which)) and (people is null or u.user_id = any (people))
      and (r.position_id is null or u.position_id = r.position_id)
      and (r.joined_since is null or portal.joined_on(u) >= r.joined_since)
    union all
    select r.task_id, u.user_id, r.excluded
    from study_task_rule r
    join enterprise_user u on u.enterprise_id = tenant
    where r.enterprise_id = tenant and r.department_id is null
      and (which is null or r.task_id = any (which)) and (people is null or u.user_id = any (people))
      and (r.position_id is null or u.position_id = r.position_id)
      and (r.joined_since is null or portal.joined_on(u) >= r.joined_since)
    union all
    select p.task_id, p.user_id, p.excluded
    from study_task_person p
    where p.enterprise_id = tenant and (which is null or p.task_id = any (which)) and (people is null or p.user_id = any (people))
  ) f
  join enterprise_user u on u.enterprise_id = tenant and u.user_id = f.user_id and u.status = 'active' and u.user_type <> 3
  group by f.task_id, f.user_id
  having not bool_or(f.excluded)
$$;

-- Rules of tasks follow departments that are merged.
create or replace function portal.follow_department_of_task() returns trigger
language plpgsql
as $$
begin
  update public.study_task_rule set department_id = new.merged_into where enterprise_id = new.enterprise_id and department_id = new.id;
  return null;
end $$;
create or replace trigger follow_department_of_task after update of merged_into on public.department
for each row when (new.merged_into is not null and old.merged_into is null) execute function portal.follow_department_of_task();
