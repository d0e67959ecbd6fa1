import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { stopHashing } from '../account/password/password.ts';
import { closePool } from '#src/server/core/db/pool.ts';
import { errorCode, errorText, isForOperator, OperatorError } from '#src/server/core/operator-error.ts';
import { readSettings, type Settings, SettingsError } from '#src/server/core/settings.ts';
import { buildIfStale, outDir } from './build.ts';
import { prepareDataDir } from './data-dir.ts';
import { demoTable, hasDemo, importDemo, wantsDemo } from './demo.ts';
import { migrateDatabase, type OpenDatabase, openDatabase } from './open-database.ts';
import { duration, progress, type Step } from './progress.ts';

/*
 * `npm start`: brings up the whole portal, one ticked line a step, and takes it down again in order.
 * Flags: --build builds even when nothing changed, --no-build takes what is there.
 */

// React chooses its build when it is imported: the development one takes four times as long on the server.
process.env.NODE_ENV ??= 'production';

const begun = performance.now();
const terminal = progress();
const { say } = terminal;
const cancel = new AbortController();
/** When the first signal came; 0 before it. */
let leaving = 0;
/** What is running, last started first out. */
const running: { close(): Promise<void> }[] = [];

/** What happens after the start belongs to the log of the portal, whose lines are JSON. */
const later = (line: string) =>
  console.error(JSON.stringify({ time: new Date().toISOString(), level: 'warn', msg: line }));

process.on('SIGINT', leave);
process.on('SIGTERM', leave);
process.on('SIGHUP', leave);

leaveWithNpm();
const starting = start();
try {
  await starting;
} catch (error) {
  // A start that was stopped half-way fails in whatever it was doing; that is no news, and `leave` takes it down.
  if (!cancel.signal.aborted) {
    if (!isForOperator(error)) console.error(error);
    await takeDown();
    process.exit(1);
  }
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
  const database = await step('database', (at) => openDatabase(settings, at, later));
  running.push({ close: database.stop });
  await step('schema', async (at) => {
    const applied = await migrateDatabase(database);
    at.detail(applied ? `${applied} ${applied === 1 ? 'migration' : 'migrations'} applied` : 'current');
  });
  // From here on the portal itself reads the environment.
  process.env.DATABASE_URL = database.url;
  await demo(database, settings);
  await step('pages', async (at) => {
    if (flags.build === 'never') return checkBuilt();
    await buildIfStale(at, { force: flags.build === 'always', signal: cancel.signal });
  });
  running.push(await step('portal', () => listen(settings)));
  welcome(database, settings);
}

interface Entry {
  serve(at: { host: string; port: number }): Promise<{ close(): Promise<void> }>;
}

function checkNode(): void {
  const found = process.versions.node;
  if (Number(found.split('.')[0]) >= 22) return;
  throw new OperatorError(
    `This is Node ${found}, the portal needs 22 or newer: start it with \`npm start\`, which uses the Node 24 that \`npm ci\` installed.`,
  );
}

function checkDemo({ demo, databaseUrl }: Settings): void {
  if (!demo || !databaseUrl) return;
  throw new SettingsError(
    'DEMO is "on" together with DATABASE_URL: the demo accounts have known passwords, so they only go into the embedded database. Unset one of the two.',
  );
}

function readFlags(given: string[]): { build: 'never' | 'stale' | 'always' } {
  const unknown = given.find((flag) => !['--build', '--no-build'].includes(flag));
  if (unknown) throw new OperatorError(`${unknown} is not known: the flags are --build and --no-build.`);
  return { build: given.includes('--no-build') ? 'never' : given.includes('--build') ? 'always' : 'stale' };
}

/** Asked before anything is started: a port that is taken is the most common reason to fail. */
async function checkPort({ host, port }: Settings): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(portProblem(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function portProblem(error: unknown, host: string, port: number): OperatorError {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new OperatorError(
        `PORT ${port} on ${host} is taken by another program, perhaps by a portal that already runs: stop it, or choose another one: PORT=${port + 1} npm start`,
      );
    case 'EACCES':
      return new OperatorError(
        `PORT ${port} may not be taken by this user (ports below 1024 are reserved): choose another one: PORT=4321 npm start`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OperatorError(
        `HOST ${host} is no address of this machine: use 127.0.0.1 for this machine only, 0.0.0.0 for all networks.`,
      );
    default:
      return new OperatorError(`HOST ${host}, PORT ${port} cannot be listened on: ${errorText(error)}`);
  }
}

async function demo({ folder }: OpenDatabase, { demo: setting }: Settings): Promise<void> {
  try {
    if (folder && (await wantsDemo(folder, setting))) await step('demo', (at) => importDemo(folder, at, cancel.signal));
  } finally {
    // The portal is a bundle with a pool and a hashing thread of its own; ours have done their work.
    await stopHashing();
    await closePool();
  }
}

function checkBuilt(): void {
  if (existsSync(join(outDir(), 'server', 'entry.mjs'))) return;
  throw new OperatorError(
    `There is no built portal in ${outDir()}: start without --no-build, or run \`npm run build\` first.`,
  );
}

async function listen({ host, port }: Settings): Promise<{ close(): Promise<void> }> {
  const { serve } = (await import(pathToFileURL(join(outDir(), 'server', 'entry.mjs')).href)) as Entry;
  try {
    return await serve({ host, port });
  } catch (error) {
    throw (error as { syscall?: string }).syscall === 'listen' ? portProblem(error, host, port) : error;
  }
}

function welcome(database: OpenDatabase, { host, port, publicOrigin, sms, dataDir }: Settings): void {
  const open = !['127.0.0.1', '::1', 'localhost'].includes(host);
  const shown = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  say(`\nZhixing 知行 is ready after ${duration(performance.now() - begun)}.\n`);
  if (hasDemo(database.folder)) {
    for (const line of demoTable(port)) say(line);
    if (open) say(`\n  Attention: HOST is ${host}, so others on the network can sign in with these known passwords.`);
  } else {
    say(`  ${publicOrigin ?? `http://${shown}:${port}`}`);
  }
  if (open && !publicOrigin?.startsWith('https:'))
    say(
      '\n  Attention: over plain http, cookies go without `Secure`. Behind an https proxy, set PUBLIC_ORIGIN and TRUSTED_PROXIES.',
    );
  if (sms.provider === 'outbox')
    say(`\n  Codes by SMS go to ${join(dataDir, 'outbox.jsonl')} (SMS_PROVIDER is not set).`);
  say('\n  Ctrl-C stops it.\n');
}

/** The first signal drains, a second one does not wait any more. */
function leave(signal: NodeJS.Signals): void {
  if (leaving === 0) {
    leaving = Date.now();
    say(`\n${signal}: finishing what is under way …`);
    cancel.abort();
    // What a step is just starting has to be known before it can be stopped.
    void starting
      .catch(() => undefined)
      .then(takeDown)
      .then(() => process.exit(0));
    return;
  }
  // Ctrl-C reaches npm too, which passes it on: that is still the first one.
  if (Date.now() - leaving < 1_000) return;
  say(`${signal} again: stopping at once`);
  // The database loses nothing by this; it only has to be found running the next time if it takes longer.
  void Promise.race([running[0]?.close(), sleep(3_000)]).then(() => process.exit(1));
}

/**
 * npm starts us through a shell, and that shell does not pass on the SIGTERM that npm passes to it (tried with dash):
 * it ends and leaves us behind, holding the port. So its end counts as the signal.
 */
function leaveWithNpm(): void {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    if (leaving === 0) leave('SIGTERM');
  }, 200);
  timer.unref();
}

async function takeDown(): Promise<void> {
  try {
    for (const each of [...running].reverse()) await each.close();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
