create or replace function portal.count_admire() returns trigger
language plpgsql
as $$
declare change int := (new.admired_at is not null)::int;
begin
  if tg_op = 'UPDATE' then change := change - (old.admired_at is not null)::int; end if;
  if change <> 0 then
    update public.announcement set admire_count = admire_count + change
    where enterprise_id = new.enterprise_id and id = new.announcement_id;
  end if;
  return null;
end $$;
create or replace trigger count_admire after insert or update of admired_at on public.announcement_user_record
for each row execute function portal.count_admire();
