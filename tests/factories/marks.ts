import { withTenant } from '#src/server/core/db/tenant.ts';
import type { World } from './world.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Returns all UUIDs in a text. */
export const idsIn = (text: string): string[] => text.match(UUID) ?? [];

/** Returns what identifies data of a world in a response: its mark, its key, and all ids in its rows of all tables. */
export async function marksOf({ tenant, mark }: World): Promise<Set<string>> {
  const marks = await withTenant(tenant.id, async (_db, client) => {
    const found = new Set<string>([mark, tenant.key, tenant.id]);
    const tables = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from public."${name}" t`);
      for (const { row } of rows) for (const id of idsIn(row)) found.add(id);
    }
    return found;
  });
  marks.delete(NIL);
  return marks;
}

/** Returns the marks of another world that a response contains. */
export function foreignMarks(text: string, { mark, key }: { mark: string; key: string }, ids: Set<string>): string[] {
  return [...[mark, key].filter((each) => text.includes(each)), ...idsIn(text).filter((id) => ids.has(id))];
}
