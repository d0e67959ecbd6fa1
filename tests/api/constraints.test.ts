import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { website } from '#src/server/core/db/schema/site.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { insertRow, readTables, type TableShape, type Values } from '../factories/table-rows.ts';
import { mintTenant } from '../factories/tenant.ts';

/* Every CHECK and every foreign key that the catalogue knows is violated, by a row that is valid but for that. */

let client: pg.Client;
let tables: Map<string, TableShape>;
let enterpriseId: string;
beforeAll(async () => {
  enterpriseId = (await mintTenant()).id;
  // As the owner: some tables are written by triggers alone.
  client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  tables = await readTables(client);
  // A tenant has one such row: the test's own takes its place.
  await withTenant(enterpriseId, (db) => db.delete(website));
});
afterAll(() => client.end());

const NOW = new Date();
const BEFORE = new Date(NOW.getTime() - 1000);
const ID = '00000000-0000-4000-8000-000000000000';

/**
 * Values that violate a CHECK, each set by itself. Not listed is what has one column: a set of texts gets one that is none
 * of them, and a number −1.
 */
const VIOLATIONS: Record<string, Values[]> = {
  cart_item_seats_check: [{ seats: 0 }],
  cart_item_user_ids_check: [{ seats: 1, user_ids: [ID, randomUUID()] }],
  certificate_valid_months_check: [{ valid_months: 0 }],
  comment_deleted_check: [{ deleted_by: ID, deleted_at: null }],
  comment_reply_check: [{ reply_to_user_id: ID, parent_id: null }],
  course_completion_threshold_check: [{ completion_threshold: 0 }, { completion_threshold: 101 }],
  course_course_type_check: [{ course_type: 0 }, { course_type: 4 }],
  course_resource_content_type_check: [{ content_type: 1 }, { content_type: 9 }],
  course_resource_exam_check: [{ exam_id: ID, content_type: 2 }],
  course_resource_resource_type_check: [{ resource_type: 1 }, { resource_type: 7 }],
  course_progress_study_progress_check: [{ study_progress: -1 }, { study_progress: 101 }],
  data_retention_audit_log_days_check: [{ audit_log_days: 179 }],
  data_retention_study_refusal_days_check: [{ study_refusal_days: 29 }],
  enterprise_user_sex_check: [{ sex: 0 }, { sex: 3 }],
  enterprise_user_user_type_check: [{ user_type: 0 }, { user_type: 4 }],
  exam_attempt_closed_check: [
    { status: 'submitted', submitted_at: null },
    { status: 'open', submitted_at: NOW },
  ],
  exam_attempt_passed_check: [
    { status: 'marked', submitted_at: NOW, passed: null },
    { status: 'submitted', submitted_at: NOW, passed: true },
  ],
  exam_attempt_status_check: [{ status: 'none of these', submitted_at: NOW }],
  exam_attempt_unmarked_count_check: [
    { status: 'marked', submitted_at: NOW, passed: true, paper: JSON.stringify([{ questionId: 'q', type: 'short' }]) },
  ],
  exam_switch_policy_limit_check: [{ switch_policy: 'limit', switch_limit: 0 }],
  exam_window_check: [{ window_start: NOW, window_end: NOW }],
  export_record_export_status_check: [{ export_status: 0 }, { export_status: 4 }],
  file_height_check: [{ height: 0 }],
  file_width_check: [{ width: 0 }],
  ledger_entry_amount_check: [{ amount: 0 }],
  ledger_entry_hours_check: [
    { kind: 'hours', hour_kind: null },
    { kind: 'points', hour_kind: 'other' },
  ],
  ledger_entry_kind_check: [{ kind: 'none of these', hour_kind: null }],
  ledger_total_kind_check: [{ kind: 'none of these', hour_kind: '' }],
  ledger_total_hours_check: [
    { kind: 'hours', hour_kind: '' },
    { kind: 'points', hour_kind: 'other' },
  ],
  nav_item_nav_menu_type_check: [{ nav_menu_type: 0 }],
  question_difficulty_check: [{ difficulty: 0 }, { difficulty: 5 }],
  reaction_rating: [{ rating: 0 }, { rating: 6 }],
  resource_progress_study_progress_check: [{ study_progress: -1 }, { study_progress: 101 }],
  search_document_type_check: [{ type: 0 }, { type: 9 }],
  study_task_item_subject_check: [
    { course_id: ID, exam_id: ID },
    { course_id: null, exam_id: null },
  ],
  study_task_period_check: [{ start_at: NOW, end_at: NOW }],
  study_task_task_type_check: [{ task_type: 0 }, { task_type: 5 }],
  study_task_user_study_progress_check: [{ study_progress: -1 }, { study_progress: 101 }],
  subject_total_rating_counts_check: [{ rating_counts: [1, 2, 3, 4] }],
  user_certificate_validity_check: [{ issued_at: NOW, expires_at: BEFORE }],
  zone_category_check: [
    { relation_type: 5, category_id: null },
    { relation_type: 2, category_id: ID },
  ],
  zone_relation_type_check: [{ relation_type: 0 }, { relation_type: 8 }],
};

/** What else a row needs to violate nothing but this foreign key. */
const BESIDE: Record<string, () => Promise<Values>> = {
  comment_deleted_by_member_fk: () => Promise.resolve({ deleted_at: NOW }),
  comment_reply_to_user_id_member_fk: async () => {
    const parent = await insertRow(client, tables, 'public.comment', { enterprise_id: enterpriseId });
    return { parent_id: parent['id'] };
  },
  zone_enterprise_id_category_id_category_enterprise_id_id_fk: () => Promise.resolve({ relation_type: 5 }),
};

/** What the database says to a row, in a transaction that leaves nothing behind. */
async function attempt(table: string, values: Values, unless?: string): Promise<string> {
  await client.query(`begin; set local app.enterprise_id = '${enterpriseId}'`);
  try {
    const tenanted = tables.get(table)!.columns.some(({ name }) => name === 'enterprise_id');
    const more = await BESIDE[unless ?? '']?.();
    const all = { ...(tenanted ? { enterprise_id: enterpriseId } : {}), ...more, ...values };
    await insertRow(client, tables, table, all, unless);
    return 'accepted';
  } catch (error) {
    const { code, constraint } = error as pg.DatabaseError;
    return `${code} ${constraint ?? (error as Error).message}`;
  } finally {
    await client.query('rollback');
  }
}

it('accepts the rows that are valid', async () => {
  const wrong: string[] = [];
  for (const table of tables.keys()) {
    const answer = await attempt(table, {});
    if (answer !== 'accepted') wrong.push(`${table}: ${answer}`);
  }
  expect(wrong).toEqual([]);
});

it('refuses with 23514 what violates a CHECK', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const [table, { columns, checks }] of tables) {
    for (const { name, columns: of } of checks) {
      const isText = columns.find((column) => column.name === of[0])!.type === 'text';
      const sets = VIOLATIONS[name] ?? (of.length === 1 ? [{ [of[0]!]: isText ? 'none of these' : -1 }] : []);
      if (sets.length === 0) wrong.push(`${name}: no violation`);
      for (const values of sets) {
        tried++;
        const answer = await attempt(table, values);
        if (answer !== `23514 ${name}`) wrong.push(`${name} ${JSON.stringify(values)}: ${answer}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(150);
});

it('refuses with 23503 what refers to nothing', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const [table, { keys }] of tables) {
    for (const { name, columns } of keys) {
      tried++;
      const own = columns.filter((column) => column !== 'enterprise_id');
      const nowhere = Object.fromEntries((own.length ? own : columns).map((column) => [column, randomUUID()]));
      const answer = await attempt(table, nowhere, name);
      if (answer !== `23503 ${name}`) wrong.push(`${name}: ${answer}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(80);
});

it('refers to a member of the tenant from every column that names a person', async () => {
  const wrong: string[] = [];
  for (const [table, { columns, keys }] of tables) {
    if (!table.startsWith('public.') || table === 'public.audit_log' || table === 'public.enterprise_user') continue;
    for (const { name } of columns.filter(({ name }) =>
      /(^|_)(user_id|buyer_id|applicant_id|approver_id)$|_by$/.test(name),
    )) {
      const key = keys.find((candidate) => candidate.columns.join() === `enterprise_id,${name}`);
      if (key?.target !== 'public.enterprise_user') wrong.push(`${table}.${name}`);
    }
  }
  // What closed an attempt is no person; who uploads a file or accepts a text need not be a member (docs/decisions/034).
  const others = ['public.exam_attempt.closed_by', 'public.file.uploaded_by', 'public.user_consent.user_id'];
  expect(wrong.sort()).toEqual(others);
});

it('has no constraint that was not validated, and row level security forced everywhere', async () => {
  const { rows } = await client.query(`
    select conname from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where n.nspname in ('public', 'portal') and not convalidated
    union all select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relforcerowsecurity`);
  expect(rows).toEqual([]);
});
