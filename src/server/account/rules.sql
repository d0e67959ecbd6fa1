-- The lookup of sessions in one statement: the function selects the tenant, for this statement only. Row level security applies,
-- because it runs as its caller. Planned once per connection (docs/decisions/074).
create or replace function portal.find_viewers(enterprise uuid, tokens bytea[], companions bytea[], max_seconds integer) returns table(n integer, user_id uuid, id uuid, enterprise_id uuid, way text, user_name text, user_type integer, is_admin boolean, sex integer, grants jsonb, preferences jsonb, factor text, stale boolean)
language plpgsql
set search_path to 'pg_catalog', 'pg_temp'
set plan_cache_mode to 'force_generic_plan'
as $$
begin
  perform set_config('app.enterprise_id', enterprise::text, true);
  return query
  select t.n::int, s.user_id, s.id, s.enterprise_id, s.way::text, u.user_name::text, u.user_type::int, u.is_admin, u.sex::int,
         -- Few have any: the function is called for those only.
         case when exists (select from public.role_grant r where r.enterprise_id = enterprise and r.user_id = s.user_id offset 0)
                or exists (select from public.department d where d.enterprise_id = enterprise and d.head_id = s.user_id offset 0)
              then portal.grants_of(s.enterprise_id, s.user_id) end,
         case when p.user_id is not null then jsonb_build_object('language', p.language, 'timeZone', p.time_zone, 'theme', p.theme,
           'textSize', p.text_size, 'reducedMotion', p.reduced_motion) end,
         s.factor::text,
         s.last_used_at < now() - interval '5 minutes'
  from unnest(tokens, companions) with ordinality as t (token, companion, n)
  -- A plan that does not know the values takes "not ended yet" for a rare thing, and would read all sessions by their end. With `offset 0`
  -- each row is found by its key, whatever the statistics say, and an `exists` does not read all rows of the tenant for a hash table.
  cross join lateral (select x.* from portal.user_session x
                      where x.token_hash = t.token and x.companion_hash = t.companion offset 0) s
  cross join lateral (select x.disabled_at from portal.user_account x where x.id = s.user_id offset 0) a
  left join lateral (select x.* from public.enterprise_user x
                     where x.enterprise_id = s.enterprise_id and x.user_id = s.user_id offset 0) u on u.status = 'active'
  left join lateral (select x.* from public.member_preference x
                     where x.enterprise_id = u.enterprise_id and x.user_id = u.user_id offset 0) p on true
  where a.disabled_at is null and s.ended_at is null and s.expires_at > now() and s.expires_at < now() + make_interval(secs => max_seconds)
    and (s.enterprise_id is null or s.enterprise_id = enterprise);
end $$;

-- The bundles of rights of a member with the departments where they are valid, and `head` for the departments that the member heads
-- (docs/specification.md, section "Roles"); null: none.
create or replace function portal.grants_of(enterprise uuid, member uuid) returns jsonb
language sql stable
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select jsonb_agg(jsonb_build_object('bundle', g.bundle, 'department', g.path)) from (
    select r.bundle, d.path from public.role_grant r
    left join public.department d on d.enterprise_id = r.enterprise_id and d.id = r.department_id
    where r.enterprise_id = enterprise and r.user_id = member
    union all
    select 'head', d.path from public.department d
    where d.enterprise_id = enterprise and d.head_id = member and d.closed_at is null) g
$$;

-- Keeps the path and the id of the department of a member equal, and name and id of the position, whichever of them is written
-- (decision 088); counts the changes of the row.
create or replace function portal.keep_member_place() returns trigger
language plpgsql
as $$
begin
  -- What the portal derives from the name is no change of the member.
  if tg_op = 'UPDATE' and new.pinyin_of is not distinct from old.pinyin_of then
    new.revision := old.revision + 1;
  end if;
  if new.department_id is not null and (tg_op = 'INSERT' or new.department_id is distinct from old.department_id) then
    new.department := (select d.path from public.department d where d.enterprise_id = new.enterprise_id and d.id = new.department_id);
  elsif tg_op = 'UPDATE' and new.department_id is distinct from old.department_id then
    new.department := null;
  elsif tg_op = 'INSERT' or new.department is distinct from old.department then
    new.department_id := portal.department_of_path(new.enterprise_id, new.department);
  end if;
  if new.position_id is not null and (tg_op = 'INSERT' or new.position_id is distinct from old.position_id) then
    new.post := (select p.name from public.position p where p.enterprise_id = new.enterprise_id and p.id = new.position_id);
  elsif tg_op = 'UPDATE' and new.position_id is distinct from old.position_id then
    new.post := null;
  elsif tg_op = 'INSERT' or new.post is distinct from old.post then
    new.position_id := portal.position_of_name(new.enterprise_id, new.post);
  end if;
  return new;
end $$;
create or replace trigger keep_member_place before insert or update on public.enterprise_user
for each row execute function portal.keep_member_place();

-- Notes since when a member belongs to a department and position, and is active.
create or replace function portal.keep_member_history() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' or (new.department_id, new.position_id, new.status) is distinct from (old.department_id, old.position_id, old.status) then
    insert into public.member_history (enterprise_id, user_id, since, department_id, position_id, active)
    values (new.enterprise_id, new.user_id, case when tg_op = 'INSERT' then new.gmt_create else clock_timestamp() end,
            new.department_id, new.position_id, new.status = 'active');
  end if;
  return null;
end $$;
create or replace trigger keep_member_history after insert or update of department_id, department, position_id, post, status
on public.enterprise_user for each row execute function portal.keep_member_history();

-- Members follow their department when it is renamed, moved or merged.
create or replace function portal.follow_department() returns trigger
language plpgsql
as $$
begin
  if new.merged_into is not null and old.merged_into is null then
    update public.enterprise_user set department_id = new.merged_into
    where enterprise_id = new.enterprise_id and department_id = new.id;
    update public.planned_transfer set department_id = new.merged_into
    where enterprise_id = new.enterprise_id and department_id = new.id;
    update public.role_grant g set department_id = new.merged_into
    where g.enterprise_id = new.enterprise_id and g.department_id = new.id and not exists (
      select from public.role_grant o where o.enterprise_id = g.enterprise_id and o.user_id = g.user_id and o.bundle = g.bundle
        and o.department_id = new.merged_into);
    delete from public.role_grant where enterprise_id = new.enterprise_id and department_id = new.id;
  elsif new.path <> old.path then
    update public.enterprise_user set department = new.path
    where enterprise_id = new.enterprise_id and department_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger follow_department after update of path, merged_into on public.department
for each row execute function portal.follow_department();

-- Members follow their position when it is renamed, merged or closed.
create or replace function portal.follow_position() returns trigger
language plpgsql
as $$
begin
  if new.closed_at is not null and old.closed_at is null then
    update public.enterprise_user set position_id = new.merged_into where enterprise_id = new.enterprise_id and position_id = new.id;
    update public.planned_transfer set position_id = new.merged_into where enterprise_id = new.enterprise_id and position_id = new.id;
  elsif new.name <> old.name then
    update public.enterprise_user set post = new.name where enterprise_id = new.enterprise_id and position_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger follow_position after update of name, closed_at on public.position
for each row execute function portal.follow_position();

create or replace function portal.keep_membership() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'INSERT' then
    delete from portal.membership where user_id = old.user_id and enterprise_id = old.enterprise_id;
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    insert into portal.membership (user_id, enterprise_id) values (new.user_id, new.enterprise_id) on conflict do nothing;
  end if;
  return null;
end $$;
create or replace trigger keep_membership after insert or delete or update of user_id, enterprise_id, status on public.enterprise_user
for each row execute function portal.keep_membership();

-- The day on which a member joined.
create or replace function portal.joined_on(member enterprise_user) returns date
language sql stable
as $$
  select coalesce(member.joined_on, (member.gmt_create at time zone (select e.time_zone from portal.enterprise e where e.id = member.enterprise_id))::date)
$$;
