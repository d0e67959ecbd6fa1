import { asc, gt } from 'drizzle-orm';
import pLimit from 'p-limit';
import { file } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { activeTenants } from '#src/server/core/find-tenant.ts';
import { fileStore } from './store.ts';

const PAGE_SIZE = 500;
const CONCURRENCY = 8;

/**
 * Looks for the files of all tenants in the store in use.
 * @returns the number of files, and a line for each one that is missing or has another size
 */
export async function checkFiles(): Promise<{ files: number; missing: string[] }> {
  const store = await fileStore();
  const limit = pLimit(CONCURRENCY);
  const found = { files: 0, missing: [] as string[] };
  for (const { id, key } of await activeTenants()) {
    for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
      const rows = await withTenant(id, (db) =>
        db.select().from(file).where(gt(file.id, last)).orderBy(asc(file.id)).limit(PAGE_SIZE),
      );
      await Promise.all(
        rows.map((row) =>
          limit(async () => {
            const size = (await store.exists(row.storeKey))
              ? (await store.getMetaData(row.storeKey)).contentLength
              : null;
            if (size !== row.fileSize)
              found.missing.push(
                `${key}: ${row.storeKey} (${row.fileName})${size === null ? '' : `: ${size} bytes instead of ${row.fileSize}`}`,
              );
          }),
        ),
      );
      found.files += rows.length;
      if (rows.length < PAGE_SIZE) break;
      last = rows.at(-1)!.id;
    }
  }
  return found;
}
