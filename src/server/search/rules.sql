-- Tenants that have something to index: the sweep asks for all at once. Runs as the same role.
create or replace function portal.enterprises_to_index() returns setof uuid
language sql stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$ select distinct enterprise_id from public.search_dirty $$;
revoke all on function portal.enterprises_to_index from public;

-- Ids of things of one kind by the number of the given queries that they match, shortest titles first; of each query only
-- `most` matches are compared. Runs as the role of `portal.search`.
create or replace function portal.find_similar(queries tsquery[], of_kind tsquery, at timestamp with time zone, most integer, wanted integer) returns setof uuid
language plpgsql stable security definer
set search_path to 'pg_catalog', 'pg_temp'
set enable_seqscan to 'off'
set enable_indexscan to 'off'
set jit to 'off'
set plan_cache_mode to 'force_generic_plan'
as $$
declare
  tenant uuid := nullif(current_setting('app.enterprise_id', true), '')::uuid;
  facts tsquery;
begin
  if tenant is null then raise exception 'no enterprise'; end if;
  facts := of_kind && quote_literal('@' || replace(tenant::text, '-', ''))::tsquery;
  return query
    select found.subject_id from unnest(queries) q cross join lateral (
      select d.subject_id, d.gmt_modified, d.title from public.search_document d
      where d.terms @@ (q && facts) and d.enterprise_id is not distinct from tenant and d.gmt_modified <= at
      limit most) found
    group by found.subject_id, found.gmt_modified, found.title
    order by count(*) desc, length(found.title), found.gmt_modified desc, found.subject_id
    limit wanted;
end $$;
revoke all on function portal.find_similar from public;

-- Whatever changes what can be found, and whoever does it, marks it here. `do update` and not `do nothing`: it takes the
-- lock of the row, so that nobody indexes it before this change is there to be read.
create or replace function portal.mark_for_search(tenant uuid, kind text, ids uuid[]) returns void
language sql
as $$
  insert into public.search_dirty (enterprise_id, subject_type, subject_id)
  select distinct tenant, kind, id from unnest(ids) id order by id
  on conflict (enterprise_id, subject_type, subject_id) do update set gmt_modified = excluded.gmt_modified
$$;

-- A question is found by its answers too.
create or replace function portal.mark_post_for_search() returns trigger
language plpgsql
as $$
begin
  perform portal.mark_for_search(new.enterprise_id, case when new.kind = 'blog' then 'blog' else 'question' end,
    array[coalesce(new.question_id, new.id)]);
  return null;
end $$;
create or replace trigger mark_change_for_search after update of title, plain_text, state, published_at on public.post
for each row when ((old.* is distinct from new.*)) execute function portal.mark_post_for_search();
create or replace trigger mark_for_search after insert on public.post
for each row execute function portal.mark_post_for_search();

-- Whether visitors find posts depends on the tenant's setting.
create or replace function portal.mark_posts_for_search() returns trigger
language plpgsql
as $$
begin
  perform portal.mark_for_search(new.enterprise_id, k.kind, array(
    select p.id from public.post p where p.enterprise_id = new.enterprise_id and p.kind = k.kind))
  from (values ('blog'), ('question')) k (kind);
  return null;
end $$;
create or replace trigger mark_for_search after insert or update of is_public on public.community_setting
for each row execute function portal.mark_posts_for_search();

create or replace function portal.mark_row_for_search() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    perform portal.mark_for_search(old.enterprise_id, tg_argv[0], array[old.id]);
    return null;
  end if;
  perform portal.mark_for_search(new.enterprise_id, tg_argv[0], array[new.id]);
  if tg_op = 'INSERT' then return null; end if;
  -- What is found by the name of this, or only while this is published.
  if tg_argv[0] = 'course' then
    perform portal.mark_for_search(new.enterprise_id, 'resource', array(
      select r.id from public.course_resource r where r.enterprise_id = new.enterprise_id and r.course_id = new.id));
  elsif tg_argv[0] = 'lecturer' then
    perform portal.mark_for_search(new.enterprise_id, 'course', array(
      select c.id from public.course c where c.enterprise_id = new.enterprise_id and c.lecturer_id = new.id));
  elsif tg_argv[0] = 'category' then
    perform portal.mark_for_search(new.enterprise_id, 'course', array(
      select c.id from public.course c where c.enterprise_id = new.enterprise_id and c.category_id = new.id));
    perform portal.mark_for_search(new.enterprise_id, 'project', array(
      select p.id from public.project p where p.enterprise_id = new.enterprise_id and p.category_id = new.id));
  end if;
  return null;
end $$;
create or replace trigger mark_change_for_search after update of lecturer_name, lecturer_level, title, intro, published on public.lecturer
for each row when ((old.* is distinct from new.*)) execute function portal.mark_row_for_search('lecturer');
create or replace trigger mark_change_for_search after update of name, published on public.category
for each row when ((old.* is distinct from new.*)) execute function portal.mark_row_for_search('category');
create or replace trigger mark_change_for_search after update of sub_resource_name, course_id, file_id, content_type, published on public.course_resource
for each row when ((old.* is distinct from new.*)) execute function portal.mark_row_for_search('resource');
create or replace trigger mark_change_for_search after update of title, body, published on public.article
for each row when ((old.* is distinct from new.*)) execute function portal.mark_row_for_search('article');
create or replace trigger mark_change_for_search after update of title, intro, published, audience on public.exam
for each row when ((old.* is distinct from new.*)) execute function portal.mark_row_for_search('exam');
create or replace trigger mark_change_for_search after update of title, summary, body, author, published_at, published, restricted on public.announcement
for each row when ((old.* is distinct from new.*)) execute function portal.mark_row_for_search('announcement');
create or replace trigger mark_change_for_search after update of title, summary, description, category_id, lecturer_id, course_type, status, published_at on public.course
for each row when ((old.* is distinct from new.*)) execute function portal.mark_row_for_search('course');
create or replace trigger mark_change_for_search after update of title, summary, description, category_id, status, published_at on public.project
for each row when ((old.* is distinct from new.*)) execute function portal.mark_row_for_search('project');
create or replace trigger mark_for_search after insert or delete on public.announcement
for each row execute function portal.mark_row_for_search('announcement');
create or replace trigger mark_for_search after insert or delete on public.article
for each row execute function portal.mark_row_for_search('article');
create or replace trigger mark_for_search after insert or delete on public.course
for each row execute function portal.mark_row_for_search('course');
create or replace trigger mark_for_search after insert or delete on public.course_resource
for each row execute function portal.mark_row_for_search('resource');
create or replace trigger mark_for_search after insert or delete on public.exam
for each row execute function portal.mark_row_for_search('exam');
create or replace trigger mark_for_search after insert or delete on public.lecturer
for each row execute function portal.mark_row_for_search('lecturer');
create or replace trigger mark_for_search after insert or delete on public.project
for each row execute function portal.mark_row_for_search('project');

-- What is found in the tenant of this transaction. Under row level security an index on `terms` is of no use: `@@` is not
-- leakproof, so PostgreSQL looks at the tenant of every row first. This function therefore runs as a role of its own that
-- reads this one table whole (src/server/core/db/search-role.ts) and keeps to the tenant by itself: by a term, which the index
-- answers together with the words, and by the column (`is not distinct from`, which no index of its own can answer: with
-- `=` the planner would go through the tenant by the primary key). docs/decisions has the reasons.
create or replace function portal.search(words tsquery, in_title tsquery, of_kind tsquery, member boolean, at timestamp with time zone, most integer, page_size integer, skip integer) returns jsonb
language plpgsql stable security definer
set search_path to 'pg_catalog', 'pg_temp'
set enable_seqscan to 'off'
set enable_indexscan to 'off'
set jit to 'off'
set plan_cache_mode to 'force_generic_plan'
as $_$
declare
  tenant uuid := nullif(current_setting('app.enterprise_id', true), '')::uuid;
  -- A word that more things have says so little that nobody misses the others; but they would be read, one by one.
  enough constant int := 10000;
  every_hit tsquery;
  title_hit tsquery;
  kind_hit tsquery;
  answer jsonb;
begin
  if tenant is null then raise exception 'no enterprise'; end if;
  every_hit := words && quote_literal('@' || replace(tenant::text, '-', ''))::tsquery;
  if not member then every_hit := every_hit && $q$'#public'$q$::tsquery; end if;
  kind_hit := every_hit && of_kind;
  title_hit := coalesce(kind_hit, every_hit) && in_title;
  with every as materialized (
    select d.ctid as place, d.subject_type, d.subject_id, d.type, d.gmt_modified from public.search_document d
    where d.terms @@ every_hit and d.enterprise_id is not distinct from tenant and d.gmt_modified <= at and (member or d.visibility = 'public')
    limit enough
  ), titles as materialized (
    select d.ctid as place, d.subject_id, d.gmt_modified from public.search_document d
    where d.terms @@ title_hit and d.enterprise_id is not distinct from tenant and d.gmt_modified <= at and (member or d.visibility = 'public')
    limit enough
  ), hits as (
    select e.place, e.subject_id, e.gmt_modified from every e where of_kind is null
    union all (
    select d.ctid, d.subject_id, d.gmt_modified from public.search_document d
    where of_kind is not null and d.terms @@ kind_hit and d.enterprise_id is not distinct from tenant and d.gmt_modified <= at
      and (member or d.visibility = 'public')
    limit enough)
  ), best as materialized (
    (select t.place, true as titled, t.gmt_modified, t.subject_id from titles t order by t.gmt_modified desc, t.subject_id limit most)
    union all
    (select h.place, false, h.gmt_modified, h.subject_id from hits h where h.place not in (select t.place from titles t)
     order by h.gmt_modified desc, h.subject_id limit most)
    order by titled desc, gmt_modified desc, subject_id limit most
  ), page as (
    select d.*, ts_rank('{0.05, 0.1, 0.4, 1.0}', d.terms, words) as rank
    from best b join public.search_document d on d.ctid = b.place
    order by rank desc, d.gmt_modified desc, d.subject_id limit page_size offset skip
  )
  select jsonb_build_object(
    'more', (select count(*) from every) = enough,
    'counts', coalesce((select jsonb_agg(c) from (
      select type, subject_type as "subjectType", count(*) as count from every group by 1, 2 order by 1, 2) c), '[]'),
    'list', coalesce((select jsonb_agg(jsonb_build_object('subjectType', p.subject_type, 'id', p.subject_id, 'parentId', p.parent_id,
      'type', p.type, 'title', p.title, 'body', p.body, 'gmtModified', p.gmt_modified)
      order by p.rank desc, p.gmt_modified desc, p.subject_id) from page p), '[]'))
  into answer;
  return answer;
end $_$;
revoke all on function portal.search from public;

-- Which things of one kind contain some words, in the tenant of this transaction: what the keyword of a list asks. Who may
-- see them is decided by the list. It runs as the role that reads the index; migration 0009 and decision 024 give the reasons
-- for the role, for `is not distinct from` and for the settings.
create or replace function portal.search_ids(words tsquery, of_kind tsquery, most integer) returns setof uuid
language plpgsql stable security definer
set search_path to 'pg_catalog', 'pg_temp'
set enable_seqscan to 'off'
set enable_indexscan to 'off'
set jit to 'off'
set plan_cache_mode to 'force_generic_plan'
as $$
declare
  tenant uuid := nullif(current_setting('app.enterprise_id', true), '')::uuid;
  hit tsquery;
begin
  if tenant is null then raise exception 'no enterprise'; end if;
  hit := words && of_kind && quote_literal('@' || replace(tenant::text, '-', ''))::tsquery;
  return query select d.subject_id from public.search_document d
    where d.terms @@ hit and d.enterprise_id is not distinct from tenant limit most;
end $$;
revoke all on function portal.search_ids from public;
