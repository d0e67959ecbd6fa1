import { createHash, randomBytes } from 'node:crypto';
import { type Answer, http } from '../config/http.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { until } from '../config/until.ts';
import { gateway } from './support/http.ts';
import { ownMember, ownTenant, type OwnTenant } from './support/own-tenant.ts';
import { hostOf, type Session, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* An upload into the media library survives `kill -9` of the portal. */

const PIECE = 8 * 1024 * 1024;
/** A film of 96 MB: what follows its boxes is no part of it. */
const HEAD = Buffer.from(
  '0000001c6674797069736f6d0000020069736f6d69736f326d70343100000008667265650000' + '0000',
  'hex',
);

test('goes on where it was, and becomes the file that was sent', async () => {
  test.setTimeout(240_000);
  const tenant: OwnTenant = await ownTenant('Survival');
  const session: Session = await sessionOf(tenant, await ownMember(tenant, { userName: 'Editor', isAdmin: true }));
  const host = hostOf(tenant).split(':')[0]!;
  const portal = new PortalProcess({
    port: await freePort(),
    dataDir: process.env.E2E_DATA_DIR!,
    // The jobs of other tests are not killed with it.
    env: { DEMO: 'off', JOBS: 'off' },
  });
  const bytes = Buffer.concat([HEAD, randomBytes(12 * PIECE - HEAD.length)]);
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Answer> =>
    http(portal.port, host, path, { method, headers: { ...session, 'tus-resumable': '1.0.0', ...headers }, body });
  const patch = (address: string, offset: number, size = PIECE) =>
    send(
      'PATCH',
      address,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      bytes.subarray(offset, offset + size),
    );
  try {
    await portal.start();
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const created = await send('POST', '/gateway/data/auth/media/upload', {
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${base64('film.mp4')},fingerprint ${base64('survival')}`,
    });
    expect(created.status).toBe(201);
    const address = created.headers.location!;
    const offset = async () => Number((await send('HEAD', address)).headers['upload-offset']);

    await test.step('killed while bytes arrive', async () => {
      expect((await patch(address, 0)).status).toBe(204);
      const cut = patch(address, PIECE, 10 * PIECE).catch(() => null);
      // Some of its parts are stored by then.
      await until(async () => (await offset()) > 2 * PIECE, { what: 'parts are stored', timeout: 30_000, every: 5 });
      await portal.kill();
      expect(await cut).toBeNull();
      await portal.start();
      expect(await offset()).toBeGreaterThan(2 * PIECE);
    });

    await test.step('it goes on, and another process makes it a file', async () => {
      for (let at = await offset(); at < bytes.length; at = await offset())
        expect((await patch(address, at)).status).toBe(204);
      const ids = [address.split('/').at(-1)!];
      const states = 'POST /data/auth/media/upload/states';
      let answered = 0;
      await until(
        async () => {
          // Others are served meanwhile.
          answered += (await http(portal.port, host, '/login')).status === 200 ? 1 : 0;
          const { envelope } = await gateway(hostOf(tenant), states, { ids }, session);
          return (envelope.data as { uploads: { state: string }[] }).uploads[0]?.state === 'done';
        },
        { what: 'it is a file', timeout: 150_000, every: 250 },
      );
      expect(answered).toBeGreaterThan(0);
    });

    const page = await gateway(hostOf(tenant), 'POST /data/auth/media/page', {}, session);
    const { list } = page.envelope.data as { list: { id: string; name: string }[] };
    expect(list.map(({ name }) => name)).toEqual(['film.mp4']);
    const view = await gateway(hostOf(tenant), `GET /data/auth/media/view?id=${list[0]!.id}`, undefined, session);
    const { status, body } = await http(
      Number(process.env.E2E_PORT),
      host,
      (view.envelope.data as { url: string }).url,
    );
    expect(status).toBe(200);
    expect(createHash('sha256').update(body).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  } finally {
    await portal.stop();
  }
});
