-- Removes the personal data of an erased member from the logs, which the portal's role may only append to. Of the audit log ids,
-- numbers and true/false remain; entries of other people keep their own address. A phone number finds entries of attempts to sign
-- in that name nobody.
create or replace function portal.erase_from_logs(person uuid, phone text) returns void
language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp'
as $_$
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
    and (l.user_id = person or strpos(l.detail::text, person::text) > 0 or l.detail ->> 'phone' = phone
         or l.id in (select s.audit_id from public.audit_subject s where s.enterprise_id = tenant and s.subject_id = person));
  update public.flow_log f set comment = null
  where f.enterprise_id = tenant and f.user_id = person and f.comment is not null;
end $_$;
revoke all on function portal.erase_from_logs from public;
