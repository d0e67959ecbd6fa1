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
