import type { Pack } from '#src/server/pack/pack.ts';
import { hasCurrentSchema } from '#src/server/core/db/migrate.ts';
import { readSettings } from '#src/server/core/settings.ts';
import { hasEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import { openDatabase } from './open-database.ts';
import type { Progress } from './progress.ts';

/** Prints what an import of a pack would change; changes nothing, and creates neither a database nor its schema. */
export async function compareWithDatabase(pack: Pack, { step, say }: Progress, overwrite: boolean): Promise<void> {
  const settings = await step('settings', () => readSettings(process.env));
  if (!settings.databaseUrl && !hasEmbedded(settings.dataDir))
    return say(`DATA_DIR ${settings.dataDir} contains no database: after "npm start" an import creates everything.`);
  const database = await step('database', (at) => openDatabase(settings, at, console.error));
  try {
    if (!(await hasCurrentSchema(database.ownerUrl)))
      return say('The database does not have the current schema: run "npm run migrate" and check again.');
    process.env.DATABASE_URL = database.url;
    const { closePool } = await import('#src/server/core/db/pool.ts');
    try {
      await step('compare', async (at) => {
        const { comparePack } = await import('#src/server/content/import-pack.ts');
        const { describeChanges } = await import('#src/server/content/describe-changes.ts');
        const { tally, conflicts } = await comparePack(pack, { overwrite });
        for (const line of [...describeChanges(tally), ...conflicts]) at.note(line);
        const { created, updated, unpublished, unchanged, kept } = tally.counts();
        const left = kept > 0 ? `, ${kept} to be left as they are in the portal (--overwrite replaces them)` : '';
        at.detail(
          `${pack.site.key}: ${created} new, ${updated} changed, ${unpublished} to be unpublished, ${unchanged} unchanged${left}; nothing was written`,
        );
      });
    } finally {
      await closePool();
    }
  } finally {
    await database.stop();
  }
}
