import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopHashing } from '../account/password/password.ts';
import { closePool } from '#src/server/core/db/pool.ts';
import { IMPORT_COMMAND } from '#src/server/core/find-tenant.ts';
import { writeLog } from '#src/server/core/log.ts';
import { isForOperator, OperatorError } from '#src/server/core/operator-error.ts';
import { readSettings, type Settings, SettingsError } from '#src/server/core/settings.ts';
import { buildIfStale, outDir } from './build.ts';
import { prepareDataDir } from './data-dir.ts';
import { demoTable, hasDemo, hasNoTenant, importDemo, openRegistration, wantsDemo } from './demo.ts';
import { addressProblem, type RunningPortal, servePortal } from './load-portal.ts';
import { migrateDatabase, type OpenDatabase, openDatabase } from './open-database.ts';
import { servePortalProcesses } from './portal-processes.ts';
import { duration, progress, type Step } from './progress.ts';

/*
 * `npm start`: starts the whole portal, printing one line per step, and stops it in reverse order. If standard output is not
 * a terminal, these are JSON lines like those of the log.
 * Flags: --build builds even if nothing has changed, --no-build uses the existing build.
 */

// React selects its build when it is imported: the development build is four times slower on the server.
process.env.NODE_ENV ??= 'production';

const begun = performance.now();
const terminal = progress(process.stdout, !process.stdout.isTTY);
const { say } = terminal;
const cancel = new AbortController();
/** Time of the first signal; 0 before it. */
let stoppingSince = 0;
/** What is running, in start order; stopped in reverse order. */
const running: RunningPortal[] = [];

/** Messages after the start are written to the log of the portal, as JSON lines. */
const later = (line: string) => writeLog('warn', { msg: line });

process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);
process.on('SIGHUP', onSignal);

stopWithNpm();
const starting = start();
try {
  await starting;
} catch (error) {
  // A start that was interrupted by a signal fails at any step; this is expected, and `onSignal` stops it.
  if (!cancel.signal.aborted) {
    if (!isForOperator(error)) logFault('start failed', error);
    await stopAll();
    process.exit(1);
  }
}

function logFault(msg: string, error: unknown): void {
  writeLog('error', { msg, error: error instanceof Error ? error.stack : String(error) });
}

function step<T>(name: string, work: (at: Step) => Promise<T> | T): Promise<T> {
  cancel.signal.throwIfAborted();
  return terminal.step(name, work);
}

async function start(): Promise<void> {
  const { flags, settings } = await step('settings', async () => {
    checkNode();
    const read = { flags: readFlags(process.argv.slice(2)), settings: readSettings(process.env) };
    checkDemo(read.settings);
    await checkPort(read.settings);
    return read;
  });
  await step('data', (at) => {
    prepareDataDir(settings.dataDir);
    at.detail(settings.dataDir);
  });
  const built = flags.build === 'never' ? undefined : buildMeanwhile({ force: flags.build === 'always' });
  const database = await step('database', (at) => openDatabase(settings, at, later));
  running.push({ close: database.stop });
  await step('schema', async (at) => {
    const applied = await migrateDatabase(database);
    at.detail(applied ? `${applied} ${applied === 1 ? 'migration' : 'migrations'} applied` : 'current');
  });
  // The portal itself reads the environment.
  process.env.DATABASE_URL = database.url;
  const isEmpty = await demo(database, settings);
  await step('pages', async (at) => {
    if (!built) return checkBuilt();
    await built(at);
  });
  running.push(
    await step('portal', (at) => {
      if (settings.processes === 1) return servePortal(settings);
      at.detail(`${settings.processes} processes`);
      return servePortalProcesses(settings);
    }),
  );
  welcome(database, settings, isEmpty);
}

/**
 * Builds the portal if necessary while the database is prepared: both take their time at the first start.
 * @returns what waits for the build as a step, and tells of it
 */
function buildMeanwhile({ force }: { force: boolean }): (at: Step) => Promise<void> {
  let shownBy: Step | undefined;
  const told: ((at: Step) => void)[] = [];
  const tell = (line: (at: Step) => void) => (shownBy ? line(shownBy) : void told.push(line));
  const at: Step = {
    note: (line) => tell((step) => step.note(line)),
    detail: (text) => tell((step) => step.detail(text)),
    now: (text) => shownBy?.now(text),
  };
  const building = buildIfStale(at, { force, signal: cancel.signal });
  // Its error is that of the step.
  building.catch(() => undefined);
  return async (step) => {
    for (const line of told) line(step);
    shownBy = step;
    await building;
  };
}

function checkNode(): void {
  const found = process.versions.node;
  if (Number(found.split('.')[0]) >= 22) return;
  throw new OperatorError(
    `Node ${found} is too old, the portal needs 22 or newer: start it with \`npm start\`, which uses the Node 24 that \`npm ci\` installed.`,
  );
}

function checkDemo({ demo, databaseUrl }: Settings): void {
  if (!demo || !databaseUrl) return;
  throw new SettingsError(
    'DEMO is "on" together with DATABASE_URL: the demo accounts have public passwords, so they are imported only into the embedded database. Unset one of the two.',
  );
}

function readFlags(given: string[]): { build: 'never' | 'stale' | 'always' } {
  const unknown = given.find((flag) => !['--build', '--no-build'].includes(flag));
  if (unknown) throw new OperatorError(`unknown flag ${unknown}: the flags are --build and --no-build.`);
  return { build: given.includes('--no-build') ? 'never' : given.includes('--build') ? 'always' : 'stale' };
}

/** Checked before anything is started, because a port in use is the most common error. */
async function checkPort({ host, port }: Settings): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(addressProblem(error, { host, port })));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Imports the demo tenants if they are wanted. @returns whether the installation has no enterprise afterwards */
async function demo({ folder }: OpenDatabase, { demo: setting }: Settings): Promise<boolean> {
  try {
    if (folder && (await wantsDemo(folder, setting))) await step('demo', (at) => importDemo(folder, at, cancel.signal));
    openRegistration(folder);
    return await hasNoTenant();
  } finally {
    // The built portal has its own pool and hashing thread; those of this process are no longer needed.
    await stopHashing();
    await closePool();
  }
}

function checkBuilt(): void {
  if (existsSync(join(outDir(), 'server', 'entry.mjs'))) return;
  throw new OperatorError(
    `${outDir()} contains no build of the portal: start without --no-build, or run \`npm run build\` first.`,
  );
}

function welcome(database: OpenDatabase, { host, port, publicOrigin, sms, dataDir }: Settings, isEmpty: boolean): void {
  const open = !['127.0.0.1', '::1', 'localhost'].includes(host);
  const shown = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  say(`\nZhixing 知行 is ready after ${duration(performance.now() - begun)}.\n`);
  if (hasDemo(database.folder)) {
    for (const line of demoTable(port)) say(line);
    if (open) say(`\n  Attention: HOST is ${host}, so others on the network can sign in with these public passwords.`);
  } else {
    say(`  ${publicOrigin ?? `http://${shown}:${port}`}`);
  }
  if (isEmpty) say(`\n  There is no enterprise yet. Import one: ${IMPORT_COMMAND} (docs/first-day.md).`);
  if (open && !publicOrigin?.startsWith('https:'))
    say(
      '\n  Attention: over plain http, cookies go without `Secure`. Behind an https proxy, set PUBLIC_ORIGIN and TRUSTED_PROXIES.',
    );
  if (sms.provider === 'outbox')
    say(`\n  SMS codes are written to ${join(dataDir, 'outbox.jsonl')} (SMS_PROVIDER is not set).`);
  if (process.stdout.isTTY) say('\n  Press Ctrl-C to stop.\n');
}

/** The first signal completes open requests before exit; a second one exits immediately. */
function onSignal(signal: NodeJS.Signals): void {
  if (stoppingSince === 0) {
    stoppingSince = Date.now();
    say(`\n${signal}: completing open requests …`);
    cancel.abort();
    // The current step must end before its result can be stopped.
    void starting
      .catch(() => undefined)
      .then(stopAll)
      .then(() => process.exit(0));
    return;
  }
  // Ctrl-C also reaches npm, which forwards it: this is not a second signal.
  if (Date.now() - stoppingSince < 1_000) return;
  say(`${signal} again: stopping immediately`);
  // The database loses no data; if it does not stop in time, the next start uses the running server.
  void Promise.race([running[0]?.close(), sleep(3_000)]).then(() => process.exit(1));
}

/**
 * npm starts this process through a shell that does not forward the SIGTERM of npm (observed with dash): the shell ends, and
 * this process would keep running. Therefore the end of the parent process counts as the signal.
 */
function stopWithNpm(): void {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    if (stoppingSince === 0) onSignal('SIGTERM');
  }, 200);
  timer.unref();
}

async function stopAll(): Promise<void> {
  try {
    for (const each of [...running].reverse()) await each.close();
  } catch (error) {
    logFault('stop failed', error);
    process.exit(1);
  }
}
