import { isForOperator } from '#src/server/core/operator-error.ts';
import { readSettings } from '#src/server/core/settings.ts';
import { prepareDataDir } from './data-dir.ts';
import { migrateDatabase, openDatabase } from './open-database.ts';
import { progress } from './progress.ts';

/*
 * `npm run content:import FOLDER`: brings a tenant to what a content pack says (docs/content-packs.md). With mistakes
 * in the pack it prints `file:line message` for each, changes nothing and ends with 1; warnings are printed and stop
 * nothing. `-- --check` only looks.
 */

const { step, say } = progress();
try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!isForOperator(error)) console.error(error);
  process.exitCode = 1;
}

async function main(given: string[]): Promise<void> {
  const flags = given.filter((word) => word.startsWith('-'));
  const [folder, ...more] = given.filter((word) => !word.startsWith('-'));
  const unknown = flags.find((flag) => flag !== '--check');
  if (unknown || !folder || more.length > 0) {
    say(
      unknown ? `${unknown} is not known: the only flag is --check.` : 'Name one folder: npm run content:import FOLDER',
    );
    process.exitCode = 2;
    return;
  }
  const { readPack } = await import('#src/server/content/read-pack.ts');
  const { mistakeLine, warningLine } = await import('#src/server/content/pack-refused.ts');
  const { pack, mistakes, warnings } = await readPack(folder);
  const check = flags.includes('--check');
  for (const mistake of mistakes) say(mistakeLine(mistake));
  // The import prints them below its own line.
  if (!pack || check) for (const warning of warnings) say(warningLine(warning));
  if (!pack) {
    say(`\n${mistakes.length} ${mistakes.length === 1 ? 'mistake' : 'mistakes'}; nothing was imported.`);
    process.exitCode = 1;
    return;
  }
  if (check) return say(`${folder} has no mistakes.`);
  await run(folder);
}

async function run(folder: string): Promise<void> {
  const settings = await step('settings', () => {
    const read = readSettings(process.env);
    prepareDataDir(read.dataDir);
    return read;
  });
  const database = await step('database', (at) => openDatabase(settings, at, console.error));
  try {
    await step('schema', async (at) => {
      const applied = await migrateDatabase(database);
      at.detail(applied ? `${applied} applied` : 'current');
    });
    process.env.DATABASE_URL = database.url;
    const { closePool } = await import('#src/server/core/db/pool.ts');
    try {
      await step('import', async (at) => {
        const { importPack } = await import('#src/server/content/import-pack.ts');
        // Known passwords never reach a database that others use (design section 10).
        const harmless = database.folder !== undefined && settings.demo !== false;
        const password = harmless ? {} : { password: null };
        const { key, created, updated, unchanged, unpublished } = await importPack(folder, {
          log: at.note,
          ...password,
        });
        const changed = created + updated + unpublished > 0;
        at.detail(
          changed
            ? `${key}: ${created} created, ${updated} updated, ${unpublished} unpublished, ${unchanged} unchanged`
            : `${key}: nothing changed, ${unchanged} as they were`,
        );
      });
    } finally {
      await closePool();
    }
  } finally {
    await database.stop();
  }
}
