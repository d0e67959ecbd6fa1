-- Attached once it is complete: that locks the table in a weaker mode than creating it as a partition, and saves go on.
create or replace function portal.add_partition(parent text, month timestamp with time zone) returns text
language plpgsql
set search_path to 'pg_catalog', 'pg_temp'
set "TimeZone" TO 'UTC'
as $$
declare name text := parent || to_char(month, '_YYYY_MM');
begin
  execute format('create table partitions.%I (like public.%I including all)', name, parent);
  execute format('alter table partitions.%I enable row level security, force row level security', name);
  execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)', parent, name,
                 portal.first_id(month), portal.first_id(month + interval '1 month'));
  return name;
end $$;
revoke all on function portal.add_partition from public;

-- Makes the next missing partition of the three months to come. One a transaction, because attaching locks the tables that
-- it refers to. Runs as the owner of the tables.
create or replace function portal.create_partition(parent text) returns text
language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp'
set "TimeZone" TO 'UTC'
set lock_timeout to '100ms'
as $$
declare
  month timestamptz;
  covered uuid;
begin
  if parent not in ('audit_log', 'audit_subject', 'study_refusal', 'exam_answer', 'exam_journal') then
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
end $$;
revoke all on function portal.create_partition from public;

-- Deletes rows that a tenant need not keep any longer, a batch at a time. The portal's role may delete nothing from the
-- audit log by itself; by this, nothing that is younger than half a year. What the entries are about is deleted with them.
create or replace function portal.delete_audit_log(tenant uuid, before timestamp with time zone, most integer) returns integer
language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
declare deleted integer;
begin
  if before > now() - interval '180 days' then
    raise exception 'the audit log is kept for 180 days at least' using errcode = 'check_violation';
  end if;
  with gone as (
    delete from public.audit_log where enterprise_id = tenant and id in (
      select l.id from public.audit_log l where l.enterprise_id = tenant and l.gmt_create < before
      order by l.gmt_create limit most)
    returning id
  ), subjects as (
    delete from public.audit_subject s using gone where s.enterprise_id = tenant and s.audit_id = gone.id
  )
  select count(*) into deleted from gone;
  return deleted;
end $$;
revoke all on function portal.delete_audit_log from public;

-- Drops the oldest partition in which no tenant has a row that it keeps. Answers are kept until their attempt is marked.
-- Nothing but the table is given: the periods are read here. Runs as the owner of the tables, in each tenant in turn.
create or replace function portal.drop_partition(parent text) returns text
language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp'
set "TimeZone" TO 'UTC'
set lock_timeout to '100ms'
as $_$
declare
  condition text := case parent
    when 'audit_log' then 'select from public.audit_log r where r.enterprise_id = $1 and r.id >= %1$L and r.id < %2$L
      and r.gmt_create >= $2'
    when 'audit_subject' then 'select from public.audit_log r where r.enterprise_id = $1 and r.id >= %1$L and r.id < %2$L
      and r.gmt_create >= $2'
    when 'study_refusal' then 'select from public.study_refusal r where r.enterprise_id = $1 and r.id >= %1$L and r.id < %2$L
      and r.gmt_create >= $2'
    when 'exam_answer' then 'select from public.exam_attempt a where a.enterprise_id = $1 and a.id >= %1$L and a.id < %2$L
      and (a.status <> ''marked'' or a.submitted_at >= $2)
      and exists (select from public.exam_answer r where r.enterprise_id = $1 and r.attempt_id = a.id
                  and r.attempt_id >= %1$L and r.attempt_id < %2$L)'
    when 'exam_journal' then 'select from public.exam_attempt a where a.enterprise_id = $1 and a.id >= %1$L and a.id < %2$L
      and (a.status <> ''marked'' or a.submitted_at >= $2)
      and exists (select from public.exam_journal r where r.enterprise_id = $1 and r.attempt_id = a.id
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
end $_$;
revoke all on function portal.drop_partition from public;

-- Smallest UUIDv7 of a moment. Ids are UUIDv7, so a range of ids is a range of time.
create or replace function portal.first_id(at timestamp with time zone) returns uuid
language sql immutable parallel safe
as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Whether a tenant shows itself to everybody, its languages and its mobile site, where they are known before any of its rows may be read; and every process hears of it.
create or replace function portal.keep_public_face() returns trigger
language plpgsql
as $$
begin
  update portal.enterprise set public_face = new.public_face, languages = new.languages, mobile_site = new.mobile_site
  where id = new.enterprise_id
    and (public_face, languages, mobile_site) is distinct from (new.public_face, new.languages, new.mobile_site);
  perform pg_notify('zhixing_changes', json_build_object('enterpriseId', new.enterprise_id, 'tags', json_build_array('tenant', 'site'))::text);
  return null;
end $$;
create or replace trigger keep_public_face after insert or update of public_face, languages, mobile_site on public.website
for each row execute function portal.keep_public_face();

-- The language in which a member is written to: the wanted one, if the enterprise offers it, otherwise its default.
create or replace function portal.offered_language(tenant uuid, wanted text) returns text
language sql stable
as $$
  select case when e.languages is null or wanted = any (string_to_array(e.languages, ',')) then wanted
              else split_part(e.languages, ',', 1) end
  from portal.enterprise e where e.id = tenant
$$;

-- Answers and their journal are kept equally long.
create or replace function portal.kept_since(tenant uuid, kept text) returns timestamp with time zone
language sql stable
as $$
  select date_trunc('month', now() - make_interval(days => case kept
      when 'audit_log' then coalesce(r.audit_log_days, 1095)
      when 'audit_subject' then coalesce(r.audit_log_days, 1095)
      when 'study_refusal' then coalesce(r.study_refusal_days, 400)
      when 'exam_answer' then coalesce(r.exam_answer_days, 1095)
      when 'exam_journal' then coalesce(r.exam_answer_days, 1095) end), 'UTC')
  from (select tenant as id) t left join public.data_retention r on r.enterprise_id = t.id
$$;

-- Ids in a partition, `lower` inclusive (null: no bound), `upper` exclusive (null: the default partition).
create or replace function portal.partition_bounds(parent text) returns table(name text, lower uuid, upper uuid)
language sql stable
set search_path to 'pg_catalog', 'pg_temp'
as $_$
  select c.relname::text, substring(bound from $re$FROM \('([0-9a-f-]{36})'\)$re$)::uuid,
         substring(bound from $re$TO \('([0-9a-f-]{36})'\)$re$)::uuid
  from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) bound
  where i.inhparent = to_regclass(format('public.%I', parent))
$_$;
