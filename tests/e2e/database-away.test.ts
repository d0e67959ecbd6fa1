import { connect, createServer, type Server, type Socket } from 'node:net';
import { startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessible, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* A database that is away for a moment, as in a restart: a portal of this test's own reaches it over a line that can be cut. */

test.use({ expectedLines: /status of 503/ });

/** The line between portal and database. */
class Line {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  port = 0;
  readonly #to: URL;
  constructor(to: URL) {
    this.#to = to;
  }

  async join(): Promise<void> {
    this.#server = createServer((near) => {
      const far = connect(Number(this.#to.port), this.#to.hostname);
      for (const [socket, peer] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => peer.destroy()).on('close', () => this.#sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => this.#server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.#server.address() as { port: number }).port;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server!.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

test('while the database is away pages say so in the language of the reader, and come back by themselves', async ({
  page,
  tenant,
  lang,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const embedded = await startEmbedded({ dataDir: process.env.E2E_DATA_DIR!, log: () => undefined });
  const url = new URL(embedded.url);
  const line = new Line(new URL(embedded.url));
  await line.join();
  url.searchParams.delete('host'); // not by the Unix socket
  url.port = String(line.port);
  const portal = new PortalProcess({
    port: await freePort(),
    dataDir: process.env.E2E_DATA_DIR!,
    env: { DATABASE_URL: url.href, DEMO: 'off', JOBS: 'off' },
  });
  try {
    await portal.start();
    const at = (address: string) => tenant.origin.replace(/:\d+$/, `:${portal.port}`) + path(address);
    await signIn(page.context(), tenant, 18);
    await page.goto(at('/account?change=1'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await line.cut();
    const answer = await page.reload();
    expect([answer!.status(), answer!.headers()['retry-after']]).toEqual([503, '2']);
    await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'zh-CN' : 'en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('errors:notReady'));
    await expect(page.getByRole('img', { name: '503' })).toBeVisible();
    expect(await page.content()).not.toMatch(/ECONN|node_modules|127\.0\.0\.1/);
    await expectAccessible(page);
    await expectFits(page);

    await line.join();
    await page.getByRole('link', { name: t('common:retry') }).click();
    await expect(page.getByRole('navigation', { name: t('common:mainNavigation') })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('change')).toBe('1');
  } finally {
    await page.goto('about:blank'); // an open page goes on asking, and would report that the portal is gone
    await portal.stop();
    await line.cut();
    await embedded.stop();
  }
});
