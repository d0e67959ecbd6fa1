ALTER TABLE "search_document" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "portal"."enterprise" ADD COLUMN "public_face" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- Snowball without stop words: "IT" and "it" are words like any other here.
CREATE TEXT SEARCH DICTIONARY "portal"."english" (TEMPLATE = pg_catalog.snowball, LANGUAGE = english);--> statement-breakpoint
-- Texts and terms lie aside, so that going through many hits reads few pages; no list of pending entries to read before each answer.
ALTER TABLE "search_document" SET (toast_tuple_target = 256);--> statement-breakpoint
ALTER TABLE "search_document" ALTER COLUMN "terms" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER INDEX "search_document_terms" SET (fastupdate = off);--> statement-breakpoint
-- What is found in the tenant of this transaction. Under row level security an index on `terms` is of no use: `@@` is not
-- leakproof, so PostgreSQL looks at the tenant of every row first. This function therefore runs as a role of its own that
-- reads this one table whole (src/server/core/db/search-role.ts) and keeps to the tenant by itself: by a term, which the index
-- answers together with the words, and by the column (`is not distinct from`, which no index of its own can answer: with
-- `=` the planner would go through the tenant by the primary key). docs/decisions has the reasons.
CREATE FUNCTION "portal"."search"("words" tsquery, "in_title" tsquery, "of_kind" tsquery, "member" boolean, "at" timestamptz,
  "most" int, "page_size" int, "skip" int)
RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_indexscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
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
end $$;--> statement-breakpoint
-- Tenants that have something to index: the sweep asks for all at once. Runs as the same role.
CREATE FUNCTION "portal"."enterprises_to_index"() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$ select distinct enterprise_id from public.search_dirty $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "portal"."search" FROM public;--> statement-breakpoint
REVOKE ALL ON FUNCTION "portal"."enterprises_to_index" FROM public;--> statement-breakpoint
-- Whatever changes what can be found, and whoever does it, marks it here. `do update` and not `do nothing`: it takes the
-- lock of the row, so that nobody indexes it before this change is there to be read.
CREATE FUNCTION "portal"."mark_for_search"("tenant" uuid, "kind" text, "ids" uuid[]) RETURNS void LANGUAGE sql AS $$
  insert into public.search_dirty (enterprise_id, subject_type, subject_id)
  select distinct tenant, kind, id from unnest(ids) id order by id
  on conflict (enterprise_id, subject_type, subject_id) do update set gmt_modified = excluded.gmt_modified
$$;--> statement-breakpoint
CREATE FUNCTION "portal"."mark_row_for_search"() RETURNS trigger LANGUAGE plpgsql AS $$
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
end $$;--> statement-breakpoint
CREATE TRIGGER "mark_for_search" AFTER INSERT OR DELETE ON "course" FOR EACH ROW EXECUTE FUNCTION "portal"."mark_row_for_search"('course');--> statement-breakpoint
CREATE TRIGGER "mark_change_for_search" AFTER UPDATE OF title, summary, description, category_id, lecturer_id, status, published_at ON "course" FOR EACH ROW WHEN (old.* is distinct from new.*) EXECUTE FUNCTION "portal"."mark_row_for_search"('course');--> statement-breakpoint
CREATE TRIGGER "mark_for_search" AFTER INSERT OR DELETE ON "project" FOR EACH ROW EXECUTE FUNCTION "portal"."mark_row_for_search"('project');--> statement-breakpoint
CREATE TRIGGER "mark_change_for_search" AFTER UPDATE OF title, summary, description, category_id, status, published_at ON "project" FOR EACH ROW WHEN (old.* is distinct from new.*) EXECUTE FUNCTION "portal"."mark_row_for_search"('project');--> statement-breakpoint
CREATE TRIGGER "mark_for_search" AFTER INSERT OR DELETE ON "lecturer" FOR EACH ROW EXECUTE FUNCTION "portal"."mark_row_for_search"('lecturer');--> statement-breakpoint
CREATE TRIGGER "mark_change_for_search" AFTER UPDATE OF lecturer_name, lecturer_level, title, intro, published ON "lecturer" FOR EACH ROW WHEN (old.* is distinct from new.*) EXECUTE FUNCTION "portal"."mark_row_for_search"('lecturer');--> statement-breakpoint
CREATE TRIGGER "mark_for_search" AFTER INSERT OR DELETE ON "announcement" FOR EACH ROW EXECUTE FUNCTION "portal"."mark_row_for_search"('announcement');--> statement-breakpoint
CREATE TRIGGER "mark_change_for_search" AFTER UPDATE OF title, summary, body, author, published_at, published ON "announcement" FOR EACH ROW WHEN (old.* is distinct from new.*) EXECUTE FUNCTION "portal"."mark_row_for_search"('announcement');--> statement-breakpoint
CREATE TRIGGER "mark_for_search" AFTER INSERT OR DELETE ON "article" FOR EACH ROW EXECUTE FUNCTION "portal"."mark_row_for_search"('article');--> statement-breakpoint
CREATE TRIGGER "mark_change_for_search" AFTER UPDATE OF title, body, published ON "article" FOR EACH ROW WHEN (old.* is distinct from new.*) EXECUTE FUNCTION "portal"."mark_row_for_search"('article');--> statement-breakpoint
CREATE TRIGGER "mark_for_search" AFTER INSERT OR DELETE ON "course_resource" FOR EACH ROW EXECUTE FUNCTION "portal"."mark_row_for_search"('resource');--> statement-breakpoint
CREATE TRIGGER "mark_change_for_search" AFTER UPDATE OF sub_resource_name, course_id, file_id, content_type, published ON "course_resource" FOR EACH ROW WHEN (old.* is distinct from new.*) EXECUTE FUNCTION "portal"."mark_row_for_search"('resource');--> statement-breakpoint
CREATE TRIGGER "mark_for_search" AFTER INSERT OR DELETE ON "exam" FOR EACH ROW EXECUTE FUNCTION "portal"."mark_row_for_search"('exam');--> statement-breakpoint
CREATE TRIGGER "mark_change_for_search" AFTER UPDATE OF title, intro, published ON "exam" FOR EACH ROW WHEN (old.* is distinct from new.*) EXECUTE FUNCTION "portal"."mark_row_for_search"('exam');--> statement-breakpoint
CREATE TRIGGER "mark_change_for_search" AFTER UPDATE OF name, published ON "category" FOR EACH ROW WHEN (old.* is distinct from new.*) EXECUTE FUNCTION "portal"."mark_row_for_search"('category');--> statement-breakpoint
-- What is there already. Row security is forced on the owner too, who would see nothing.
ALTER TABLE "search_dirty" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "course" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "search_dirty" (enterprise_id, subject_type, subject_id) SELECT enterprise_id, 'course', id FROM "course";--> statement-breakpoint
ALTER TABLE "course" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "search_dirty" (enterprise_id, subject_type, subject_id) SELECT enterprise_id, 'project', id FROM "project";--> statement-breakpoint
ALTER TABLE "project" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lecturer" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "search_dirty" (enterprise_id, subject_type, subject_id) SELECT enterprise_id, 'lecturer', id FROM "lecturer";--> statement-breakpoint
ALTER TABLE "lecturer" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "announcement" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "search_dirty" (enterprise_id, subject_type, subject_id) SELECT enterprise_id, 'announcement', id FROM "announcement";--> statement-breakpoint
ALTER TABLE "announcement" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "search_dirty" (enterprise_id, subject_type, subject_id) SELECT enterprise_id, 'article', id FROM "article";--> statement-breakpoint
ALTER TABLE "article" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "course_resource" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "search_dirty" (enterprise_id, subject_type, subject_id) SELECT enterprise_id, 'resource', id FROM "course_resource";--> statement-breakpoint
ALTER TABLE "course_resource" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "exam" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "search_dirty" (enterprise_id, subject_type, subject_id) SELECT enterprise_id, 'exam', id FROM "exam";--> statement-breakpoint
ALTER TABLE "exam" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "search_dirty" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Whether a tenant shows itself to everybody, where it is known before any of its rows may be read; and every process hears of it.
CREATE FUNCTION "portal"."keep_public_face"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update portal.enterprise set public_face = new.public_face where id = new.enterprise_id and public_face <> new.public_face;
  perform pg_notify('zhixing_changes', json_build_object('enterpriseId', new.enterprise_id, 'tags', json_build_array('tenant', 'site'))::text);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "keep_public_face" AFTER INSERT OR UPDATE OF public_face ON "website"
  FOR EACH ROW EXECUTE FUNCTION "portal"."keep_public_face"();
