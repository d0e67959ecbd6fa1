-- no transaction
-- Every statement may run again (docs/contributing.md).
CREATE TABLE IF NOT EXISTS "exam_journal" (
	"enterprise_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"content" jsonb,
	"prev" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "exam_journal_enterprise_id_attempt_id_seq_pk" PRIMARY KEY("enterprise_id","attempt_id","seq"),
	CONSTRAINT "exam_journal_seq_check" CHECK ("exam_journal"."seq" >= 1)
) PARTITION BY RANGE ("attempt_id");
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "exam_journal_head" (
	"enterprise_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"writer_session" uuid,
	"writer_device" uuid,
	"closes_at" timestamp (3) with time zone,
	CONSTRAINT "exam_journal_head_enterprise_id_attempt_id_pk" PRIMARY KEY("enterprise_id","attempt_id"),
	CONSTRAINT "exam_journal_head_seq_check" CHECK ("exam_journal_head"."seq" >= 0),
	CONSTRAINT "exam_journal_head_bytes_check" CHECK ("exam_journal_head"."bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "exam_switch_appeal" (
	"enterprise_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"switch_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"decision" text,
	"note" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "exam_switch_appeal_enterprise_id_switch_id_pk" PRIMARY KEY("enterprise_id","switch_id"),
	CONSTRAINT "exam_switch_appeal_decision_check" CHECK ("exam_switch_appeal"."decision" in ('upheld', 'set_aside')),
	CONSTRAINT "exam_switch_appeal_decided_check" CHECK (("exam_switch_appeal"."decision" is null) = ("exam_switch_appeal"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "switch_dwell_seconds" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_switch" ADD COLUMN IF NOT EXISTS "kind" text DEFAULT 'hide' NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_switch" ADD COLUMN IF NOT EXISTS "counted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- Answers and their journal are kept equally long.
CREATE OR REPLACE FUNCTION "portal"."kept_since"("tenant" uuid, "kept" text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  select date_trunc('month', now() - make_interval(days => case kept
      when 'audit_log' then coalesce(r.audit_log_days, 1095)
      when 'study_refusal' then coalesce(r.study_refusal_days, 400)
      when 'exam_answer' then coalesce(r.exam_answer_days, 1095)
      when 'exam_journal' then coalesce(r.exam_answer_days, 1095) end), 'UTC')
  from (select tenant as id) t left join public.data_retention r on r.enterprise_id = t.id
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "portal"."create_partition"("parent" text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '100ms' AS $$
declare
  month timestamptz;
  covered uuid;
begin
  if parent not in ('audit_log', 'study_refusal', 'exam_answer', 'exam_journal') then
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
end $$;--> statement-breakpoint
-- As the tables that were partitioned before: a first partition, a default one, and the months to come.
DO $$
declare month timestamptz := date_trunc('month', now(), 'UTC') + interval '2 months';
        name text;
begin
  if exists (select from portal.partition_bounds('exam_journal')) then return; end if;
  name := to_char(month at time zone 'UTC', '"exam_journal_before_"YYYY_MM');
  execute format('create table partitions.%I partition of public.exam_journal for values from (minvalue) to (%L)', name,
                 portal.first_id(month));
  create table partitions.exam_journal_default partition of public.exam_journal default;
  execute format('alter table partitions.%I enable row level security, force row level security', name);
  alter table partitions.exam_journal_default enable row level security, force row level security;
  while portal.create_partition('exam_journal') is not null loop end loop;
end $$;--> statement-breakpoint
ALTER TABLE "exam_journal" DROP CONSTRAINT IF EXISTS "exam_journal_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk", ADD CONSTRAINT "exam_journal_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_journal_head" DROP CONSTRAINT IF EXISTS "exam_journal_head_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk", ADD CONSTRAINT "exam_journal_head_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_switch_appeal" DROP CONSTRAINT IF EXISTS "exam_switch_appeal_enterprise_id_switch_id_exam_switch_enterprise_id_id_fk", ADD CONSTRAINT "exam_switch_appeal_enterprise_id_switch_id_exam_switch_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","switch_id") REFERENCES "public"."exam_switch"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_switch_appeal" DROP CONSTRAINT IF EXISTS "exam_switch_appeal_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk", ADD CONSTRAINT "exam_switch_appeal_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_switch_appeal" DROP CONSTRAINT IF EXISTS "exam_switch_appeal_decided_by_member_fk", ADD CONSTRAINT "exam_switch_appeal_decided_by_member_fk" FOREIGN KEY ("enterprise_id","decided_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "exam_journal_head_closes" ON "exam_journal_head" USING btree ("closes_at","enterprise_id") WHERE closes_at is not null;--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_switch_dwell_seconds_check", ADD CONSTRAINT "exam_switch_dwell_seconds_check" CHECK ("exam"."switch_dwell_seconds" between 0 and 30) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_switch" DROP CONSTRAINT IF EXISTS "exam_switch_kind_check", ADD CONSTRAINT "exam_switch_kind_check" CHECK ("exam_switch"."kind" in ('hide', 'leave', 'gap', 'device', 'offline')) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_switch_dwell_seconds_check";--> statement-breakpoint
ALTER TABLE "exam_switch" VALIDATE CONSTRAINT "exam_switch_kind_check";--> statement-breakpoint
-- Deletes rows that a tenant need not keep any longer, a batch at a time; never of an attempt that is not marked, and nothing of
-- the last half year. The portal's role may only append to the journal.
CREATE OR REPLACE FUNCTION "portal"."delete_exam_journal"("tenant" uuid, "before" timestamptz, "most" integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
declare deleted integer;
begin
  if before > now() - interval '180 days' then
    raise exception 'the journal is kept for 180 days at least' using errcode = 'check_violation';
  end if;
  with expired as materialized (
    select r.attempt_id, r.seq
    from public.exam_journal r join public.exam_attempt a on a.enterprise_id = r.enterprise_id and a.id = r.attempt_id
    where r.enterprise_id = tenant and r.attempt_id < portal.first_id(before)
      and a.status = 'marked' and a.submitted_at < before
    order by r.attempt_id limit most
  )
  delete from public.exam_journal r using expired e
  where r.enterprise_id = tenant and r.attempt_id = e.attempt_id and r.seq = e.seq and r.attempt_id < portal.first_id(before);
  get diagnostics deleted = row_count;
  return deleted;
end $$;
REVOKE ALL ON FUNCTION "portal"."delete_exam_journal" FROM public;--> statement-breakpoint
-- Removes what an erased member wrote, and what others wrote about them. The hashes cover digests of it, so chains stay valid.
CREATE OR REPLACE FUNCTION "portal"."erase_exam_journal"("person" uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
declare tenant uuid := nullif(current_setting('app.enterprise_id', true), '')::uuid;
begin
  if not exists (select from public.enterprise_user u
                 where u.enterprise_id = tenant and u.user_id = person and u.erased_at is not null) then
    raise exception 'the member is not erased' using errcode = 'check_violation';
  end if;
  update public.exam_journal j set content = null
  where j.enterprise_id = tenant and j.content is not null and j.attempt_id in
    (select a.id from public.exam_attempt a where a.enterprise_id = tenant and a.user_id = person);
end $$;
REVOKE ALL ON FUNCTION "portal"."erase_exam_journal" FROM public;--> statement-breakpoint
-- Tenants with attempts that are to be closed because their candidate has left.
CREATE OR REPLACE FUNCTION "portal"."enterprises_with_leavers"("before" timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  select distinct enterprise_id from public.exam_journal_head where closes_at <= before
$$;
REVOKE ALL ON FUNCTION "portal"."enterprises_with_leavers" FROM public;
