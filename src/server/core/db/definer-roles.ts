/**
 * Roles that own the SECURITY DEFINER functions. Each has only the privileges that its functions need, and no login
 * (docs/decisions/024, 034).
 */
type DefinerRole = {
  name: string;
  /** Functions of schema `portal` that it owns. */
  functions: string[];
  /** Its privileges on tables of `public`. */
  grants: { table: string; privilege: string }[];
  /**
   * Tables whose policy gives it the rows of all tenants; in other tables it sees only those of the transaction's
   * tenant.
   */
  acrossTenants: string[];
};

/** Runs `portal.search`: reads the search index. */
export const SEARCH_ROLE = 'zhixing_search';
/**
 * Finds exam attempts of all tenants that are to be closed, and whether exams or rehearsals are under way: reads only their
 * status and times.
 */
export const SWEEP_ROLE = 'zhixing_sweep';
/**
 * Deletes old rows of the audit log and of the journals of exams, and removes the data of erased members from them.
 */
export const RETENTION_ROLE = 'zhixing_retention';

const ROLES: DefinerRole[] = [
  {
    name: SEARCH_ROLE,
    functions: ['search', 'search_ids', 'find_similar', 'enterprises_to_index'],
    grants: [
      { table: 'search_document', privilege: 'select' },
      { table: 'search_dirty', privilege: 'select' },
    ],
    acrossTenants: ['search_document', 'search_dirty'],
  },
  {
    name: SWEEP_ROLE,
    functions: [
      'enterprises_with_expired_attempts',
      'enterprises_with_leavers',
      'enterprises_with_changed_results',
      'enterprises_with_planned_content',
      'exams_under_way',
      'rehearsals_since',
    ],
    grants: [
      { table: 'exam_attempt', privilege: 'select (enterprise_id, status, deadline_at, trial)' },
      { table: 'exam_journal_head', privilege: 'select (enterprise_id, closes_at)' },
      { table: 'exam_result_change', privilege: 'select (enterprise_id)' },
      { table: 'content_item', privilege: 'select (enterprise_id, publish_at, withdraw_at)' },
      { table: 'exam', privilege: 'select (enterprise_id, id, published, window_start)' },
      { table: 'exam_resit', privilege: 'select (enterprise_id, exam_id, window_start)' },
      { table: 'rehearsal', privilege: 'select (enterprise_id, id, status, asked_at)' },
    ],
    acrossTenants: [
      ...['exam_attempt', 'exam_journal_head', 'exam_result_change', 'exam', 'exam_resit', 'rehearsal'],
      'content_item',
    ],
  },
  {
    name: RETENTION_ROLE,
    functions: ['delete_audit_log', 'erase_from_logs', 'delete_exam_journal', 'erase_exam_journal'],
    grants: [
      { table: 'audit_log', privilege: 'select, delete, update (detail, address)' },
      { table: 'audit_subject', privilege: 'select, delete' },
      { table: 'flow_log', privilege: 'select, update (comment)' },
      { table: 'enterprise_user', privilege: 'select (enterprise_id, user_id, erased_at)' },
      { table: 'exam_journal', privilege: 'select, delete, update (content)' },
      { table: 'exam_attempt', privilege: 'select (enterprise_id, id, user_id, status, submitted_at)' },
    ],
    acrossTenants: [],
  },
];

/**
 * SQL that runs after every migration, like the forced row level security: creates the roles and grants their privileges.
 * @param appRole role that may execute the functions
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
    -- PostgreSQL requires CREATE on the schema for the new owner of a function.
    grant create on schema portal to ${name};
    execute format('alter function %s owner to ${name}', f);
    revoke create on schema portal from ${name};
  end loop;
  execute 'grant execute on function ${functions.map((f) => `portal.${f}`).join(', ')} to ${appRole}';
end $$`;
