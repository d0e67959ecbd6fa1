import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clusterOf } from '#src/server/embedded-postgres/folder.ts';
import { until } from './until.ts';
import { isAlive, isServerOf, readPostmaster } from '#src/server/embedded-postgres/postmaster.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Maximum start time: the first start builds, creates a database and imports both demo tenants. */
const START_TIMEOUT_MS = 240_000;

/** A separate portal for a test, started like `npm start`, with its own port and data folder. */
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

  /** Process id of the portal while it is running. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Its output so far, for messages of failing tests. */
  get output(): string {
    return this.#output;
  }

  /**
   * Starts it and waits until it responds.
   * @throws Error with its output when it ends or does not respond in time
   */
  async start(): Promise<this> {
    if (await this.answers())
      throw new Error(`Another portal answers at port ${this.port}: it has to be stopped first.`);
    const child = spawn(process.execPath, ['src/server/cli/start.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: undefined,
        npm_lifecycle_event: undefined,
        DATABASE_URL: undefined,
        DEMO: 'on',
        LOG_LEVEL: 'warn',
        // Videos are converted in the tests that are about it.
        TRANSCODE: 'off',
        // The same number on every machine.
        PROCESSES: '1',
        ...this.env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    try {
      await until(async () => hasEnded() || (await this.answers()), {
        what: 'the portal responds',
        timeout: START_TIMEOUT_MS,
        every: 100,
      });
      if (!hasEnded()) return this;
      throw new Error('It ended.');
    } catch (error) {
      const { output } = this;
      await this.kill();
      throw new Error(`The portal did not start:\n${output}`, { cause: error });
    }
  }

  async answers(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${this.port}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok;
    } catch {
      return false;
    }
  }

  /** Kills it with `kill -9`. Its database keeps running, as on a real machine. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops it, including its database, after completing open requests. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Stops it and removes its data folder. */
  async dispose(): Promise<void> {
    await this.stop();
    await this.#stopDatabase();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Stops the database, which keeps running after the portal was killed or crashed. */
  async #stopDatabase(): Promise<void> {
    const cluster = clusterOf(join(this.dataDir, 'database'));
    const found = readPostmaster(cluster);
    if (!found || !isServerOf(found.pid, cluster)) return;
    process.kill(found.pid, 'SIGINT');
    await until(() => !isAlive(found.pid), { what: 'PostgreSQL has ended', timeout: 10_000 });
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

/** Returns a free port. */
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
