create or replace function portal.rehearsals_since(since timestamp with time zone) returns table(enterprise_id uuid, id uuid, status text, asked_at timestamp with time zone)
language sql stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select r.enterprise_id, r.id, r.status, r.asked_at from public.rehearsal r
  where r.asked_at > since or r.status in ('waiting', 'running')
$$;
revoke all on function portal.rehearsals_since from public;
