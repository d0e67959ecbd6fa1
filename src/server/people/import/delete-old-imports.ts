import { sql } from 'drizzle-orm';
import { PEOPLE_IMPORT_DAYS } from '#src/contract/rules/people-import.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';

/** Rows deleted per transaction. */
const BATCH = 5_000;
const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

/**
 * Deletes the rows of imports that were applied a while ago, so that they cannot be undone any more, and imports that nobody applied, with
 * their files.
 */
export async function deleteOldImports(enterpriseId: string, now: Date): Promise<void> {
  const old = daysAgo(now, PEOPLE_IMPORT_DAYS.applied);
  await withTenant(enterpriseId, (db) =>
    db.execute(sql`
      delete from person_import where enterprise_id = ${enterpriseId} and state in ('waiting', 'planning', 'planned')
        and gmt_create < ${daysAgo(now, PEOPLE_IMPORT_DAYS.waiting)}::timestamptz`),
  );
  await withTenant(enterpriseId, (db) =>
    db.execute(sql`
      update person_import set rows_deleted_at = ${now.toISOString()}::timestamptz, sheets = '[]', headings = '[]'
      where enterprise_id = ${enterpriseId} and state in ('applied', 'undone') and rows_deleted_at is null
        and applied_at < ${old}::timestamptz`),
  );
  for (let deleted = BATCH; deleted === BATCH;)
    deleted = await withTenant(enterpriseId, async (db) => {
      const { rowCount } = await db.execute(sql`
        delete from person_import_row where ctid in (
          select r.ctid from person_import_row r join person_import i on i.enterprise_id = r.enterprise_id and i.id = r.import_id
          where r.enterprise_id = ${enterpriseId} and i.rows_deleted_at is not null limit ${BATCH})`);
      return rowCount ?? 0;
    });
}
