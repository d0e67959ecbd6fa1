import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clusterOf } from '#src/server/embedded-postgres/folder.ts';
import { isAlive, isServerOf, readPostmaster } from '#src/server/embedded-postgres/postmaster.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The first start builds, makes a database and imports both demo tenants. */
const PATIENCE = 240_000;

/** A portal of a test's own, started as a person starts it: `npm start`, on its own port and data folder. */
export class PortalProcess {
  readonly port: number;
  readonly dataDir: string;
  readonly env: Record<string, string>;
  #child: ChildProcess | undefined;
  #output = '';

  constructor({ port, dataDir, env = {} }: { port: number; dataDir?: string; env?: Record<string, string> }) {
    this.port = port;
    this.dataDir = dataDir ?? mkdtempSync(join(tmpdir(), 'zhixing-portal-'));
    this.env = env;
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** Process number of the portal while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** What it has printed so far, for the message of a test that fails. */
  get output(): string {
    return this.#output;
  }

  /**
   * Starts it and waits until it answers.
   * @throws Error with its output when it ends or takes too long
   */
  async start(): Promise<this> {
    const child = spawn(process.execPath, ['src/server/cli/start.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: undefined,
        npm_lifecycle_event: undefined,
        DATABASE_URL: undefined,
        DEMO: 'on',
        LOG_LEVEL: 'warn',
        ...this.env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(100)) {
      if (child.exitCode !== null || child.signalCode !== null) break;
      if (await this.answers()) return this;
    }
    const { output } = this;
    await this.kill();
    throw new Error(`The portal did not start:\n${output}`);
  }

  async answers(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${this.port}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok;
    } catch {
      return false;
    }
  }

  /** `kill -9`: no drain, no goodbye. Its database lives on, as it would on a real machine. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Drains and ends, database included. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Ends it and removes its data folder. */
  async dispose(): Promise<void> {
    await this.stop();
    await this.#stopDatabase();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** A portal that was killed or fell over leaves its database running, for the next one to take over. */
  async #stopDatabase(): Promise<void> {
    const cluster = clusterOf(join(this.dataDir, 'database'));
    const found = readPostmaster(cluster);
    if (!found || !isServerOf(found.pid, cluster)) return;
    process.kill(found.pid, 'SIGINT');
    for (let tries = 0; tries < 100 && isAlive(found.pid); tries++) await sleep(100);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}

/** A port nobody listens on just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
