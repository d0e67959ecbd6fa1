import { sql } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { fileVersion } from '#src/server/file/tables.ts';
import { mediaFile, mediaUpload } from './tables.ts';

const GB = 1024 ** 3;

/** Largest file of the library, and all that one enterprise may store in it; bytes. */
export const largestFile = (): number => settings().mediaFileGb * GB;
export const quota = (): number => settings().mediaQuotaGb * GB;

/** What the library of an enterprise needs: its files, also deleted ones, former versions, and what uploads have announced; bytes. */
export async function usedBytes(db: TenantDb, enterpriseId: string): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select (coalesce((select sum(m.bytes) from ${mediaFile} m where m.enterprise_id = ${enterpriseId}), 0)
      + coalesce((select sum(v.file_size) from ${fileVersion} v where v.enterprise_id = ${enterpriseId}), 0)
      + coalesce((select sum(u.file_size) from ${mediaUpload} u
                  where u.enterprise_id = ${enterpriseId} and u.state in ('receiving', 'checking', 'ready')), 0))::float8 as bytes`);
  return rows[0]!.bytes;
}

/** Returns what the library uses, and may use. */
export async function viewQuota({ db, tenant }: Context) {
  const { rows } = await db.execute<{ fileCount: number; deletedCount: number }>(sql`
    select count(*) filter (where m.deleted_at is null)::int as "fileCount",
           count(*) filter (where m.deleted_at is not null)::int as "deletedCount"
    from ${mediaFile} m where m.enterprise_id = ${tenant.id}`);
  return { usedBytes: await usedBytes(db, tenant.id), quotaBytes: quota(), fileBytes: largestFile(), ...rows[0]! };
}
