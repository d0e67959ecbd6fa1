import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from './start-embedded.ts';
import { readPostmaster } from './postmaster.ts';

let root: string;
let dataDir: string;
const lines: string[] = [];
const log = (line: string) => lines.push(line);
const cluster = () => join(dataDir, 'database', 'cluster');

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'zhixing-embedded-'));
  chmodSync(root, 0o755); // the database user must be able to traverse it
  dataDir = join(root, 'data');
  mkdirSync(dataDir);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

/** A separate process that uses the embedded database like a portal. */
function otherProcess() {
  const code = `const { startEmbedded } = await import(${JSON.stringify(new URL('./start-embedded.ts', import.meta.url).href)});
    const db = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
    console.log(db.url); setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise<{ url: string; kill(): void }>((resolve, reject) => {
    child.on('exit', () => reject(new Error('ended before it was up')));
    child.stdout.once('data', (url: Buffer) =>
      resolve({ url: url.toString().trim(), kill: () => child.kill('SIGKILL') }),
    );
  });
}

test('creates a durable UTF-8 database at the first start, owned by a login that is not a superuser', async () => {
  const db = await startEmbedded({ dataDir, log });
  expect(db).toMatchObject({ fresh: true, adopted: false });
  const [facts] = await query(
    db.url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
    current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
    rolsuper as super, rolcreaterole as roles, rolbypassrls as bypass from pg_roles where rolname = current_user`,
  );
  expect(facts).toEqual({
    fsync: 'on',
    sync: 'on',
    addresses: '127.0.0.1',
    encoding: 'UTF8',
    super: false,
    roles: true,
    bypass: false,
  });
  expect(await query(db.url, 'select inet_client_addr() as tcp')).toEqual([{ tcp: null }]);
  await query(db.url, 'create extension pg_trgm');
  expect(await query(db.url, "select show_trgm('知行') <> '{}' as seen")).toEqual([{ seen: true }]);
  await query(db.url, 'create table kept (n int); insert into kept values (42)');
  await expect(query(db.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    /password authentication failed/,
  );
  await db.stop();
  expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false);
});

test('uses the running server after a kill -9 of Node, with its data, and stops it at the end', async () => {
  const other = await otherProcess();
  other.kill();
  const db = await startEmbedded({ dataDir, log });
  expect(db).toMatchObject({ fresh: false, adopted: true, url: other.url });
  expect(await query(db.url, 'select n from kept')).toEqual([{ n: 42 }]);
  await db.stop();
  expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false);
});

test('stops the server when the last of two users leaves', async () => {
  const [first, second] = await Promise.all([startEmbedded({ dataDir, log }), startEmbedded({ dataDir, log })]);
  await first.stop();
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 42 }]);
  await second.stop();
  await second.stop();
  expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false);
});

test('removes a lock that contains the process id of another program', async () => {
  writeFileSync(join(cluster(), 'postmaster.pid'), `${process.pid}\n${cluster()}\n1\n5432\n\n127.0.0.1\n1 2\nready\n`);
  lines.length = 0;
  const db = await startEmbedded({ dataDir, log });
  expect(lines.join()).toMatch(/is another program: removed the stale lock/);
  await db.stop();
});

test('restarts a killed server on the same port', async () => {
  const db = await startEmbedded({ dataDir, log });
  const before = readPostmaster(cluster())!;
  process.kill(before.pid, 'SIGKILL');
  await expect
    .poll(() => query(db.url, 'select n from kept').catch(() => undefined), { timeout: 30_000 })
    .toEqual([{ n: 42 }]);
  expect(readPostmaster(cluster())!.pid).not.toBe(before.pid);
  await db.stop();
});

test.runIf(process.getuid?.() === 0)(
  'allows traversing a folder with mode 0700 that contains only files of the portal',
  async () => {
    const closed = join(root, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const db = await startEmbedded({ dataDir: closed, log });
    expect(db.folder).toBe(join(closed, 'database'));
    expect(statSync(closed).mode & 0o777).toBe(0o711);
    await db.stop();
  },
);

test('rejects a data folder of another version without changing it', async () => {
  const file = join(cluster(), 'PG_VERSION');
  writeFileSync(file, '17\n');
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/was written by PostgreSQL 17, this release brings 18/);
  expect(readFileSync(file, 'utf8')).toBe('17\n');
  writeFileSync(file, 'rubbish');
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/the folder is damaged/);
  rmSync(file);
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/no complete PostgreSQL database/);
});
