import type pg from 'pg';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import type { NamedMember } from '#src/server/account/person/find-member.ts';
import { auditMember, type By } from '#src/server/account/person/member-status.ts';
import { NOT_PERSONAL, PERSON_TABLES, type PersonTable } from './person-tables.ts';

type Row = Record<string, unknown>;

/** The data of a member. Columns keep the names of the database; times are ISO 8601 in UTC. */
export type PersonExport = {
  format: 'zhixing-person';
  version: 1;
  exportedAt: string;
  enterprise: { id: string; name: string };
  /** Rows by table. */
  data: Record<string, Row[]>;
  /** Tables that are not exported, with the reason. */
  leftOut: Record<string, string>;
};

/**
 * Returns everything that the portal stores about a member in this enterprise (GDPR article 20, PIPL article 45), except
 * secrets and data of other people. Pictures that the member uploaded are included as base64. Audited.
 */
export async function exportPerson(member: NamedMember, now: Date, by: By = { by: 'operator' }): Promise<PersonExport> {
  const { enterpriseId, enterpriseName } = member;
  const exported = await withTenant(enterpriseId, async (db, client) => {
    // One snapshot of all tables, with times in UTC.
    await client.query(`set transaction isolation level repeatable read; set local time zone 'UTC'`);
    const data: PersonExport['data'] = {};
    for (const table of PERSON_TABLES)
      if (!table.leftOut) data[exportName(table)] = await readRows(client, table, member);
    await auditMember(db, { enterpriseId, userId: member.userId, ...by }, 'member.exported');
    return data;
  });
  exported['file'] = await withPictures(enterpriseId, exported['file']!);
  const leftOut = [
    ...PERSON_TABLES.flatMap(({ table, leftOut: reason }) => (reason ? [[table, reason] as const] : [])),
    ...NOT_PERSONAL.flatMap(({ reason, tables }) => tables.map((table) => [table, reason] as const)),
  ];
  return {
    format: 'zhixing-person',
    version: 1,
    exportedAt: now.toISOString(),
    enterprise: { id: enterpriseId, name: enterpriseName },
    data: exported,
    leftOut: Object.fromEntries(leftOut),
  };
}

const exportName = ({ table, name }: PersonTable) => name ?? table.replace(/^portal\./, '');

async function readRows(
  client: pg.ClientBase,
  { table, rows, omit = [], shown = {} }: PersonTable,
  { enterpriseId, userId }: NamedMember,
): Promise<Row[]> {
  const other = Object.entries(shown).map(([column, sql]) => `|| jsonb_build_object('${column}', ${sql})`);
  const needed = rows.includes('$1') ? [enterpriseId, userId] : [userId];
  const condition = rows.includes('$1') ? rows : rows.replaceAll('$2', '$1');
  const { rows: found } = await client.query<{ row: Row }>(
    `select to_jsonb(t) - '{${omit.join(',')}}'::text[] ${other.join(' ')} as row from ${table} t where ${condition}`,
    needed,
  );
  return found.map(({ row }) => row);
}

/** Adds the bytes of pictures; other files are made by the portal, such as lists of other people. */
async function withPictures(enterpriseId: string, files: Row[]): Promise<Row[]> {
  const pictures = files.filter((row) => String(row['content_type']).startsWith('image/'));
  const keys = await withTenant(enterpriseId, async (_db, client) => {
    const ids = pictures.map(({ id }) => id);
    const { rows } = await client.query<{ id: string; key: string }>(
      'select id, store_key as key from file where enterprise_id = $1 and id = any($2::uuid[])',
      [enterpriseId, ids],
    );
    return new Map(rows.map(({ id, key }) => [id, key]));
  });
  const store = await fileStore();
  return Promise.all(
    files.map(async (row) => {
      const key = keys.get(String(row['id']));
      return key && (await store.exists(key))
        ? { ...row, content: Buffer.from(await store.getBytes(key)).toString('base64') }
        : row;
    }),
  );
}
