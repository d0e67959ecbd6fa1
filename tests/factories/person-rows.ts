import type pg from 'pg';
import { PERSON_TABLES } from '#src/server/privacy/person-tables.ts';
import { insertRow, readTables, type TableShape, type Values } from './table-rows.ts';

type Person = { enterpriseId: string; userId: string };

/** Reference to a row of the member, for tables whose rows name the member through another table. */
const PARENTS: Record<string, { parent: string; owner: string }> = {
  attempt_id: { parent: 'public.exam_attempt', owner: 'user_id' },
  run_id: { parent: 'public.practice_run', owner: 'user_id' },
  post_id: { parent: 'public.post', owner: 'author_id' },
  comment_id: { parent: 'public.comment', owner: 'user_id' },
  order_id: { parent: 'public.course_order', owner: 'buyer_id' },
  lecturer_id: { parent: 'public.lecturer', owner: 'user_id' },
  row_id: { parent: 'public.user_certificate', owner: 'user_id' },
  instance_id: { parent: 'public.flow_instance', owner: 'applicant_id' },
};
const PERSON_COLUMNS = [
  ...['user_id', 'author_id', 'applicant_id', 'uploaded_by', 'buyer_id', 'registered_by', 'editor_id', 'head_id'],
  ...['approver_id', 'decided_by', 'corrected_by', 'created_by', 'draft_by'],
];

/** Values that a CHECK requires together with a person. */
const SPECIAL: Record<string, Values> = {
  approval_step: { approver: 'member', flow_type: 'nameChange', step: 1 },
  reaction: { rating: 5 },
};

const qualified = (table: string) => (table.includes('.') ? table : `public.${table}`);

/** Inserts a row into every table of `PERSON_TABLES` that has none of this member. @param client session of the owner */
export async function fillPersonRows(client: pg.Client, person: Person): Promise<void> {
  const tables = await readTables(client);
  for (const { table, rows } of PERSON_TABLES) {
    if ((await countRows(client, { table, rows }, person)) > 0) continue;
    await insertRow(
      client,
      tables,
      qualified(table),
      await ownValues(client, tables.get(qualified(table))!, person, { table, rows }),
    );
  }
}

async function ownValues(
  client: pg.Client,
  shape: TableShape,
  person: Person,
  { table, rows }: { table: string; rows: string },
): Promise<Values> {
  const { enterpriseId, userId } = person;
  const has = (name: string) => shape.columns.some((column) => column.name === name);
  // Second factors belong to the account.
  const base: Values = has('enterprise_id') ? { enterprise_id: enterpriseId } : {};
  const direct = PERSON_COLUMNS.find((name) => has(name) && rows.includes(`t.${name}`));
  if (direct) return { ...base, [direct]: userId, ...SPECIAL[table] };
  if (rows.includes('t.id in')) return { ...base, comment_id: await ownId(client, PARENTS['comment_id']!, person) };
  if (rows.includes('t.case_id in')) {
    const comment = await ownId(client, PARENTS['comment_id']!, person);
    const { rows: cases } = await client.query<{ id: string }>('select id from moderation_case where comment_id = $1', [
      comment,
    ]);
    return { ...base, case_id: cases[0]!.id, decided_by: userId };
  }
  const through = Object.keys(PARENTS).find((name) => has(name) && rows.includes(`t.${name} in`))!;
  return { ...base, [through]: await ownId(client, PARENTS[through]!, person) };
}

async function ownId(client: pg.Client, { parent, owner }: (typeof PARENTS)[string], person: Person): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select id from ${parent} where enterprise_id = $1 and ${owner} = $2 order by id limit 1`,
    [person.enterpriseId, person.userId],
  );
  if (rows[0]) return rows[0].id;
  const given = { enterprise_id: person.enterpriseId, [owner]: person.userId };
  return (await insertRow(client, await readTables(client), parent, given))['id'] as string;
}

/** Number of rows of a table that belong to the member. */
export async function countRows(
  client: pg.Client,
  { table, rows }: { table: string; rows: string },
  { enterpriseId, userId }: Person,
): Promise<number> {
  const { rows: found } = await client.query<{ n: number }>(
    `with given as (select $1::uuid, $2::uuid) select count(*)::int as n from ${table} t where ${rows}`,
    [enterpriseId, userId],
  );
  return found[0]!.n;
}

/** Everything stored in the given tables, as one text, to look for a name in it. */
export async function dump(client: pg.Client, tables: Iterable<string>): Promise<string> {
  const texts: string[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ text: string }>(`select to_jsonb(t)::text as text from ${table} t`);
    texts.push(...rows.map(({ text }) => `${table} ${text}`));
  }
  return texts.join('\n');
}
