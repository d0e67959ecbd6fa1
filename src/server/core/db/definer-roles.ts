/**
 * Roles that functions with SECURITY DEFINER run as. Each may do what its functions need and nothing else, and nobody signs
 * in as it (docs/decisions/024, 034).
 */
type DefinerRole = {
  name: string;
  /** Functions of schema `portal` that belong to it. */
  functions: string[];
  /** What it may do with tables of `public`. */
  grants: { table: string; privilege: string }[];
  /** Tables of which a policy shows it the rows of all tenants; of others it sees those of the transaction's tenant. */
  acrossTenants: string[];
};

/** Whom `portal.search` runs as: it reads the index of searches. */
export const SEARCH_ROLE = 'zhixing_search';
/** Whom the sweep of exams looks across tenants as: it reads which attempts are open until when, and nothing of them. */
export const SWEEP_ROLE = 'zhixing_sweep';
/** Whom old lines of the audit log are deleted as. */
export const RETENTION_ROLE = 'zhixing_retention';

const ROLES: DefinerRole[] = [
  {
    name: SEARCH_ROLE,
    functions: ['search', 'enterprises_to_index'],
    grants: [
      { table: 'search_document', privilege: 'select' },
      { table: 'search_dirty', privilege: 'select' },
    ],
    acrossTenants: ['search_document', 'search_dirty'],
  },
  {
    name: SWEEP_ROLE,
    functions: ['enterprises_with_expired_attempts'],
    grants: [{ table: 'exam_attempt', privilege: 'select (enterprise_id, status, deadline_at)' }],
    acrossTenants: ['exam_attempt'],
  },
  {
    name: RETENTION_ROLE,
    functions: ['delete_audit_log'],
    grants: [{ table: 'audit_log', privilege: 'select, delete' }],
    acrossTenants: [],
  },
];

/**
 * Runs after every migration, like the forced row level security: makes the roles and gives them exactly that.
 * @param appRole who may call the functions
 */
export const definerRolesSql = (appRole: string) => ROLES.map((role) => roleSql(role, appRole)).join(';\n');

const literals = (names: string[]) => `array[${names.map((name) => `'${name}'`).join(', ')}]::text[]`;

const roleSql = ({ name, functions, grants, acrossTenants }: DefinerRole, appRole: string) => `
do $$ declare t text; f regprocedure; begin
  if not exists (select from pg_roles where rolname = '${name}') then
    create role ${name} nologin nosuperuser nobypassrls;
  end if;
  if not pg_has_role(current_user, '${name}', 'SET') then
    execute format('grant ${name} to %I', current_user);
  end if;
  grant usage on schema public, portal to ${name};
  ${grants.map(({ table, privilege }) => `grant ${privilege} on public.${table} to ${name};`).join('\n  ')}
  foreach t in array ${literals(acrossTenants)} loop
    if not exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = t
                   and '${name}' = any (p.roles)) then
      execute format('create policy ${name} on public.%I for select to ${name} using (true)', t);
    end if;
  end loop;
  for f in select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
           where n.nspname = 'portal' and p.proname = any (${literals(functions)})
             and p.proowner <> '${name}'::regrole loop
    -- A function belongs only to who could have made it there.
    grant create on schema portal to ${name};
    execute format('alter function %s owner to ${name}', f);
    revoke create on schema portal from ${name};
  end loop;
  execute 'grant execute on function ${functions.map((f) => `portal.${f}`).join(', ')} to ${appRole}';
end $$`;
