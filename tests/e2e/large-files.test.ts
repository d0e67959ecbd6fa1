import { type Answer, http } from '../config/http.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { longGift } from '../factories/large-question-files.ts';
import { gateway } from './support/http.ts';
import { hostOf, type Session, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* Files of questions that take seconds to read, on a running portal: others are answered meanwhile, and it can be stopped. */

test.describe.configure({ mode: 'serial' });

/** An administrator in both demo tenants. */
const ADMINISTRATOR = 4;
let portal: PortalProcess;
let session: Session;
let bankId: string;

test.beforeAll(async ({ tenant }) => {
  test.setTimeout(120_000);
  portal = await new PortalProcess({
    port: await freePort(),
    dataDir: process.env.E2E_DATA_DIR!,
    env: { DEMO: 'off', JOBS: 'off' },
  }).start();
  session = await sessionOf(tenant, ADMINISTRATOR);
  const { envelope } = await gateway(
    hostOf(tenant),
    'POST /exam/auth/question/bank/save',
    { title: 'Large files' },
    session,
  );
  bankId = (envelope.data as { id: string }).id;
});
test.afterAll(() => portal.stop());

async function upload(host: string, content: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set('bankId', bankId);
  form.set('file', new File([content], 'questions'));
  const made = new Response(form);
  const headers = { ...session, 'content-type': made.headers.get('content-type')! };
  const body = Buffer.from(await made.arrayBuffer());
  return http(portal.port, host, '/gateway/exam/auth/question/import/upload', { method: 'POST', headers, body });
}

test('a file of five thousand questions is read while others are answered', async ({ tenant }) => {
  // Its thread has a lower priority than the browsers of the other tests.
  test.setTimeout(300_000);
  const host = hostOf(tenant).split(':')[0]!;
  let isRead = false;
  const sent = upload(host, longGift(5_000, 400)).finally(() => (isRead = true));
  let answered = 0;
  while (!isRead) {
    const { status } = await http(portal.port, host, '/login');
    expect(status).toBe(200);
    if (!isRead) answered++;
    // The threads that read files have a lower priority: requests without a pause would leave them nothing.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(JSON.parse((await sent).text)).toMatchObject({ code: 200 });
  // A portal that reads in its main thread answers at most what arrived before.
  expect(answered).toBeGreaterThan(2);
});

test('the portal ends while it reads files', async ({ tenant }) => {
  // Fifteen seconds for the requests that are open, and some for the rest.
  test.setTimeout(240_000);
  const host = hostOf(tenant).split(':')[0]!;
  const content = longGift(5_000, 400);
  const sent = Promise.all([1, 2, 3].map(() => upload(host, content).catch((error: unknown) => error)));
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await portal.stop();
  for (const outcome of await sent)
    if (!(outcome instanceof Error)) expect([200, 503]).toContain((outcome as Answer).status);
});
