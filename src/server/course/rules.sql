-- Restricted courses that a member sees: as one of their audience, by a task or an open requirement that names them, or as their lecturer.
-- The only place that says so. which: only this course; null: all. A null viewer sees none.
create or replace function portal.courses_for(tenant uuid, viewer uuid, which uuid) returns setof uuid
language sql stable
as $$
  with me as (
    select u.user_id, u.department_id, u.position_id, portal.joined_on(u) as joined_on, d.path
    from enterprise_user u
    left join department d on d.enterprise_id = tenant and d.id = u.department_id
    where u.enterprise_id = tenant and u.user_id = viewer and u.status = 'active' and u.user_type <> 3
  ), named as materialized (
    select r.course_id, r.excluded
    from me
    join course_rule r on r.enterprise_id = tenant and (which is null or r.course_id = which)
    left join department o on o.enterprise_id = tenant and o.id = r.department_id
    where (r.department_id is null
           or o.closed_at is null and (o.id = me.department_id or r.with_below and starts_with(me.path, o.path || '/')))
      and (r.position_id is null or r.position_id = me.position_id)
      and (r.joined_since is null or me.joined_on >= r.joined_since)
    union all
    select p.course_id, p.excluded
    from me
    join course_person p on p.enterprise_id = tenant and p.user_id = me.user_id and (which is null or p.course_id = which)
  )
  select n.course_id
  from named n
  group by n.course_id
  having not bool_or(n.excluded)
  union
  -- Who has begun goes on, unless an exclusion or an exception names them.
  select p.course_id
  from me
  join course_progress p on p.enterprise_id = tenant and p.user_id = me.user_id and (which is null or p.course_id = which)
  where not exists (select from named n where n.course_id = p.course_id and n.excluded)
  union
  select i.course_id from portal.assigned_items(tenant) i
  where i.user_id = viewer and i.course_id is not null and (which is null or i.course_id = which)
  union
  select s.course_id
  from requirement_assignment a
  join requirement_version v on v.enterprise_id = tenant and v.requirement_id = a.requirement_id
    and v.since <= now() and (v.until is null or v.until > now())
  join requirement_subject s on s.enterprise_id = tenant and s.requirement_id = a.requirement_id and s.version = v.number
  where a.enterprise_id = tenant and a.user_id = viewer and a.closed_at is null
    and s.course_id is not null and (which is null or s.course_id = which)
  union
  select c.id
  from lecturer l
  join course c on c.enterprise_id = tenant and c.lecturer_id = l.id and c.status = 'restricted'
  where l.enterprise_id = tenant and l.user_id = viewer and (which is null or c.id = which)
$$;

-- What a course is for a member: a restricted one is published for those who see it, and not published for others.
create or replace function portal.course_status(status text, tenant uuid, viewer uuid, course uuid) returns text
language sql stable
as $$
  select case
    when status <> 'restricted' then status
    when course in (select portal.courses_for(tenant, viewer, course)) then 'published'
    else 'unpublished'
  end
$$;

-- Rules of audiences follow departments that are merged.
create or replace function portal.follow_departments_of_courses() returns trigger
language plpgsql
as $$
begin
  update public.course_rule r set department_id = n.merged_into
  from new_rows n
  where r.enterprise_id = n.enterprise_id and r.department_id = n.id and n.merged_into is not null;
  return null;
end $$;
create or replace trigger follow_departments_of_courses after update on public.department
referencing new table as new_rows
for each statement execute function portal.follow_departments_of_courses();
