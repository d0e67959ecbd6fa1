create or replace function portal.count_admire() returns trigger
language plpgsql
as $$
declare change int := (new.admired_at is not null)::int;
begin
  if tg_op = 'UPDATE' then change := change - (old.admired_at is not null)::int; end if;
  if change <> 0 then
    update public.announcement set admire_count = admire_count + change
    where enterprise_id = new.enterprise_id and id = new.announcement_id;
  end if;
  return null;
end $$;
create or replace trigger count_admire after insert or update of admired_at on public.announcement_user_record
for each row execute function portal.count_admire();

-- Members whom announcements concern by their rules and names.
-- which: only these announcements; people: only these members; null: all.
create or replace function portal.announcement_audience(tenant uuid, which uuid[], people uuid[])
returns table(announcement_id uuid, user_id uuid)
language sql stable
as $$
  select f.announcement_id, f.user_id
  from (
    select r.announcement_id, u.user_id, r.excluded
    from announcement_rule r
    join department o on o.enterprise_id = tenant and o.id = r.department_id and o.closed_at is null
    join department d on d.enterprise_id = tenant and (d.id = o.id or r.with_below and starts_with(d.path, o.path || '/'))
    join enterprise_user u on u.enterprise_id = tenant and u.department_id = d.id
    where r.enterprise_id = tenant and (which is null or r.announcement_id = any (which)) and (people is null or u.user_id = any (people))
      and (r.position_id is null or u.position_id = r.position_id)
      and (r.joined_since is null or portal.joined_on(u) >= r.joined_since)
    union all
    select r.announcement_id, u.user_id, r.excluded
    from announcement_rule r
    join enterprise_user u on u.enterprise_id = tenant
    where r.enterprise_id = tenant and r.department_id is null
      and (which is null or r.announcement_id = any (which)) and (people is null or u.user_id = any (people))
      and (r.position_id is null or u.position_id = r.position_id)
      and (r.joined_since is null or portal.joined_on(u) >= r.joined_since)
    union all
    select p.announcement_id, p.user_id, p.excluded
    from announcement_person p
    where p.enterprise_id = tenant and (which is null or p.announcement_id = any (which)) and (people is null or p.user_id = any (people))
  ) f
  join enterprise_user u on u.enterprise_id = tenant and u.user_id = f.user_id and u.status = 'active' and u.user_type <> 3
  group by f.announcement_id, f.user_id
  having not bool_or(f.excluded)
$$;

-- Makes the recipients of restricted announcements those of their rules; arguments as above.
create or replace function portal.fill_recipients(tenant uuid, which uuid[], people uuid[]) returns void
language plpgsql
as $$
begin
  delete from public.announcement_recipient t
  where t.enterprise_id = tenant and (which is null or t.announcement_id = any (which)) and (people is null or t.user_id = any (people))
    and not exists (select from portal.announcement_audience(tenant, which, people) a
                    where a.announcement_id = t.announcement_id and a.user_id = t.user_id);
  insert into public.announcement_recipient (enterprise_id, announcement_id, user_id)
  select tenant, a.announcement_id, a.user_id from portal.announcement_audience(tenant, which, people) a
  on conflict do nothing;
end $$;

-- Recipients follow members who join, move or leave. Enterprises without restricted announcements pay two looks into an index.
create or replace function portal.follow_member_of_announcements() returns trigger
language plpgsql
as $$
begin
  if exists (select from public.announcement_rule r where r.enterprise_id = new.enterprise_id)
     or exists (select from public.announcement_person p where p.enterprise_id = new.enterprise_id and p.user_id = new.user_id) then
    perform portal.fill_recipients(new.enterprise_id, null, array[new.user_id]);
  end if;
  return null;
end $$;
create or replace trigger follow_member_of_announcements after insert on public.enterprise_user
for each row execute function portal.follow_member_of_announcements();
create or replace trigger follow_member_of_announcements_later after update on public.enterprise_user
for each row when ((new.department_id, new.position_id, new.joined_on, new.user_type, new.status)
  is distinct from (old.department_id, old.position_id, old.joined_on, old.user_type, old.status))
execute function portal.follow_member_of_announcements();

-- Rules follow departments that are merged; recipients follow departments that are moved, merged or closed.
create or replace function portal.follow_departments_of_announcements() returns trigger
language plpgsql
as $$
declare
  changed record;
begin
  for changed in
    select n.enterprise_id from new_rows n join old_rows o on o.enterprise_id = n.enterprise_id and o.id = n.id
    where (n.path, n.merged_into, n.closed_at) is distinct from (o.path, o.merged_into, o.closed_at)
      and exists (select from public.announcement_rule r where r.enterprise_id = n.enterprise_id and r.department_id is not null)
    group by n.enterprise_id
  loop
    update public.announcement_rule r set department_id = n.merged_into
    from new_rows n
    where r.enterprise_id = changed.enterprise_id and n.enterprise_id = r.enterprise_id and n.id = r.department_id and n.merged_into is not null;
    perform portal.fill_recipients(changed.enterprise_id, array(
      select distinct r.announcement_id from public.announcement_rule r
      where r.enterprise_id = changed.enterprise_id and r.department_id is not null), null);
  end loop;
  return null;
end $$;
create or replace trigger follow_departments_of_announcements after update on public.department
referencing old table as old_rows new table as new_rows
for each statement execute function portal.follow_departments_of_announcements();
