import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate } from '#src/server/core/db/migrate.ts';
import { dropDatabase } from '../factories/drop-database.ts';

/* `npm run worker` in a process of its own, on a database of its own: it would take the jobs of other tests. */

async function worker(env: Record<string, string | undefined>, stopAfter?: RegExp) {
  const child = spawn(process.execPath, ['src/server/cli/worker.ts'], {
    env: { ...process.env, LOG_LEVEL: 'info', ...env },
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
    if (stopAfter?.test(output)) child.kill('SIGTERM');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = output.split('\n').filter(Boolean);
  return { code, lines: lines.map((line) => JSON.parse(line) as { time: string; level: string; msg: string }) };
}

it('runs jobs until SIGTERM, and writes only structured lines', async () => {
  const name = `worker_${randomUUID().slice(0, 8)}`;
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query(`create database ${name}`);
  try {
    const url = new URL(process.env.DATABASE_URL!);
    url.pathname = `/${name}`;
    await migrate(url.href, () => undefined);
    const { code, lines } = await worker({ DATABASE_URL: url.href }, /✓ jobs/);
    expect(code).toBe(0);
    expect(lines.map(({ msg }) => msg.split(/\s+/).slice(0, 2).join(' '))).toEqual(['✓ settings', '✓ jobs']);
    for (const { time, level } of lines) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(level).toBe('info');
    }
  } finally {
    await dropDatabase(client, name);
    await client.end();
  }
});

it('says in one line that it needs DATABASE_URL', async () => {
  const { code, lines } = await worker({ DATABASE_URL: undefined });
  expect(code).toBe(1);
  expect(lines).toEqual([
    {
      time: expect.any(String) as string,
      level: 'error',
      msg: expect.stringContaining('DATABASE_URL is not set') as string,
    },
  ]);
});
