-- no transaction
-- The log is partitioned by month: its partitions are indexed one after the other, so that only that of this month is locked, and for as long as
-- its own rows take.
CREATE INDEX IF NOT EXISTS "audit_log_actor" ON ONLY "audit_log" USING btree ("enterprise_id","user_id","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_log_action" ON ONLY "audit_log" USING btree ("enterprise_id","action","id");--> statement-breakpoint
DO $$
declare
  part record;
begin
  for part in
    select p.oid, n.nspname, p.relname, i.name, i.columns
    from pg_inherits h
    join pg_class p on p.oid = h.inhrelid
    join pg_namespace n on n.oid = p.relnamespace
    cross join (values ('audit_log_actor', 'enterprise_id, user_id, id'), ('audit_log_action', 'enterprise_id, action, id')) i (name, columns)
    where h.inhparent = 'public.audit_log'::regclass
  loop
    -- A partition that was made meanwhile has it already.
    continue when exists (
      select from pg_inherits h join pg_index x on x.indexrelid = h.inhrelid
      where h.inhparent = ('public.' || part.name)::regclass and x.indrelid = part.oid);
    execute format('drop index if exists %I.%I', part.nspname, part.relname || substr(part.name, 10));
    execute format('create index %I on %I.%I (%s)', part.relname || substr(part.name, 10), part.nspname, part.relname, part.columns);
    execute format('alter index public.%I attach partition %I.%I', part.name, part.nspname, part.relname || substr(part.name, 10));
    commit;
  end loop;
end $$;
