import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#src/server/core/db/migrate.ts';
import { type Embedded, startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import type { TestPerson, TestTenant } from '../factories/tenant.ts';

/*
 * `npm run backup` and `npm run restore`, as an operator runs them, on an embedded database of this test: saves and uploads
 * continue during the backup, then everything is destroyed and restored.
 */

const VIEW = 'GET /exam/auth/user/exam/attempt/view';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const UPLOAD = 'POST /system/auth/upload/pic';

let folder: string;
let dataDir: string;
let backup: string;
let embedded: Embedded;
/** Modules of the portal, which read their settings when they are imported. */
let portal: typeof import('../factories/portal.ts');
let uploads: typeof import('../factories/upload.ts');
let pool: typeof import('#src/server/core/db/pool.ts');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zhixing-backup-'));
  chmodSync(folder, 0o711); // so that the database user reaches it
  dataDir = join(folder, 'data');
  backup = join(folder, 'backups', 'one');
  process.env.DATA_DIR = dataDir;
  const { prepareDataDir } = await import('#src/server/cli/data-dir.ts');
  prepareDataDir(dataDir);
  await start();
  await migrate(embedded.url, () => undefined);
  portal = await import('../factories/portal.ts');
  uploads = await import('../factories/upload.ts');
  pool = await import('#src/server/core/db/pool.ts');
  const { appSecret } = await import('#src/server/core/settings.ts');
  appSecret(); // is created on its first use
});
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  embedded = await startEmbedded({ dataDir, log: () => undefined });
  process.env.DATABASE_URL = embedded.url;
}
async function stop(): Promise<void> {
  const { stopSender } = await import('#src/server/core/jobs/send-job.ts');
  await stopSender();
  await pool.closePool();
  await embedded.stop();
}

/** Runs a command without DATABASE_URL. */
async function command(
  name: 'backup' | 'restore',
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, DATABASE_URL: undefined };
  const child = spawn(process.execPath, [`src/server/cli/${name}.ts`, ...args], { env });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

type Setup = { tenant: TestTenant; people: TestPerson[]; attempts: string[]; questionIds: string[] };

async function createExam(): Promise<Setup> {
  const { mintPerson, mintTenant } = await import('../factories/tenant.ts');
  const { mintExamHall } = await import('../factories/exam-hall.ts');
  const tenant = await mintTenant();
  const examId = await mintExamHall(tenant, { short: 3 });
  const people = await Promise.all(Array.from({ length: 4 }, () => mintPerson(tenant)));
  const attempts: string[] = [];
  for (const person of people)
    attempts.push((await portal.ok(person, 'POST /exam/auth/user/exam/start', { id: examId })).attemptId);
  const { questions } = await portal.ok(people[0]!, VIEW, { attemptId: attempts[0]! });
  return { tenant, people, attempts, questionIds: questions.map(({ questionId }) => questionId) };
}

/** Saves answers as fast as the portal takes them. @returns the acknowledged revisions, and a function that stops */
function keepSaving({ people, attempts, questionIds }: Setup) {
  const acknowledged = new Map<string, number>();
  const failures: unknown[] = [];
  let stopped = false;
  let count = 0;
  const running = people.map(async (person, index) => {
    const attemptId = attempts[index]!;
    for (let revision = 1; !stopped; revision++) {
      const questionId = questionIds[revision % questionIds.length]!;
      const answers = [{ questionId, epoch: 1, revision, answer: `text ${revision}` }];
      const reply = await portal.call(person, SAVE, { attemptId, epoch: 1, answers });
      if (reply.data?.acks[0]?.state !== 'saved') failures.push(reply);
      acknowledged.set(`${attemptId} ${questionId}`, revision);
      count += 1;
    }
  });
  return {
    acknowledged,
    failures,
    saves: () => count,
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}

it('restores what was acknowledged, with saves and uploads during the backup, after everything was destroyed', async () => {
  const setup = await createExam();
  const { tenant, people } = setup;
  const red = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  const upload = async (person: TestPerson) =>
    (await uploads.uploadAs(person, UPLOAD, uploads.pictureForm(red))).data as { id: string; url: string };
  const picture = await upload(people[0]!);
  const bytesOf = async () => {
    const answer = await portal.portal.request(`http://${tenant.host}${picture.url}`, {
      headers: { host: tenant.host },
    });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const original = await bytesOf();
  expect(original.status).toBe(200);

  const saving = keepSaving(setup);
  await expect.poll(() => saving.acknowledged.size).toBe(12);
  const before = new Map(saving.acknowledged);
  const savesBefore = saving.saves();
  let uploaded = 0;
  let isRunning = true;
  const uploading = (async () => {
    for (; isRunning && uploaded < 60; uploaded++) await upload(people[uploaded % people.length]!);
  })();
  const { code, output } = await command('backup', backup);
  isRunning = false;
  await uploading;
  expect(output).toMatch(/✓ manifest/);
  expect(code).toBe(0);
  expect(saving.saves(), 'saves during the backup').toBeGreaterThan(savesBefore);
  expect(uploaded, 'uploads during the backup').toBeGreaterThan(0);
  await saving.stop();
  expect(saving.failures).toEqual([]);
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8');
  const modes = readdirSync(backup, { recursive: true, withFileTypes: true }).map((entry) => {
    const { mode } = statSync(join(entry.parentPath, entry.name));
    return (mode & 0o777).toString(8) === (entry.isDirectory() ? '700' : '600') ? 'private' : entry.name;
  });
  expect(new Set([...modes, (statSync(backup).mode & 0o777).toString(8)])).toEqual(new Set(['private', '700']));

  await stop();
  rmSync(dataDir, { recursive: true });
  const restored = await command('restore', backup);
  expect(restored.output).toContain(`1 enterprise: ${tenant.key}`);
  expect(restored.code).toBe(0);
  await start();

  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(secret);
  for (const [index, attemptId] of setup.attempts.entries()) {
    // Sessions were restored, too.
    const { answers } = await portal.ok(people[index]!, VIEW, { attemptId });
    expect(answers).toHaveLength(setup.questionIds.length);
    for (const { questionId, revision, answer } of answers) {
      const key = `${attemptId} ${questionId}`;
      expect(revision).toBeGreaterThanOrEqual(before.get(key)!);
      expect(revision).toBeLessThanOrEqual(saving.acknowledged.get(key)!);
      expect(answer).toBe(`text ${revision}`);
    }
  }
  expect(await bytesOf()).toEqual(original);
  const { checkFiles } = await import('#src/server/file/check-files.ts');
  const { files, missing } = await checkFiles();
  expect(missing).toEqual([]);
  expect(files).toBeGreaterThan(0);
  // The restored database accepts writes, with sequences and jobs.
  await upload(people[0]!);
  const saved = await portal.ok(people[0]!, SAVE, {
    attemptId: setup.attempts[0]!,
    epoch: 1,
    answers: [{ questionId: setup.questionIds[0]!, epoch: 1, revision: 1_000_000, answer: 'after' }],
  });
  expect(saved.acks[0]!.state).toBe('saved');
});

it('does not overwrite data, and refuses while the database runs', async () => {
  expect((await command('backup', backup)).output).toContain(`${backup} exists: name a new folder.`);
  expect((await command('backup', join(dataDir, 'files', 'x'))).output).toContain('is inside of the data');
  const running = await command('restore', backup, '--force');
  expect([running.code, running.output]).toEqual([
    1,
    expect.stringMatching(/is running \(process \d+\): stop the portal/),
  ]);

  await stop();
  const { code, output } = await command('restore', backup);
  expect(code).toBe(1);
  expect(output).toContain('already contains a database and files');
  expect(readdirSync(dataDir).sort()).toEqual(['database', 'files', 'secret']);

  const forced = await command('restore', backup, '--force');
  expect(forced.code).toBe(0);
  const old = readdirSync(dataDir).filter((name) => name.includes('.before-restore-'));
  expect(old.map((name) => name.split('.')[0]).sort()).toEqual(['files', 'secret']);
  expect(readdirSync(join(dataDir, 'database')).some((name) => name.startsWith('cluster.before-restore-'))).toBe(true);
  await start();
});

it('verifies the backup before it changes anything', async () => {
  const target = join(folder, 'other');
  const refused = async (reason: RegExp) => {
    process.env.DATA_DIR = target;
    const { code, output } = await command('restore', backup);
    process.env.DATA_DIR = dataDir;
    expect(output).toMatch(reason);
    expect(code).toBe(1);
    expect(existsSync(join(target, 'database', 'cluster'))).toBe(false);
  };
  const database = join(backup, 'database.tar.gz');
  const bytes = readFileSync(database);
  appendFileSync(database, 'x');
  await refused(/database\.tar\.gz was changed/);
  renameSync(database, `${database}.away`);
  await refused(/database\.tar\.gz is missing/);
  writeFileSync(database, bytes);
  await refused(/database\.tar\.gz\.away is not part of the backup/);
  rmSync(`${database}.away`);

  const manifest = join(backup, 'manifest.json');
  const text = readFileSync(manifest, 'utf8');
  const change = (changes: object) => writeFileSync(manifest, JSON.stringify({ ...JSON.parse(text), ...changes }));
  change({ sums: '0'.repeat(64) });
  await refused(/SHA256SUMS is not the one of manifest\.json/);
  change({ postgres: '17' });
  await refused(/written by PostgreSQL 17, this release brings 18/);
  change({ migration: 9_999_999_999_999 });
  await refused(/written by a newer release \(version 0\.1\.0\)/);
  rmSync(manifest);
  await refused(/is no complete backup/);
});

it('names the tools to use with an external database', async () => {
  const env = { ...process.env, DATABASE_URL: embedded.url };
  for (const name of ['backup', 'restore']) {
    const child = spawn(process.execPath, [`src/server/cli/${name}.ts`, join(folder, 'x')], { env });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(output).toMatch(/DATABASE_URL is set: .*its own tools/);
    expect(code).toBe(1);
  }
});
