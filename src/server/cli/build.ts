import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isForOperator, OperatorError } from '#src/server/core/operator-error.ts';
import { withBuildLock } from './build-lock.ts';
import { compressFolder } from './compress.ts';
import { progress, type Step } from './progress.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Inputs of a build. */
const SOURCES = [
  'src',
  'public',
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'tailwind.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/**
 * Returns the folder of the built portal: `OUT_DIR`, which allows several builds side by side, else `dist`.
 * @throws OperatorError for a folder outside the checkout, from which node_modules could not be resolved
 */
export function outDir(): string {
  const folder = resolve(ROOT, process.env.OUT_DIR || 'dist');
  if (folder.startsWith(ROOT) && folder !== ROOT) return folder;
  throw new OperatorError(
    `OUT_DIR is ${JSON.stringify(process.env.OUT_DIR)}: expected a folder inside ${ROOT}, like dist/second.`,
  );
}

/** Files of `src` that are not part of a build: tests and content packs. */
const NOT_BUILT = /\.test\.tsx?$|[\\/]server[\\/]content[\\/]packs[\\/]/;

/** Returns a hash of all inputs of a build. */
export function sourceHash(root = ROOT): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    if (NOT_BUILT.test(path)) return;
    hash
      .update(`${relative(root, path).split(sep).join('/')}\0`)
      .update(readFileSync(path))
      .update('\0');
  };
  for (const name of SOURCES) {
    const path = join(root, name);
    if (!existsSync(path)) continue;
    if (statSync(path).isDirectory()) files(path).forEach(add);
    else add(path);
  }
  return hash.digest('hex');
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Whether `folder` contains a complete build of exactly these sources. */
function isCurrent(folder: string, hash: string): boolean {
  const stamp = join(folder, '.build-stamp');
  return existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash;
}

/**
 * Builds the portal unless the existing build is current. Of two simultaneous builds the second one waits and then finds a
 * current build. The existing build is replaced only when the new one is complete.
 * @param force build even if nothing has changed
 * @returns whether it built
 * @throws OperatorError when the build fails; its last lines are printed as notes
 */
export async function buildIfStale(
  at: Step,
  { force = false, signal }: { force?: boolean; signal?: AbortSignal } = {},
): Promise<boolean> {
  const target = outDir();
  if (!force && isCurrent(target, sourceHash())) {
    at.detail('current');
    return false;
  }
  mkdirSync(target, { recursive: true });
  return await withBuildLock(join(target, '.lock'), at.now, async () => {
    const hash = sourceHash();
    if (!force && isCurrent(target, hash)) {
      at.detail('current, built by another process');
      return false;
    }
    // The Astro process of a killed build may still be writing, so each build uses a separate folder.
    for (const name of readdirSync(target)) {
      if (name.startsWith('.building')) rmSync(join(target, name), { recursive: true, force: true });
    }
    const draft = join(target, `.building-${process.pid}`);
    await astroBuild(draft, at, signal);
    at.now('compressing');
    const compressed = await compressFolder(join(draft, 'client'));
    putInPlace(draft, target, hash);
    at.detail(`${relative(ROOT, target)}, ${compressed} files compressed`);
    return true;
  });
}

/**
 * Replaces the build. The stamp is removed first and written last, so that an interrupted replacement is not current.
 */
function putInPlace(draft: string, target: string, hash: string): void {
  const old = join(target, '.old');
  rmSync(old, { recursive: true, force: true });
  mkdirSync(old);
  rmSync(join(target, '.build-stamp'), { force: true });
  for (const name of readdirSync(draft)) {
    if (existsSync(join(target, name))) renameSync(join(target, name), join(old, name));
    renameSync(join(draft, name), join(target, name));
  }
  writeFileSync(join(target, '.build-stamp'), `${hash}\n`);
  for (const folder of [old, draft]) rmSync(folder, { recursive: true, force: true });
}

async function astroBuild(target: string, at: Step, signal?: AbortSignal): Promise<void> {
  const require = createRequire(import.meta.url);
  const astro = join(dirname(require.resolve('astro/package.json')), 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: ROOT,
    env: { ...process.env, OUT_DIR: target, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', FORCE_COLOR: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const lines: string[] = [];
  const listen = (chunk: Buffer) => {
    const fresh = chunk
      .toString()
      .split('\n')
      .map((line) => line.trimEnd())
      .filter(Boolean);
    lines.push(...fresh);
    const last = fresh.at(-1);
    if (last) at.now(last.replace(/^[\d:]+\s*/, ''));
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const code = await new Promise<number | null>((done, reject) => child.on('error', reject).on('close', done));
  if (code === 0) return;
  for (const line of lines.slice(-25)) at.note(line);
  throw new OperatorError(`astro build failed (${code ?? 'stopped'}); its last lines are below.`);
}

if (import.meta.main) {
  try {
    await progress().step('build', (at) => buildIfStale(at, { force: process.argv.includes('--force') }));
  } catch (error) {
    if (!isForOperator(error)) throw error;
    process.exitCode = 1;
  }
}
