create or replace function portal.enterprises_with_planned_content() returns setof uuid
language sql stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select distinct enterprise_id from public.content_item where publish_at <= now() or withdraw_at <= now()
$$;
revoke all on function portal.enterprises_with_planned_content from public;
