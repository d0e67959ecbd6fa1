-- The open department with a path (decision 088), which is created with those above it if it is missing. Null for an empty path.
create or replace function portal.department_of_path(enterprise uuid, given text) returns uuid
language plpgsql
set search_path to 'pg_catalog', 'pg_temp'
as $$
declare
  names text[];
  found uuid;
  above uuid;
begin
  if coalesce(given, '') = '' then return null; end if;
  select d.id into found from public.department d where d.enterprise_id = enterprise and d.path = given and d.closed_at is null;
  if found is not null then return found; end if;
  names := string_to_array(given, '/');
  above := portal.department_of_path(enterprise, array_to_string(names[:cardinality(names) - 1], '/'));
  insert into public.department (enterprise_id, parent_id, name, path) values (enterprise, above, names[cardinality(names)], given)
  on conflict (enterprise_id, path) where closed_at is null do nothing returning id into found;
  if found is null then
    -- Another transaction has created it meanwhile.
    select d.id into found from public.department d where d.enterprise_id = enterprise and d.path = given and d.closed_at is null;
  end if;
  return found;
end $$;

-- The open position with a name, which is created if it is missing. Null for an empty name.
create or replace function portal.position_of_name(enterprise uuid, given text) returns uuid
language plpgsql
set search_path to 'pg_catalog', 'pg_temp'
as $$
declare found uuid;
begin
  if coalesce(given, '') = '' then return null; end if;
  select p.id into found from public.position p where p.enterprise_id = enterprise and p.name = given and p.closed_at is null;
  if found is not null then return found; end if;
  insert into public.position (enterprise_id, name) values (enterprise, given)
  on conflict (enterprise_id, name) where closed_at is null do nothing returning id into found;
  if found is null then
    select p.id into found from public.position p where p.enterprise_id = enterprise and p.name = given and p.closed_at is null;
  end if;
  return found;
end $$;

-- Sets the paths of a department and those below it after a change of its name or parent.
create or replace function portal.set_department_paths(enterprise uuid, root uuid) returns void
language sql
set search_path to 'pg_catalog', 'pg_temp'
as $$
  with recursive below (id, path) as (
    select d.id, case when p.id is null then d.name else p.path || '/' || d.name end
    from public.department d left join public.department p on p.enterprise_id = d.enterprise_id and p.id = d.parent_id
    where d.enterprise_id = enterprise and d.id = root
    union all
    select d.id, b.path || '/' || d.name
    from below b join public.department d on d.enterprise_id = enterprise and d.parent_id = b.id and d.closed_at is null
  )
  update public.department d set path = b.path from below b
  where d.enterprise_id = enterprise and d.id = b.id and d.path <> b.path;
$$;
