-- Whether a member appears in rankings.
create or replace function portal.is_ranked(tenant uuid, member uuid) returns boolean
language sql stable security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
  select coalesce((select u.status = 'active' from public.enterprise_user u where u.enterprise_id = tenant and u.user_id = member), false)
    and not exists (select from public.ranking_choice c where c.enterprise_id = tenant and c.user_id = member and c.names = 'hidden')
$$;
revoke all on function portal.is_ranked from public;

create or replace function portal.rank_member() returns trigger
language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
declare active boolean := portal.is_ranked(coalesce(new.enterprise_id, old.enterprise_id), coalesce(new.user_id, old.user_id));
begin
  update public.ranking_total set ranked = active
  where enterprise_id = coalesce(new.enterprise_id, old.enterprise_id)
    and user_id = coalesce(new.user_id, old.user_id) and ranked <> active;
  return null;
end $$;
revoke all on function portal.rank_member from public;
create or replace trigger rank_member after insert or delete or update of status on public.enterprise_user
for each row execute function portal.rank_member();
create or replace trigger rank_choice after insert or delete or update of names on public.ranking_choice
for each row execute function portal.rank_member();

-- Notes that what statements of departments say about a person in a year has changed; null: in any year (decision 123). A statement is noted once, so
-- that later changes find none: the people of the others, an array of maybe thousands, are not read.
create or replace function portal.note_statement_change(tenant uuid, person uuid, of_year integer) returns void
language plpgsql
set search_path to 'pg_catalog', 'pg_temp'
as $$
begin
  with unchanged as materialized (
    select s.id from public.annual_statement s
    where s.enterprise_id = tenant and s.user_id is null and s.organisation_id is null and (of_year is null or s.year = of_year)
      and not exists (select from public.annual_statement_change c where c.enterprise_id = tenant and c.statement_id = s.id)
  )
  insert into public.annual_statement_change (enterprise_id, statement_id)
  select tenant, s.id from unchanged u
  join public.annual_statement s on s.enterprise_id = tenant and s.id = u.id
  where person = any (s.people);
end $$;

create or replace function portal.total_entry() returns trigger
language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
declare active boolean := portal.is_ranked(new.enterprise_id, new.user_id);
begin
  insert into public.ledger_total as t (enterprise_id, user_id, kind, hour_kind, year, total)
  values (new.enterprise_id, new.user_id, new.kind, coalesce(new.hour_kind, ''), new.year, new.amount)
  on conflict (enterprise_id, user_id, kind, hour_kind, year) do update set total = t.total + excluded.total;
  insert into public.ranking_total as r (enterprise_id, user_id, kind, year, total, ranked)
  values (new.enterprise_id, new.user_id, new.kind, 0, new.amount, active),
         (new.enterprise_id, new.user_id, new.kind, new.year, new.amount, active)
  on conflict (enterprise_id, user_id, kind, year) do update set total = r.total + excluded.total;
  if new.kind <> 'points' then perform portal.note_statement_change(new.enterprise_id, new.user_id, new.year); end if;
  return null;
end $$;
revoke all on function portal.total_entry from public;
create or replace trigger total_entry after insert on public.ledger_entry
for each row execute function portal.total_entry();

-- What a certificate says is taken from its kind and the enterprise once, when it is issued; a corrected one says what the earlier one said.
create or replace function portal.print_certificate() returns trigger
language plpgsql
as $$
declare said record;
begin
  if new.certificate_name <> '' then return new; end if;
  select k.certificate_name, k.issuer, k.titles, e.name, (
    select v.id from public.certificate_template_version v
    where v.enterprise_id = k.enterprise_id and v.template_id = k.template_id order by v.version desc limit 1
  ) as version_id into said
  from public.certificate k join portal.enterprise e on e.id = k.enterprise_id
  where k.enterprise_id = new.enterprise_id and k.id = new.certificate_id;
  -- Without its kind the foreign key refuses it.
  if found then
    new.certificate_name := said.certificate_name;
    new.issuer := said.issuer;
    new.titles := said.titles;
    new.enterprise_name := said.name;
    new.template_version_id := coalesce(new.template_version_id, said.version_id);
  end if;
  -- What the course or the exam has given until now, which is posted before; what was taken back is subtracted. Another completion of a course says
  -- what the first one gave.
  if new.source ~ '^(course|exam):' then
    select coalesce(sum(l.amount) filter (where l.kind = 'hours'), 0), coalesce(sum(l.amount) filter (where l.kind = 'credits'), 0)
    into new.class_hours, new.credits
    from public.ledger_entry l
    left join public.ledger_entry r on r.enterprise_id = l.enterprise_id and r.id = l.reversal_of
    where l.enterprise_id = new.enterprise_id and l.user_id = new.user_id
      and starts_with(coalesce(r.source, l.source), split_part(new.source, ':', 1) || ':' || split_part(new.source, ':', 2) || ':');
  end if;
  return new;
end $$;
create or replace trigger print_certificate before insert on public.user_certificate
for each row execute function portal.print_certificate();

-- What was issued never changes. The name goes with the erasure of the holder's data, which revokes the certificate.
create or replace function portal.keep_certificate() returns trigger
language plpgsql
as $$
begin
  raise exception 'a certificate does not change' using errcode = 'check_violation';
end $$;
create or replace trigger keep_certificate
before update of certificate_id, certificate_name, issuer, enterprise_name, titles, class_hours, credits, template_version_id, certificate_no, issued_at, user_name, replaces_id on public.user_certificate
for each row when ((old.certificate_id, old.certificate_name, old.issuer, old.enterprise_name, old.titles, old.class_hours, old.credits, old.template_version_id, old.certificate_no, old.issued_at, old.replaces_id)
    is distinct from (new.certificate_id, new.certificate_name, new.issuer, new.enterprise_name, new.titles, new.class_hours, new.credits, new.template_version_id, new.certificate_no, new.issued_at, new.replaces_id)
  or old.user_name <> new.user_name and new.revoked_at is null)
execute function portal.keep_certificate();

-- Nor does a statement that was issued.
create or replace function portal.keep_statement() returns trigger
language plpgsql
as $$
begin
  raise exception 'a statement does not change' using errcode = 'check_violation';
end $$;
create or replace trigger keep_statement before update on public.annual_statement
for each row execute function portal.keep_statement();
-- Certificates were issued with it. It goes with its template, while there is no certificate of it.
create or replace function portal.keep_template_version() returns trigger
language plpgsql
as $$
begin
  raise exception 'a version of a template does not change' using errcode = 'check_violation';
end $$;
create or replace trigger keep_template_version
before update of id, template_id, version, layout, published_at on public.certificate_template_version
for each row execute function portal.keep_template_version();

-- Certificates are part of statements while they are not revoked.
create or replace function portal.note_certificate() returns trigger
language plpgsql
as $$
declare of_year integer;
begin
  select extract(year from new.issued_at at time zone e.time_zone) into of_year from portal.enterprise e where e.id = new.enterprise_id;
  perform portal.note_statement_change(new.enterprise_id, new.user_id, of_year);
  if tg_op = 'UPDATE' and old.user_id <> new.user_id then
    perform portal.note_statement_change(new.enterprise_id, old.user_id, of_year);
  end if;
  return null;
end $$;
create or replace trigger note_certificate after insert on public.user_certificate
for each row execute function portal.note_certificate();
create or replace trigger note_certificate_change after update of revoked_at, user_id on public.user_certificate
for each row when ((old.revoked_at is null) <> (new.revoked_at is null) or old.user_id <> new.user_id)
execute function portal.note_certificate();

-- The page by which strangers verify a certificate is out of date.
create or replace function portal.announce_certificate() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('zhixing_changes', json_build_object('enterpriseId', new.enterprise_id,
    'tags', json_build_array('certificate:' || new.certificate_no))::text);
  return null;
end $$;
create or replace trigger announce_certificate after update of expires_at, revoked_at, user_id, user_name on public.user_certificate
for each row execute function portal.announce_certificate();

-- Moves the ledger of a record that was merged into another one of the same person (decision 095). An entry whose source the kept record has
-- too stays, with its reversal, so that nothing is counted twice. Totals are made again from the entries of both.
create or replace function portal.merge_ledger(removed uuid, kept uuid) returns void
language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
declare tenant uuid := nullif(current_setting('app.enterprise_id', true), '')::uuid;
begin
  if not exists (select from public.member_merge m
                 where m.enterprise_id = tenant and m.removed_id = removed and m.kept_id = kept) then
    raise exception 'the record is not merged' using errcode = 'check_violation';
  end if;
  update public.ledger_entry e set user_id = kept
  where e.enterprise_id = tenant and e.user_id = removed and not exists (
    select from public.ledger_entry s join public.ledger_entry k on k.enterprise_id = tenant and k.user_id = kept and k.source = s.source
    where s.enterprise_id = tenant and s.id in (e.id, e.reversal_of));
  delete from public.ledger_total where enterprise_id = tenant and user_id in (removed, kept);
  delete from public.ranking_total where enterprise_id = tenant and user_id in (removed, kept);
  insert into public.ledger_total (enterprise_id, user_id, kind, hour_kind, year, total)
  select tenant, user_id, kind, coalesce(hour_kind, ''), year, sum(amount) from public.ledger_entry
  where enterprise_id = tenant and user_id in (removed, kept) group by user_id, kind, coalesce(hour_kind, ''), year;
  insert into public.ranking_total (enterprise_id, user_id, kind, year, total, ranked)
  select tenant, e.user_id, e.kind, y, sum(e.amount), portal.is_ranked(tenant, e.user_id)
  from public.ledger_entry e
  cross join lateral (values (0), (e.year)) as years (y)
  where e.enterprise_id = tenant and e.user_id in (removed, kept) group by e.user_id, e.kind, y;
end $$;
revoke all on function portal.merge_ledger from public;
grant execute on function portal.merge_ledger to zhixing_app;
