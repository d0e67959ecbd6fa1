CREATE TABLE "data_retention" (
	"enterprise_id" uuid PRIMARY KEY NOT NULL,
	"audit_log_days" integer NOT NULL,
	"study_refusal_days" integer NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_retention_audit_log_days_check" CHECK ("data_retention"."audit_log_days" >= 180),
	CONSTRAINT "data_retention_study_refusal_days_check" CHECK ("data_retention"."study_refusal_days" >= 30)
);
--> statement-breakpoint
-- Both at once, in the order in which saves lock them: otherwise each could wait for the other.
LOCK TABLE "exam_attempt", "exam_answer" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "exam_answer" RENAME COLUMN "marked" TO "flagged";--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN "short_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN "unmarked_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The marking lists read these instead of the paper of every attempt.
CREATE FUNCTION "portal"."count_short_answers"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  select count(*), count(*) filter (where new.status <> 'open' and not coalesce(new.marks, '{}') ? (q ->> 'questionId'))
  into new.short_count, new.unmarked_count
  from jsonb_array_elements(new.paper) q where q ->> 'type' = 'short';
  return new;
end $$;--> statement-breakpoint
CREATE TRIGGER "count_short_answers" BEFORE INSERT OR UPDATE OF "paper", "status", "marks", "short_count", "unmarked_count"
  ON "exam_attempt" FOR EACH ROW EXECUTE FUNCTION "portal"."count_short_answers"();--> statement-breakpoint
-- Tenants with expired attempts, from one index over all tenants. Runs as a role of its own (definer-roles.ts).
CREATE OR REPLACE FUNCTION "portal"."enterprises_with_expired_attempts"("before" timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  select distinct enterprise_id from public.exam_attempt where status = 'open' and deadline_at < before
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "portal"."enterprises_with_expired_attempts" FROM public;--> statement-breakpoint
-- Both totals of the ledger are kept by this trigger. The portal's own role may not write to them (migrate.ts), so this runs
-- as the owner, in the tenant of the transaction: row level security is forced on the owner.
CREATE OR REPLACE FUNCTION "portal"."rank_entry"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
declare active boolean := coalesce((select status = 'active' from public.enterprise_user
                                    where enterprise_id = new.enterprise_id and user_id = new.user_id), false);
begin
  insert into public.ledger_total as t (enterprise_id, user_id, kind, hour_kind, year, total)
  values (new.enterprise_id, new.user_id, new.kind, coalesce(new.hour_kind, ''), new.year, new.amount)
  on conflict (enterprise_id, user_id, kind, hour_kind, year) do update set total = t.total + excluded.total;
  insert into public.ranking_total as r (enterprise_id, user_id, kind, year, total, ranked)
  values (new.enterprise_id, new.user_id, new.kind, 0, new.amount, active),
         (new.enterprise_id, new.user_id, new.kind, new.year, new.amount, active)
  on conflict (enterprise_id, user_id, kind, year) do update set total = r.total + excluded.total;
  return null;
end $$;--> statement-breakpoint
ALTER FUNCTION "portal"."rank_entry" RENAME TO "total_entry";--> statement-breakpoint
ALTER TRIGGER "rank_entry" ON "ledger_entry" RENAME TO "total_entry";--> statement-breakpoint
ALTER FUNCTION "portal"."rank_member" SECURITY DEFINER SET search_path = pg_catalog, pg_temp;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "portal"."total_entry", "portal"."rank_member" FROM public;--> statement-breakpoint
-- Deletes rows that a tenant need not keep any longer, a batch at a time. The portal's role may delete nothing from the
-- audit log by itself; by this, nothing that is younger than half a year.
CREATE FUNCTION "portal"."delete_audit_log"("tenant" uuid, "before" timestamptz, "most" integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
declare deleted integer;
begin
  if before > now() - interval '180 days' then
    raise exception 'the audit log is kept for 180 days at least' using errcode = 'check_violation';
  end if;
  delete from public.audit_log where enterprise_id = tenant and id in (
    select l.id from public.audit_log l where l.enterprise_id = tenant and l.gmt_create < before
    order by l.gmt_create limit most);
  get diagnostics deleted = row_count;
  return deleted;
end $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "portal"."delete_audit_log" FROM public;
