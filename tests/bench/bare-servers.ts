import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { http } from '../config/http.ts';
import { freePort, ROOT } from '../config/portal-process.ts';
import { buildBareAstro } from './bare-astro.ts';

/** Baseline servers of one run; `stop` ends them and removes their files. */
export class BareServers {
  readonly #children: ChildProcess[] = [];
  readonly #folders: string[] = [];

  /** `node:http` that returns these bytes with these headers. */
  bytes(body: Buffer, headers: Record<string, string>): Promise<string> {
    return this.#node({ BARE: 'bytes', BODY: body.toString('base64'), HEADERS: JSON.stringify(headers) });
  }

  /** `node:http` + `pg` with one durable upsert per request. */
  upsert(databaseUrl: string): Promise<string> {
    return this.#node({ BARE: 'upsert', DATABASE_URL: databaseUrl });
  }

  /** An Astro page of this size with one island and one query. */
  async astro(size: number, databaseUrl: string): Promise<string> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`create schema if not exists bench; drop table if exists bench.person;
      create table bench.person (id int primary key, name text); insert into bench.person values (1, 'Person')`);
    await client.end();
    const folder = buildBareAstro(size);
    this.#folders.push(folder);
    const port = await freePort();
    this.#start(join(folder, 'dist/server/entry.mjs'), {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
    });
    return answering(port);
  }

  stop(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  async #node(env: Record<string, string>): Promise<string> {
    const port = await freePort();
    this.#start(join(ROOT, 'tests/bench/bare-node.ts'), { ...env, PORT: String(port) });
    return answering(port);
  }

  #start(script: string, env: Record<string, string>): void {
    this.#children.push(
      spawn(process.execPath, [script], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] }),
    );
  }
}

/** Waits until a server responds at a port, with any status. */
async function answering(port: number): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    if (await http(port, 'localhost', '/').catch(() => null)) return `http://127.0.0.1:${port}`;
    await sleep(100);
  }
  throw new Error(`Nothing answers at port ${port}.`);
}
