-- Which things of one kind contain some words, in the tenant of this transaction: what the keyword of a list asks. Who may
-- see them is decided by the list. It runs as the role that reads the index; migration 0009 and decision 024 give the reasons
-- for the role, for `is not distinct from` and for the settings.
CREATE FUNCTION "portal"."search_ids"("words" tsquery, "of_kind" tsquery, "most" int)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_indexscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
declare
  tenant uuid := nullif(current_setting('app.enterprise_id', true), '')::uuid;
  hit tsquery;
begin
  if tenant is null then raise exception 'no enterprise'; end if;
  hit := words && of_kind && quote_literal('@' || replace(tenant::text, '-', ''))::tsquery;
  return query select d.subject_id from public.search_document d
    where d.terms @@ hit and d.enterprise_id is not distinct from tenant limit most;
end $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "portal"."search_ids" FROM public;--> statement-breakpoint
-- Nobody registers a name that another registration has, however both are written. Null for those that are there: their names are
-- compared when somebody registers, and some may be alike already. A table of few rows, so in one transaction.
ALTER TABLE "portal"."enterprise" ADD COLUMN "registered_name" text;--> statement-breakpoint
ALTER TABLE "portal"."enterprise" ADD CONSTRAINT "enterprise_registered_name_unique" UNIQUE("registered_name");
