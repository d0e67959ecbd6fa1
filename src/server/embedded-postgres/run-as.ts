import { execFile, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { promisify } from 'node:util';
import { errorText, OperatorError } from '#src/server/core/operator-error.ts';

const run = promisify(execFile);

/** The system user as which PostgreSQL runs. Where it is optional, undefined is the user of this process. */
export interface Account {
  uid: number;
  gid: number;
}

/** Whether this process runs as root. PostgreSQL refuses to run as root. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** Options of every child process: without the portal's environment (secrets, PG*), and with English messages. */
export function childOptions(account: Account | undefined) {
  const passed = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of passed) if (process.env[name] !== undefined) env[name] = process.env[name];
  // Detached: Ctrl-C in the terminal must reach only the portal. `cwd`, because PostgreSQL prints a warning if the user
  // cannot access the current folder.
  return { cwd: '/', env, detached: true, ...account };
}

/**
 * Runs a program as the given user and waits for its end. (`execFile` would leave it in the terminal's process group.)
 * @param input its standard input
 * @returns its exit code, and the output of both streams
 */
export async function runAs(
  account: Account | undefined,
  program: string,
  args: string[],
  input = '',
): Promise<{ code: number | null; said: string }> {
  const child = spawn(program, args, { ...childOptions(account), stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  // If it ends early, exit code and output give the reason, not the broken pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  return { code, said };
}

/**
 * Returns the system user `postgres`; creates it if it does not exist. Called as root only.
 * @throws OperatorError when the user does not exist and cannot be created
 */
export async function postgresUser(log: (line: string) => void): Promise<Account> {
  const found = await lookUp();
  if (found) return found;
  const failure = await create();
  // Another start may have created the user meanwhile, so the exit code is not decisive.
  const created = await lookUp();
  if (!created) {
    throw new OperatorError(
      `PostgreSQL refuses to run as root, and a system user "postgres" could not be created (${failure ?? 'no reason given'}). Start the portal as an ordinary user, or set DATABASE_URL.`,
    );
  }
  log('PostgreSQL refuses to run as root: created the system user "postgres" for it');
  return created;
}

async function lookUp(): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined; // `id` fails if the user does not exist
  }
}

async function create(): Promise<string | undefined> {
  const common = ['--system', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  try {
    await run('useradd', [...common, '--user-group', 'postgres']);
    return undefined;
  } catch {
    try {
      // The group exists without a user: left by a removed package.
      await run('useradd', [...common, '--gid', 'postgres', 'postgres']);
      return undefined;
    } catch (error) {
      return (error as { stderr?: string }).stderr?.trim().split('\n')[0] || errorText(error);
    }
  }
}

/**
 * Whether the user has access to a path. Checked by the kernel, so that modes, ACLs and mounts are considered.
 * @param may `x`: traverse a folder or run a file; `w`: write
 */
export function accountMay(account: Account | undefined, may: 'x' | 'w', path: string): boolean {
  if (!account) {
    try {
      accessSync(path, may === 'x' ? constants.X_OK : constants.W_OK);
      return true;
    } catch {
      return false; // no access
    }
  }
  const asked = spawnSync('/bin/sh', ['-c', `test -${may} "$1"`, 'sh', path], childOptions(account));
  if (asked.error) {
    throw new OperatorError(
      `PostgreSQL refuses to run as root, and this process may not become user ${account.uid} (${errorText(asked.error)}). Start the portal as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return asked.status === 0;
}
