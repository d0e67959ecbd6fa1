import { hostname } from 'node:os';
import { desc, eq } from 'drizzle-orm';
import { file } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { activeTenants } from '#src/server/core/find-tenant.ts';
import { errorText } from '#src/server/core/operator-error.ts';
import { writeLog } from '#src/server/core/log.ts';
import { fileStore, storeName } from './store.ts';

/** Log message; docs/operations.md explains it. */
export const MISSING_FILES =
  'files are missing from the file store: after a change of S3_* or DATA_DIR, run `npm run files -- move`';
const TIMEOUT_MS = 3_000;
/** Files whose presence is checked: the newest ones of the first tenants. */
export const SAMPLE_TENANTS = 5;
const SAMPLE_FILES = 4;

let writing = 0;

/**
 * Writes, reads and deletes a small file, and looks for a few files that the database names.
 * @returns `missing files` if one of those is not there, e.g. after a change to an empty bucket; logged by `reportMissing`
 */
export async function probeStore(): Promise<'ok' | 'missing files' | 'not readable' | 'not writable'> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const late = new Promise<never>((_, reject) =>
    timeout.addEventListener('abort', () => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), { once: true }),
  );
  late.catch(() => undefined);
  let state: 'not writable' | 'not readable' = 'not writable';
  const probe = async () => {
    const store = await fileStore();
    const key = `.ready-${hostname().replace(/[^\w-]/g, '-')}-${process.pid}-${writing++}`;
    await store.put(key, 'ok');
    state = 'not readable';
    try {
      if ((await store.get(key)) !== 'ok') throw new Error('another content was read');
    } finally {
      await store.delete(key);
    }
  };
  try {
    await Promise.race([probe(), late]);
  } catch (error) {
    writeLog('error', { msg: `the file store is ${state}`, store: storeName(), error: errorText(error) });
    return state;
  }
  try {
    return (await Promise.race([findMissing(), late])) ? 'missing files' : 'ok';
  } catch {
    return 'ok'; // the database is checked separately
  }
}

/** Logs one line if files are missing; called at start. */
export async function reportMissing(): Promise<void> {
  const storeKey = await findMissing();
  if (storeKey) writeLog('error', { msg: MISSING_FILES, store: storeName(), storeKey });
}

/** Returns the key of a file that the database names and the store does not have, from a small sample. */
async function findMissing(): Promise<string | undefined> {
  const store = await fileStore();
  for (const { id } of (await activeTenants()).slice(0, SAMPLE_TENANTS)) {
    const rows = await withTenant(id, (db) =>
      db
        .select({ storeKey: file.storeKey })
        .from(file)
        .where(eq(file.enterpriseId, id))
        .orderBy(desc(file.id))
        .limit(SAMPLE_FILES),
    );
    for (const { storeKey } of rows) if (!(await store.exists(storeKey))) return storeKey;
  }
  return undefined;
}
