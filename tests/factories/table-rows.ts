import type pg from 'pg';

/* Valid rows for any table, derived from the system catalogue, so that constraint tests also cover new columns. */

type Column = { name: string; type: string; needed: boolean };
export type ForeignKey = { name: string; columns: string[]; target: string; targetColumns: string[] };
export type TableShape = {
  columns: Column[];
  checks: { name: string; text: string; columns: string[] }[];
  keys: ForeignKey[];
};
export type Values = Record<string, unknown>;

/** Reads the columns and constraints of every table of the portal, by `schema.name`. */
export async function readTables(client: pg.ClientBase): Promise<Map<string, TableShape>> {
  const names = (of: string, key: string) =>
    `array(select attname::text from unnest(c.${key}) with ordinality k (n, i)
           join pg_attribute a on a.attrelid = c.${of} and a.attnum = k.n order by k.i)`;
  const { rows } = await client.query<TableShape & { table: string }>(`
    select n.nspname || '.' || r.relname as table,
      (select json_agg(json_build_object('name', attname, 'type', atttypid::regtype::text,
                'needed', attnotnull and not atthasdef))
       from pg_attribute where attrelid = r.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(json_agg(json_build_object('name', conname, 'text', pg_get_constraintdef(c.oid),
                'columns', ${names('conrelid', 'conkey')}) order by conname), '[]')
       from pg_constraint c where c.conrelid = r.oid and contype = 'c') as checks,
      (select coalesce(json_agg(json_build_object('name', conname, 'columns', ${names('conrelid', 'conkey')},
                'target', (select t.relnamespace::regnamespace || '.' || t.relname from pg_class t where t.oid = confrelid),
                'targetColumns', ${names('confrelid', 'confkey')}) order by conname), '[]')
       from pg_constraint c where c.conrelid = r.oid and contype = 'f') as keys
    from pg_class r join pg_namespace n on n.oid = r.relnamespace
    where n.nspname in ('public', 'portal') and r.relkind in ('r', 'p')`);
  return new Map(rows.map(({ table, ...shape }) => [table, shape]));
}

/** Values of columns with a CHECK constraint that is stricter than the type. */
const SPECIAL: Record<string, string> = {
  'annual_statement.people': `'{}'`,
  'document.page_count': '1',
  'exam_resit.window_end': `now() + interval '1 hour'`,
  'exam.window_end': `now() + interval '1 hour'`,
  'training_session.end_at': `now() + interval '1 hour'`,
  'live_session.end_at': `now() + interval '1 hour'`,
  'study_task.end_at': `now() + interval '1 hour'`,
  'website.brand_color': `'#1355a0'`,
  'course_order.currency': `'CNY'`,
  'enterprise_info.region_code': `'110101'`,
  'data_retention.audit_log_days': '365',
  'data_retention.study_refusal_days': '365',
  'study_task_item.course_id': 'gen_random_uuid()',
  'ledger_entry.hour_kind': `'other'`,
  'ledger_total.hour_kind': `'other'`,
  'evaluation.done_at': 'now()',
  'evaluation.state': `'done'`,
  'evaluation_form.kind': `'assessment'`,
  'evidence_upload.received': '0',
  'media_upload.received': '0',
  'media_caption.lang': `'zh'`,
  'post.title': `'Title'`,
  'question_version.texts': `'{"zh": {}}'`,
  'report_delivery.state': `'queued'`,
  'report_schedule.day': '1',
  'requirement_delivery.state': `'queued'`,
  'requirement_message.kind': `'digest'`,
  'requirement_version.due_days': '30',
  'requirement_version.due_from': `'joined'`,
  'resource_caption.lang': `'zh'`,
  'terminal.idle_seconds': '60',
  'training_material.url': `'https://example.com'`,
};
/** Foreign keys whose row is made although their column may be null: a CHECK wants one of two. */
const MADE = new Set([
  'exam_certificate_need_enterprise_id_course_id_course_enterprise',
  'mistake_enterprise_id_run_id_practice_run_enterprise_id_id_fk',
  'moderation_case_comment_fk',
  'practice_run_enterprise_id_bank_id_question_bank_enterprise_id_',
  'requirement_subject_course_fk',
]);
const OF_TYPE: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  jsonb: `'[]'`,
  bytea: `uuid_send(gen_random_uuid())`,
  tsvector: `''`,
  date: 'current_date',
  boolean: 'true',
  'timestamp with time zone': 'now()',
  text: `gen_random_uuid()::text`,
  'uuid[]': `'{}'`,
  'integer[]': `'{}'`,
  'text[]': `'{}'`,
};

/**
 * Inserts a valid row into a table, and the rows that its required foreign keys refer to.
 * @param given values of some columns
 * @param unless name of a foreign key whose row is not inserted
 * @returns the stored row
 */
export async function insertRow(
  client: pg.ClientBase,
  tables: Map<string, TableShape>,
  table: string,
  given: Values,
  unless?: string,
): Promise<Values> {
  const { columns, checks, keys } = tables.get(table)!;
  const values: Values = { ...given };
  for (const key of keys) {
    const own = key.columns.filter((name) => name !== 'enterprise_id');
    const isNeeded = MADE.has(key.name) || own.some((name) => columns.find((column) => column.name === name)!.needed);
    if (key.name === unless || own.length === 0 || !isNeeded || own.every((name) => name in values)) continue;
    const shared = Object.fromEntries(
      key.columns.flatMap((name, i) => (name in values ? [[key.targetColumns[i]!, values[name]]] : [])),
    );
    const parent = await insertRow(client, tables, key.target, shared);
    key.columns.forEach((name, i) => (values[name] = parent[key.targetColumns[i]!]));
  }
  const expressions = columns.flatMap(({ name, type, needed }) => {
    const special = SPECIAL[`${table.split('.')[1]}.${name}`];
    if (name in values || (!needed && !special)) return [];
    // For an enumeration, the first value.
    const listed = checks.find((check) => check.columns.join() === name && /ARRAY\['/.test(check.text));
    const first = listed && /ARRAY\['([^']*)'/.exec(listed.text)?.[1];
    return [[name, special ?? (first ? `'${first}'` : (OF_TYPE[type] ?? '2'))] as const];
  });
  const names = [...Object.keys(values), ...expressions.map(([name]) => name)];
  const list = [...Object.keys(values).map((_, i) => `$${i + 1}`), ...expressions.map(([, expression]) => expression)];
  const { rows } = await client.query<Values>(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${list.join(', ')}) returning *`,
    Object.values(values),
  );
  return rows[0]!;
}
