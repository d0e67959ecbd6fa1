-- no transaction
-- Every statement may run again (docs/contributing.md).
ALTER TABLE "data_retention"
  ADD COLUMN IF NOT EXISTS "exam_answer_days" integer DEFAULT 1095 NOT NULL,
  DROP CONSTRAINT IF EXISTS "data_retention_exam_answer_days_check",
  ADD CONSTRAINT "data_retention_exam_answer_days_check" CHECK ("data_retention"."exam_answer_days" >= 180);--> statement-breakpoint
-- The portal's role has no right to this schema: it reaches partitions through their table only, and its policy.
CREATE SCHEMA IF NOT EXISTS "partitions";--> statement-breakpoint
-- Smallest UUIDv7 of a moment. Ids are UUIDv7, so a range of ids is a range of time.
CREATE OR REPLACE FUNCTION "portal"."first_id"("at" timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;--> statement-breakpoint
-- Since when a tenant keeps the rows of a table: whole months, so that a month can be dropped. Of the transaction's tenant.
CREATE OR REPLACE FUNCTION "portal"."kept_since"("tenant" uuid, "kept" text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  select date_trunc('month', now() - make_interval(days => case kept
      when 'audit_log' then coalesce(r.audit_log_days, 1095)
      when 'study_refusal' then coalesce(r.study_refusal_days, 400)
      when 'exam_answer' then coalesce(r.exam_answer_days, 1095) end), 'UTC')
  from (select tenant as id) t left join public.data_retention r on r.enterprise_id = t.id
$$;--> statement-breakpoint
-- Ids in a partition, `lower` inclusive (null: no bound), `upper` exclusive (null: the default partition).
CREATE OR REPLACE FUNCTION "portal"."partition_bounds"("parent" text)
RETURNS TABLE ("name" text, "lower" uuid, "upper" uuid) LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  select c.relname::text, substring(bound from $re$FROM \('([0-9a-f-]{36})'\)$re$)::uuid,
         substring(bound from $re$TO \('([0-9a-f-]{36})'\)$re$)::uuid
  from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) bound
  where i.inhparent = to_regclass(format('public.%I', parent))
$$;--> statement-breakpoint
-- Attached once it is complete: that locks the table in a weaker mode than creating it as a partition, and saves go on.
CREATE OR REPLACE FUNCTION "portal"."add_partition"("parent" text, "month" timestamptz) RETURNS text LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
declare name text := parent || to_char(month, '_YYYY_MM');
begin
  execute format('create table partitions.%I (like public.%I including all)', name, parent);
  execute format('alter table partitions.%I enable row level security, force row level security', name);
  execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)', parent, name,
                 portal.first_id(month), portal.first_id(month + interval '1 month'));
  return name;
end $$;--> statement-breakpoint
-- Makes the next missing partition of the three months to come. One a transaction, because attaching locks the tables that
-- it refers to. Runs as the owner of the tables.
CREATE OR REPLACE FUNCTION "portal"."create_partition"("parent" text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '100ms' AS $$
declare
  month timestamptz;
  covered uuid;
begin
  if parent not in ('audit_log', 'study_refusal', 'exam_answer') then
    raise exception '% has no partitions', parent using errcode = 'invalid_parameter_value';
  end if;
  if not pg_try_advisory_xact_lock(hashtextextended('partitions', 0)) then return null; end if;
  select upper into covered from portal.partition_bounds(parent) where upper is not null order by upper desc limit 1;
  for i in 1..3 loop
    month := date_trunc('month', now()) + make_interval(months => i);
    continue when portal.first_id(month) < covered;
    begin
      return portal.add_partition(parent, month);
    exception when check_violation then
      -- The default partition has ids of that month, which are no UUIDv7: the month stays there.
      raise warning '% has rows of % in its default partition', parent, month;
    end;
  end loop;
  return null;
end $$;--> statement-breakpoint
-- Drops the oldest partition in which no tenant has a row that it keeps. Answers are kept until their attempt is marked.
-- Nothing but the table is given: the periods are read here. Runs as the owner of the tables, in each tenant in turn.
CREATE OR REPLACE FUNCTION "portal"."drop_partition"("parent" text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '100ms' AS $$
declare
  condition text := case parent
    when 'audit_log' then 'select from public.audit_log r where r.enterprise_id = $1 and r.id >= %1$L and r.id < %2$L
      and r.gmt_create >= $2'
    when 'study_refusal' then 'select from public.study_refusal r where r.enterprise_id = $1 and r.id >= %1$L and r.id < %2$L
      and r.gmt_create >= $2'
    when 'exam_answer' then 'select from public.exam_attempt a where a.enterprise_id = $1 and a.id >= %1$L and a.id < %2$L
      and (a.status <> ''marked'' or a.submitted_at >= $2)
      and exists (select from public.exam_answer r where r.enterprise_id = $1 and r.attempt_id = a.id
                  and r.attempt_id >= %1$L and r.attempt_id < %2$L)' end;
  of_caller text := coalesce(current_setting('app.enterprise_id', true), '');
  partition record;
  tenant uuid;
  oldest timestamptz;
  needed boolean;
  dropped text;
begin
  if condition is null then
    raise exception '% has no partitions', parent using errcode = 'invalid_parameter_value';
  end if;
  if not pg_try_advisory_xact_lock(hashtextextended('partitions', 0)) then return null; end if;
  for tenant in select id from portal.enterprise loop
    perform set_config('app.enterprise_id', tenant::text, true);
    oldest := least(oldest, portal.kept_since(tenant, parent));
  end loop;
  for partition in select name, coalesce(lower, '00000000-0000-0000-0000-000000000000') as lower, upper
                   from portal.partition_bounds(parent) where upper <= portal.first_id(oldest) order by upper loop
    needed := false;
    for tenant in select id from portal.enterprise loop
      perform set_config('app.enterprise_id', tenant::text, true);
      execute format('select exists (' || condition || ')', partition.lower, partition.upper) into needed
        using tenant, portal.kept_since(tenant, parent);
      exit when needed;
    end loop;
    if not needed then
      execute format('drop table partitions.%I', partition.name);
      dropped := partition.name;
      exit;
    end if;
  end loop;
  perform set_config('app.enterprise_id', of_caller, true);
  return dropped;
end $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "portal"."add_partition", "portal"."create_partition", "portal"."drop_partition" FROM public;--> statement-breakpoint
-- The table as it is becomes the first partition: attaching it reads no row when a valid CHECK says that all its ids are below
-- a bound. Until then the bound also holds for new rows, so it lies a month ahead at least, should this be interrupted.
CREATE OR REPLACE FUNCTION "portal"."check_bound"("parent" text, "key" text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
declare
  month timestamptz := date_trunc('month', now()) + interval '2 months';
  former name;
begin
  if (select relkind = 'p' from pg_class where oid = format('public.%I', parent)::regclass) then return; end if;
  for former in select conname from pg_constraint
                where conrelid = format('public.%I', parent)::regclass and conname ~ '^before_\d{4}_\d\d$' loop
    execute format('alter table public.%I drop constraint %I', parent, former);
  end loop;
  execute format('alter table public.%I add constraint %I check (%I < %L) not valid', parent,
                 to_char(month, '"before_"YYYY_MM'), key, portal.first_id(month));
end $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "portal"."validate_bound"("parent" text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
declare bound name;
begin
  for bound in select conname from pg_constraint
               where conrelid = to_regclass(format('public.%I', parent)) and conname ~ '^before_\d{4}_\d\d$' loop
    begin
      execute format('alter table public.%I validate constraint %I', parent, bound);
    exception when check_violation then
      -- Ids that are no UUIDv7, which the portal never made: they are moved, and attaching reads the table.
      execute format('alter table public.%I drop constraint %I', parent, bound);
    end;
  end loop;
end $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "portal"."partition_table"("parent" text, "key" text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
declare
  old oid := format('public.%I', parent)::regclass;
  month timestamptz := date_trunc('month', now()) + interval '2 months';
  bound name;
  name text;
  rest text := parent || '_default';
  r record;
begin
  if (select relkind = 'p' from pg_class where oid = old) then return; end if;
  -- Everything that is locked, in the order in which requests lock it.
  for r in select confrelid::regclass as target from pg_constraint where conrelid = old and contype = 'f' loop
    execute format('lock table %s in access exclusive mode', r.target);
  end loop;
  execute format('lock table public.%I in access exclusive mode', parent);
  select conname into bound from pg_constraint where conrelid = old and conname ~ '^before_\d{4}_\d\d$';
  if bound is not null then month := to_date(substr(bound, 8), 'YYYY_MM'); end if;
  name := parent || to_char(month, '_"before"_YYYY_MM');

  execute format('alter table public.%I set schema partitions', parent);
  execute format('alter table partitions.%I rename to %I', parent, name);
  execute format('create table public.%I (like partitions.%I including all excluding indexes) partition by range (%I)',
                 parent, name, key);
  if bound is not null then execute format('alter table public.%I drop constraint %I', parent, bound); end if;
  for r in select conname, pg_get_constraintdef(oid) as def from pg_constraint
           where conrelid = old and contype in ('p', 'u', 'f') loop
    execute format('alter table public.%I add constraint %I %s', parent, r.conname, r.def);
  end loop;
  for r in select pg_get_indexdef(indexrelid) as def from pg_index
           where indrelid = old and not exists (select from pg_constraint where conindid = indexrelid and conrelid = old) loop
    execute replace(r.def, format(' ON partitions.%I ', name), format(' ON public.%I ', parent));
  end loop;
  -- Requests go on before the end of the migration, which gives these to every table (migrate.ts).
  for r in select * from pg_policies where schemaname = 'partitions' and tablename = name loop
    execute format('create policy %I on public.%I using (%s) with check (%s)', r.policyname, parent, r.qual, r.with_check);
  end loop;
  if (select relrowsecurity from pg_class where oid = old) then
    execute format('alter table public.%I enable row level security, force row level security', parent);
  end if;
  for r in select a.privilege_type, pg_get_userbyid(a.grantee) as role from pg_class c, aclexplode(c.relacl) a
           where c.oid = old and a.grantee not in (0, c.relowner) loop
    execute format('grant %s on public.%I to %I', r.privilege_type, parent, r.role);
    execute format('revoke %s on partitions.%I from %I', r.privilege_type, name, r.role);
  end loop;

  execute format('create table partitions.%I partition of public.%I default', rest, parent);
  if bound is null then
    execute format('alter table partitions.%I no force row level security', name);
    execute format('insert into partitions.%I select * from partitions.%I where %I >= %L', rest, name, key, portal.first_id(month));
    execute format('delete from partitions.%I where %I >= %L', name, key, portal.first_id(month));
  end if;
  execute format('alter table public.%I attach partition partitions.%I for values from (minvalue) to (%L)', parent, name,
                 portal.first_id(month));
  if bound is not null then execute format('alter table partitions.%I drop constraint %I', name, bound); end if;
  for r in select unnest(array[name, rest]) as partition loop
    execute format('alter table partitions.%I enable row level security, force row level security', r.partition);
  end loop;
  while portal.create_partition(parent) is not null loop end loop;
end $$;--> statement-breakpoint
SELECT portal.check_bound('audit_log', 'id');--> statement-breakpoint
SELECT portal.check_bound('study_refusal', 'id');--> statement-breakpoint
SELECT portal.check_bound('exam_answer', 'attempt_id');--> statement-breakpoint
SELECT portal.validate_bound('audit_log');--> statement-breakpoint
SELECT portal.validate_bound('study_refusal');--> statement-breakpoint
SELECT portal.validate_bound('exam_answer');--> statement-breakpoint
SELECT portal.partition_table('audit_log', 'id');--> statement-breakpoint
SELECT portal.partition_table('study_refusal', 'id');--> statement-breakpoint
SELECT portal.partition_table('exam_answer', 'attempt_id');--> statement-breakpoint
DROP FUNCTION "portal"."check_bound", "portal"."validate_bound", "portal"."partition_table";
