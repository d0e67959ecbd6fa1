import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { file } from '#src/server/file/tables.ts';
import { probeDatabase } from '#src/server/core/db/probe-database.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { probeStore, reportMissing, SAMPLE_TENANTS } from '#src/server/file/probe-store.ts';
import { fileStore } from '#src/server/file/store.ts';
import { serveReadiness } from '#src/server/http/readiness.ts';
import { dropDatabase } from '../factories/drop-database.ts';
import { lowId, mintTenant } from '../factories/tenant.ts';

/* `/readyz` (docs/operations.md), on the database of the API tests and on others that are not ready. */

const given = process.env.DATABASE_URL!;
let connections = 0;
let counter: Server;

beforeAll(async () => {
  counter = createServer((near) => {
    connections += 1;
    const far = connect(Number(new URL(given).port || 5432), new URL(given).hostname);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => counter.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  process.env.DATABASE_URL = given;
  counter.close();
});

const through = (change: (url: URL) => void) => {
  const url = new URL(given);
  url.searchParams.delete('host'); // not by the Unix socket
  change(url);
  return url.href;
};

it('is ready, and asks the database once for many requests', async () => {
  process.env.DATABASE_URL = through((url) => (url.port = String((counter.address() as AddressInfo).port)));
  const answers = await Promise.all(Array.from({ length: 50 }, () => serveReadiness()));
  process.env.DATABASE_URL = given;
  // One for the probe, and one of the pool for the sample of files.
  expect(connections).toBe(2);
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { ready, checks } = (await answer.json()) as { ready: boolean; checks: Record<string, string> };
    expect(ready).toBe(true);
    expect(checks).toMatchObject({ database: 'ok', migrations: 'ok' });
  }
});

it('distinguishes an unavailable database from one without the migrations', async () => {
  expect(await probeDatabase()).toBe('ok');
  const client = new pg.Client({ connectionString: given });
  await client.connect();
  const empty = `empty_${randomUUID().slice(0, 8)}`;
  await client.query(`create database ${empty}`);
  process.env.DATABASE_URL = through((url) => (url.pathname = `/${empty}`));
  expect(await probeDatabase()).toBe('behind');

  // An older release: the last migration is missing.
  const older = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await older.connect();
  await older.query(`create schema drizzle; create table drizzle.__drizzle_migrations (created_at bigint);
    insert into drizzle.__drizzle_migrations values (1);
    grant usage on schema drizzle to zhixing_app; grant select on drizzle.__drizzle_migrations to zhixing_app`);
  expect(await probeDatabase()).toBe('behind');
  await older.query('update drizzle.__drizzle_migrations set created_at = 9999999999999');
  expect(await probeDatabase(), 'a newer release has migrated').toBe('ok');
  await older.end();

  process.env.DATABASE_URL = through((url) => (url.port = '9'));
  expect(await probeDatabase()).toBe('unavailable');
  process.env.DATABASE_URL = given;
  await dropDatabase(client, empty);
  await client.end();
});

it('reports files that the database names and the store does not have, with the command to run', async () => {
  // Only the first tenants are looked at; other tests leave tenants whose files are missing.
  for (let i = 1; i < SAMPLE_TENANTS; i++) await mintTenant('Without files', lowId(0));
  const tenant = await mintTenant('With a file', lowId(0));
  const storeKey = `${tenant.id}/${randomUUID()}`;
  await withTenant(tenant.id, (db) =>
    db.insert(file).values({
      enterpriseId: tenant.id,
      storeKey,
      sha256: randomUUID(),
      fileName: 'film.mp4',
      contentType: 'video/mp4',
      fileSize: 2,
      visibility: 'public',
    }),
  );
  const lines: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
  Object.assign(settings(), { logLevel: 'info' });
  expect(await probeStore()).toBe('missing files');
  await reportMissing();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 'error',
    storeKey,
    msg: expect.stringContaining('npm run files -- move') as string,
  });

  await (await fileStore()).put(storeKey, 'ok');
  lines.length = 0;
  expect(await probeStore()).toBe('ok');
  await reportMissing();
  expect(lines).toEqual([]);
  spy.mockRestore();
  Object.assign(settings(), { logLevel: 'silent' });
});

it('is not ready while files cannot be written', async () => {
  const files = join(settings().dataDir, 'files');
  renameSync(files, `${files}.away`);
  writeFileSync(files, 'a file in place of the folder');
  expect(await probeStore()).toBe('not writable');
  rmSync(files);
  renameSync(`${files}.away`, files);
  expect(await probeStore()).toBe('ok');
});
