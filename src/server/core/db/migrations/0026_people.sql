-- no transaction
ALTER TABLE "enterprise_user" ADD COLUMN IF NOT EXISTS "employee_no" text,
  ADD COLUMN IF NOT EXISTS "disabled_at" timestamp (3) with time zone,
  ADD COLUMN IF NOT EXISTS "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "portal"."user_account" ADD COLUMN IF NOT EXISTS "phone_unverified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
DROP INDEX IF EXISTS "enterprise_user_employee_no";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "enterprise_user_employee_no" ON "enterprise_user" USING btree ("enterprise_id","employee_no") WHERE employee_no is not null;--> statement-breakpoint
ALTER TABLE "enterprise_user" DROP CONSTRAINT IF EXISTS "enterprise_user_erased_check",
  ADD CONSTRAINT "enterprise_user_erased_check" CHECK ("enterprise_user"."erased_at" is null or ("enterprise_user"."status" = 'disabled' and "enterprise_user"."employee_no" is null and not "enterprise_user"."is_admin")) NOT VALID;--> statement-breakpoint
ALTER TABLE "enterprise_user" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "enterprise_user" VALIDATE CONSTRAINT "enterprise_user_erased_check";--> statement-breakpoint
ALTER TABLE "enterprise_user" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Removes the personal data of an erased member from the logs, which the portal's role may only append to. Of the audit log ids,
-- numbers and true/false remain; entries of other people keep their own address. A phone number finds entries of attempts to sign
-- in that name nobody.
CREATE OR REPLACE FUNCTION "portal"."erase_from_logs"("person" uuid, "phone" text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
declare tenant uuid := nullif(current_setting('app.enterprise_id', true), '')::uuid;
begin
  if not exists (select from public.enterprise_user u
                 where u.enterprise_id = tenant and u.user_id = person and u.erased_at is not null) then
    raise exception 'the member is not erased' using errcode = 'check_violation';
  end if;
  update public.audit_log l
  set address = case when l.user_id <> person then l.address end,
      detail = (select jsonb_object_agg(e.key, e.value) from jsonb_each(l.detail) e
                where jsonb_typeof(e.value) in ('number', 'boolean', 'null')
                   or e.value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
  where l.enterprise_id = tenant
    and (l.user_id = person or strpos(l.detail::text, person::text) > 0 or l.detail ->> 'phone' = phone);
  update public.flow_log f set comment = null
  where f.enterprise_id = tenant and f.user_id = person and f.comment is not null;
end $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "portal"."erase_from_logs" FROM public;
