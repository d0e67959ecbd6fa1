import { relative } from 'node:path';
import { checkDatabase } from '#src/server/core/db/check-database.ts';
import { startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import { grantAppRole } from '#src/server/core/db/grant-app-role.ts';
import { migrate } from '#src/server/core/db/migrate.ts';
import { errorCode, errorText, OperatorError } from '#src/server/core/operator-error.ts';
import type { Settings } from '#src/server/core/settings.ts';
import type { Step } from './progress.ts';

/** The database of a command: the embedded one, or that of `DATABASE_URL`. */
export interface OpenDatabase {
  /** Connection string of the portal. */
  url: string;
  /** Connection string for migrations. */
  ownerUrl: string;
  /** Folder of the embedded database; undefined with `DATABASE_URL`. */
  folder?: string;
  /** Leaves the embedded database, which stops if no other process uses it; does nothing with `DATABASE_URL`. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded database, or checks the one of `DATABASE_URL`.
 * @param later receives messages after the step has ended
 * @throws OperatorError with one line for every error that the operator can repair
 */
export async function openDatabase(settings: Settings, at: Step, later: (line: string) => void): Promise<OpenDatabase> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings;
  if (databaseUrl) {
    const version = await checkDatabase(databaseUrl, 'DATABASE_URL');
    if (databaseOwnerUrl) await checkDatabase(databaseOwnerUrl, 'DATABASE_OWNER_URL');
    at.detail(`PostgreSQL ${version} at DATABASE_URL`);
    return { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl, stop: async () => undefined };
  }
  let log = at.note;
  const embedded = await startEmbedded({ dataDir, log: (line) => log(line) });
  log = later;
  const where = embedded.folder.startsWith(process.cwd()) ? relative(process.cwd(), embedded.folder) : embedded.folder;
  at.detail(`embedded PostgreSQL in ${where}${embedded.fresh ? ', new' : embedded.adopted ? ', already running' : ''}`);
  return {
    url: embedded.url,
    ownerUrl: embedded.url,
    folder: embedded.folder,
    stop: embedded.stop,
  };
}

/**
 * Migrates the schema and grants the application role to the portal's login.
 * @returns how many migrations were applied
 * @throws OperatorError when the login lacks privileges; the error of PostgreSQL when a migration fails
 */
export async function migrateDatabase({ url, ownerUrl }: OpenDatabase): Promise<number> {
  try {
    const { applied } = await migrate(ownerUrl, () => undefined);
    if (url !== ownerUrl) await grantAppRole(ownerUrl, url);
    return applied;
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
    throw new OperatorError(
      `The login of ${url === ownerUrl ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'} lacks privileges to migrate the database (${errorText(error)}): it must own the database and have CREATEROLE. Set DATABASE_OWNER_URL to such a login.`,
    );
  }
}
