-- The lookup of sessions in one statement: the function selects the tenant, for this statement only. Row level security applies,
-- because it runs as its caller. Planned once per connection (docs/decisions/074).
create or replace function portal.find_viewers(enterprise uuid, tokens bytea[], companions bytea[], max_seconds integer) returns table(n integer, user_id uuid, id uuid, enterprise_id uuid, way text, user_name text, user_type integer, is_admin boolean, sex integer, stale boolean)
language plpgsql
set search_path to 'pg_catalog', 'pg_temp'
set plan_cache_mode to 'force_generic_plan'
as $$
begin
  perform set_config('app.enterprise_id', enterprise::text, true);
  return query
  select t.n::int, s.user_id, s.id, s.enterprise_id, s.way::text, u.user_name::text, u.user_type::int, u.is_admin, u.sex::int,
         s.last_used_at < now() - interval '5 minutes'
  from unnest(tokens, companions) with ordinality as t (token, companion, n)
  join portal.user_session s on s.token_hash = t.token and s.companion_hash = t.companion
                            and s.ended_at is null and s.expires_at > now()
                            and s.expires_at < now() + make_interval(secs => max_seconds)
  join portal.user_account a on a.id = s.user_id and a.disabled_at is null
  left join public.enterprise_user u on u.enterprise_id = s.enterprise_id and u.user_id = s.user_id and u.status = 'active'
  where s.enterprise_id is null or s.enterprise_id = enterprise;
end $$;

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
