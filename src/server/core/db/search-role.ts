/** Whom `portal.search` runs as: it reads the index of all tenants and nothing else, and nobody signs in as it. */
export const SEARCH_ROLE = 'zhixing_search';

/**
 * Runs after every migration, like the forced row level security: makes the role that `portal.search` needs and gives it
 * exactly that. `search_document` is under row level security for it too, by a policy of its own; the function itself
 * keeps to the tenant of the transaction (docs/decisions).
 * @param appRole who may call it
 */
export const searchRoleSql = (appRole: string) => `
do $$ declare t text; f regprocedure; begin
  if not exists (select from pg_roles where rolname = '${SEARCH_ROLE}') then
    create role ${SEARCH_ROLE} nologin nosuperuser nobypassrls;
  end if;
  if not pg_has_role(current_user, '${SEARCH_ROLE}', 'SET') then
    execute format('grant ${SEARCH_ROLE} to %I', current_user);
  end if;
  grant usage on schema public, portal to ${SEARCH_ROLE};
  foreach t in array array['search_document', 'search_dirty'] loop
    execute format('grant select on public.%I to ${SEARCH_ROLE}', t);
    if not exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = t and p.policyname = 'search') then
      execute format('create policy search on public.%I for select to ${SEARCH_ROLE} using (true)', t);
    end if;
  end loop;
  for f in select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
           where n.nspname = 'portal' and p.proname in ('search', 'enterprises_to_index')
             and p.proowner <> '${SEARCH_ROLE}'::regrole loop
    -- A function belongs only to who could have made it there.
    grant create on schema portal to ${SEARCH_ROLE};
    execute format('alter function %s owner to ${SEARCH_ROLE}', f);
    revoke create on schema portal from ${SEARCH_ROLE};
  end loop;
  execute 'grant execute on function portal.search, portal.enterprises_to_index to ${appRole}';
end $$`;
