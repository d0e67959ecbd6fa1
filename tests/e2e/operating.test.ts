import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import { http as wire } from '../config/http.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { expect, test } from './support/test.ts';

/* What an operator sees of a new, empty installation: its output, its health, and the next command. */

test.use({ expectedLines: /status of 404/ });

test('an empty installation names the next command, reports its health, and writes only structured lines', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const portal = new PortalProcess({ port: await freePort(), env: { DEMO: 'off', LOG_LEVEL: 'info' } });
  const lines = () =>
    portal.output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  try {
    await portal.start();
    // The page names the command, in both languages, and only on hosts of this installation.
    for (const [path, text] of [
      ['/', '请在服务器上准备内容包（docs/content-packs.md）并运行“npm run content:import FOLDER”来创建第一家企业。'],
      ['/en', 'run “npm run content:import FOLDER” on the server.'],
    ] as const) {
      const answer = await page.goto(portal.origin + path);
      expect(answer!.status()).toBe(404);
      await expect(page.locator('main')).toContainText(text);
    }
    const foreign = await wire(portal.port, 'evil.example', '/en', {
      headers: { host: 'evil.example', accept: 'text/html' },
    });
    expect(foreign.text).toContain('No enterprise is served at this address');
    expect(foreign.text).not.toContain('npm run');

    const readiness = async () => {
      const answer = await wire(portal.port, 'any.example', '/readyz');
      return { status: answer.status, ...(JSON.parse(answer.text) as object) };
    };
    const ready = { ready: true, checks: { database: 'ok', migrations: 'ok', files: 'ok' } };
    expect(await readiness()).toEqual({ status: 200, ...ready });

    // The server closes all connections, as in a restart, and accepts no new ones for a moment.
    const embedded = await startEmbedded({ dataDir: portal.dataDir, log: () => undefined });
    const url = new URL(embedded.url);
    url.pathname = '/postgres';
    const owner = new pg.Client({ connectionString: url.href });
    owner.on('error', () => undefined); // the portal stops the database if this test fails
    await owner.connect();
    await owner.query('alter database zhixing allow_connections false');
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = current_user and pid <> pg_backend_pid() and datname = 'zhixing'`);
    await expect
      .poll(readiness)
      .toEqual({ status: 503, ready: false, checks: { database: 'unavailable', migrations: 'unknown', files: 'ok' } });
    expect((await wire(portal.port, 'any.example', '/healthz')).status).toBe(200);
    await owner.query('alter database zhixing allow_connections true');
    await expect.poll(readiness).toEqual({ status: 200, ...ready });
    await owner.end();
    await embedded.stop();

    const secret = randomUUID();
    await wire(portal.port, `localhost:${portal.port}`, `/login?code=${secret}`, {
      headers: { cookie: `ET_WEB_TOKEN=${secret}`, authorization: `Bearer ${secret}` },
    });
    await wire(portal.port, `localhost:${portal.port}`, '/icon.svg');
    await portal.stop();

    expect(portal.output).not.toContain(secret);
    const written = lines();
    for (const line of written) {
      expect(line.time, JSON.stringify(line)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(['info', 'warn', 'error']).toContain(line.level);
      expect(line.msg).toEqual(expect.any(String));
    }
    const messages = written.map(({ msg }) => msg as string);
    expect(messages).toContain(
      'There is no enterprise yet. Import one: npm run content:import FOLDER (docs/first-day.md).',
    );
    expect(messages.some((msg) => msg.startsWith('✓ portal'))).toBe(true);
    expect(messages).toContain('database connection lost');
    const requests = written.filter(({ msg }) => msg === 'request').map(({ path, status }) => [path, status].join(' '));
    expect(requests).toEqual(expect.arrayContaining(['/ 404', '/en 404', '/readyz 200', '/readyz 503', '/login 404']));
    expect(requests.some((request) => request.startsWith('/icon.svg '))).toBe(true);
  } finally {
    await portal.dispose();
  }
});
