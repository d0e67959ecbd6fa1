import { sql } from 'drizzle-orm';
import type { Editing } from '#src/server/core/content-kind.ts';

/** Things that documents refer to. A category or lecturer that is not published can be chosen: it is shown when it is. */
const TABLES = {
  category: sql`(select enterprise_id, id from category where deleted_at is null)`,
  lecturer: sql`lecturer`,
  file: sql`file`,
  exam: sql`exam`,
  course: sql`course`,
  department: sql`department`,
  position: sql`position`,
  member: sql`(select enterprise_id, user_id as id from enterprise_user)`,
};

/** Which of these ids no thing of this tenant has. Null is ignored. */
export async function missingIds(
  { db, enterpriseId }: Editing,
  table: keyof typeof TABLES,
  ids: readonly (string | null)[],
): Promise<Set<string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    select w as id from unnest(${sql.param(wanted)}::uuid[]) w
    where not exists (select from ${TABLES[table]} x where x.enterprise_id = ${enterpriseId} and x.id = w)`);
  return new Set(rows.map(({ id }) => id));
}
