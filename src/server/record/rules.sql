create or replace function portal.rank_member() returns trigger
language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
declare active boolean := tg_op <> 'DELETE' and new.status = 'active';
begin
  update public.ranking_total set ranked = active
  where enterprise_id = coalesce(new.enterprise_id, old.enterprise_id)
    and user_id = coalesce(new.user_id, old.user_id) and ranked <> active;
  return null;
end $$;
revoke all on function portal.rank_member from public;
create or replace trigger rank_member after insert or delete or update of status on public.enterprise_user
for each row execute function portal.rank_member();

create or replace function portal.total_entry() returns trigger
language plpgsql security definer
set search_path to 'pg_catalog', 'pg_temp'
as $$
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
end $$;
revoke all on function portal.total_entry from public;
create or replace trigger total_entry after insert on public.ledger_entry
for each row execute function portal.total_entry();
