import { isForOperator } from '#src/server/core/operator-error.ts';
import { compareWithDatabase } from './compare-pack.ts';
import { progress } from './progress.ts';
import { withDatabase } from './with-database.ts';

/*
 * `npm run content:import FOLDER`: imports a content pack into its tenant (docs/content-packs.md). If the pack has mistakes,
 * it prints `file:line message` for each, changes nothing and exits with 1; warnings are only printed. `-- --check`
 * validates the pack, prints what an import would change, and changes nothing; `-- --passwords=FILE` gives each new account
 * an initial password and writes them into a new file; `-- --overwrite` also replaces what was changed in the portal.
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
  const passwordFile = flags.find((flag) => flag.startsWith('--passwords='))?.slice('--passwords='.length);
  const unknown = flags.find((flag) => !['--check', '--overwrite'].includes(flag) && !/^--passwords=./.test(flag));
  if (unknown || !folder || more.length > 0) {
    say(
      unknown
        ? `unknown flag ${unknown}: the flags are --check, --overwrite and --passwords=FILE.`
        : 'usage: npm run content:import FOLDER',
    );
    process.exitCode = 2;
    return;
  }
  const { readPack } = await import('#src/server/content/read-pack.ts');
  const { countOf, mistakeLines, warningLines } = await import('#src/server/pack/pack-refused.ts');
  const { pack, mistakes, warnings } = await readPack(folder);
  const check = flags.includes('--check');
  const overwrite = flags.includes('--overwrite');
  for (const line of mistakeLines(mistakes)) say(line);
  // The import prints the warnings itself.
  if (!pack || check) for (const line of warningLines(warnings)) say(line);
  if (!pack) {
    say(`\n${countOf(mistakes.length)}; nothing was imported.`);
    process.exitCode = 1;
    return;
  }
  if (check) {
    const { describePeople } = await import('#src/server/account/identify-people.ts');
    say(describePeople(pack.people));
    say(`${folder} has no mistakes.`);
    return compareWithDatabase(pack, { step, say }, overwrite);
  }
  await run(folder, passwordFile, overwrite);
}

async function run(folder: string, passwordFile: string | undefined, overwrite: boolean): Promise<void> {
  await withDatabase({ step, say }, (settings, database) =>
    step('import', async (at) => {
      const { analyze } = await import('#src/server/core/db/analyze.ts');
      const { importPack, importPackWithPasswords } = await import('#src/server/content/import-pack.ts');
      // Public passwords must not be stored in a database that others use (docs/specification.md, section "Demo
      // tenants").
      const allowsDemoPassword = database.folder !== undefined && settings.demo !== false;
      const password = allowsDemoPassword ? {} : { password: null };
      const { key, created, updated, unchanged, unpublished, kept } = await (passwordFile
        ? importPackWithPasswords(folder, passwordFile, { log: at.note, overwrite })
        : importPack(folder, { log: at.note, overwrite, ...password }));
      const changed = created + updated + unpublished > 0;
      if (changed) await analyze(database.ownerUrl);
      const left = kept > 0 ? `, ${kept} changed in the portal and left as they are (--overwrite replaces them)` : '';
      at.detail(
        changed
          ? `${key}: ${created} created, ${updated} updated, ${unpublished} unpublished, ${unchanged} unchanged${left}`
          : `${key}: no changes, ${unchanged} unchanged${left}`,
      );
    }),
  );
}
