CREATE TABLE "audit_subject" (
	"enterprise_id" uuid NOT NULL,
	"audit_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	CONSTRAINT "audit_subject_enterprise_id_audit_id_subject_id_pk" PRIMARY KEY("enterprise_id","audit_id","subject_id")
)
PARTITION BY RANGE ("audit_id");
--> statement-breakpoint
CREATE INDEX "audit_subject_enterprise_id_subject_id_audit_id_index" ON "audit_subject" USING btree ("enterprise_id","subject_id","audit_id");
--> statement-breakpoint
-- Partitions by month, as those of the audit log (decision 034): everything until the month after the next, and a default one.
do $$
declare
  month timestamptz := date_trunc('month', now(), 'UTC') + interval '2 months';
  first_id uuid := (lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  name text := 'audit_subject' || to_char(month at time zone 'UTC', '_"before"_YYYY_MM');
begin
  create table partitions.audit_subject_default partition of public.audit_subject default;
  execute format('create table partitions.%I partition of public.audit_subject for values from (minvalue) to (%L)', name, first_id);
  foreach name in array array[name, 'audit_subject_default'] loop
    execute format('alter table partitions.%I enable row level security, force row level security', name);
  end loop;
end $$;
