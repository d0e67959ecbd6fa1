import { freePort, PortalProcess } from '../config/portal-process.ts';
import { http as wire } from '../config/http.ts';
import { messageTo } from './support/outbox.ts';
import { hostOf, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('what one process announces, the others drop', async ({ tenant }) => {
  test.setTimeout(120_000);
  const second = await new PortalProcess({
    port: await freePort(),
    dataDir: process.env.E2E_DATA_DIR!,
    env: { DEMO: 'off', JOBS: 'off' },
  }).start();
  try {
    const host = hostOf(tenant).split(':')[0]!;
    const list = (await wire(second.port, host, '/knowledge')).text;
    const course = /\/knowledge\/course\/([0-9a-f-]{36})/.exec(list)![1]!;
    const ports = [Number(process.env.E2E_PORT), second.port];
    const kept = async () =>
      (await Promise.all(ports.map((port) => wire(port, host, `/knowledge/course/${course}`)))).map(
        ({ headers }) => headers['x-page-cache'] ?? 'made',
      );
    await expect.poll(kept).toEqual(['hit', 'hit']);
    const session = await sessionOf(tenant, 15);
    // Each of the two changes something in its turn: the other one drops the page, and so does it itself.
    for (const [turn, port] of ports.entries()) {
      const answer = await wire(port, host, '/gateway/course/auth/reaction/save', {
        method: 'POST',
        headers: { ...session, 'content-type': 'application/json' },
        body: JSON.stringify({ subjectType: 'course', subjectId: course, liked: turn === 0 }),
      });
      expect(JSON.parse(answer.text)).toMatchObject({ code: 200 });
      let made = ['', ''];
      await expect
        .poll(async () => {
          made = (await kept()).map((now, i) => (now === 'made' ? now : made[i]!));
          return made;
        })
        .toEqual(['made', 'made']);
      await expect.poll(kept).toEqual(['hit', 'hit']);
    }
  } finally {
    await second.stop();
  }
});

test('what is published or withdrawn in one process is so on the public pages of all', async ({ tenant }) => {
  test.setTimeout(120_000);
  const second = await new PortalProcess({
    port: await freePort(),
    dataDir: process.env.E2E_DATA_DIR!,
    env: { DEMO: 'off', JOBS: 'off' },
  }).start();
  try {
    const host = hostOf(tenant).split(':')[0]!;
    const ports = [Number(process.env.E2E_PORT), second.port];
    const session = await sessionOf(tenant, 4);
    const call = async <T>(port: number, path: string, input: object) => {
      const answer = await wire(port, host, `/gateway${path}`, {
        method: 'POST',
        headers: { ...session, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      const { code, data } = JSON.parse(answer.text) as { code: number; data: T };
      expect(code).toBe(200);
      return data;
    };
    const document = { lecturerLevel: '1', title: '', intro: '', photoFileId: null, userId: null, userName: null };
    const lecturer = { ...document, lecturerName: 'Anna of all processes', annualTeachingHours: '0' };
    const made = await call<{ id: string; revision: number }>(ports[0]!, '/system/auth/content/save', {
      ...{ kind: 'lecturer', document: lecturer, revision: 0 },
    });
    const page = `/lecturer/view/${made.id}`;
    const seen = () => Promise.all(ports.map(async (port) => (await wire(port, host, page)).status));
    expect(await seen()).toEqual([404, 404]);
    const publish = (port: number, { id, revision }: typeof made) =>
      call<{ revision: number }>(port, '/system/auth/content/publish', { kind: 'lecturer', id, revision });
    let { revision } = await publish(ports[0]!, made);
    await expect.poll(seen).toEqual([200, 200]);
    // In its cache now, in both.
    const kept = () =>
      Promise.all(ports.map(async (port) => (await wire(port, host, page)).headers['x-page-cache'] ?? 'made'));
    await expect.poll(kept).toEqual(['hit', 'hit']);
    for (const [turn, port] of ports.entries()) {
      const lecturerName = `Anna ${turn}`;
      const saved = await call<typeof made>(port, '/system/auth/content/save', {
        ...{ kind: 'lecturer', id: made.id, revision, document: { ...lecturer, lecturerName } },
      });
      ({ revision } = await publish(port, saved));
      const names = () =>
        Promise.all(ports.map(async (each) => (await wire(each, host, page)).text.includes(lecturerName)));
      await expect.poll(names).toEqual([true, true]);
      await expect.poll(kept).toEqual(['hit', 'hit']);
    }
    const gone = { kind: 'lecturer', ids: [made.id] };
    await call(second.port, '/system/auth/content/change', { ...gone, action: 'withdraw' });
    await expect.poll(seen).toEqual([404, 404]);
    await call(second.port, '/system/auth/content/change', { ...gone, action: 'delete' });
  } finally {
    await second.stop();
  }
});

test('what may happen once happens once, whichever of two processes is asked', async ({ tenant }) => {
  test.setTimeout(120_000);
  const second = await new PortalProcess({
    port: await freePort(),
    dataDir: process.env.E2E_DATA_DIR!,
    env: { DEMO: 'off', JOBS: 'off' },
  }).start();
  try {
    const host = hostOf(tenant).split(':')[0]!;
    const ports = [Number(process.env.E2E_PORT), second.port];
    const post = async (port: number, path: string, input: object, headers: Record<string, string> = {}) => {
      const more = { 'content-type': 'application/json', ...headers };
      const answer = await wire(port, host, `/gateway${path}`, {
        method: 'POST',
        headers: more,
        body: JSON.stringify(input),
      });
      return (JSON.parse(answer.text) as { code: number }).code;
    };
    const phone = `15${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
    const send = (port: number) =>
      post(port, '/user/api/user/info/send/verification/code', { phone, purpose: 'login' });
    // One code a minute, of both together; and one sign-in with it.
    const sent = await Promise.all(ports.flatMap((port) => [send(port), send(port)]));
    expect(sent.toSorted()).toEqual([200, 429, 429, 429]);
    const { code } = await messageTo(phone);
    const logIn = (port: number) =>
      post(port, '/user/api/user/info/login/verification/code', { phone, code, agreed: true });
    const entered = await Promise.all(ports.flatMap((port) => [logIn(port), logIn(port), logIn(port)]));
    expect(entered.filter((each) => each === 200)).toHaveLength(1);
    // A session that ends in one is over in the other.
    const session = await sessionOf(tenant, 16);
    const me = async (port: number) =>
      (await wire(port, host, '/gateway/user/auth/enterprise/user/info/current/view', { headers: { ...session } }))
        .status;
    expect(await Promise.all(ports.map(me))).toEqual([200, 200]);
    const out = { method: 'PUT', headers: { ...session, 'content-type': 'application/json' }, body: '{}' };
    expect((await wire(second.port, host, '/gateway/user/auth/user/info/logout', out)).status).toBe(200);
    expect(await Promise.all(ports.map(me))).toEqual([401, 401]);
  } finally {
    await second.stop();
  }
});

test('processes on one port: one that is killed or silent is replaced, all have the same answers, and they stop together', async () => {
  test.setTimeout(180_000);
  const portal = new PortalProcess({ port: await freePort(), env: { PROCESSES: '3', LOG_LEVEL: 'info' } });
  const entries = () =>
    portal.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg: string; process?: number; jobs?: string });
  const ready = () => entries().filter(({ msg }) => msg === 'portal process ready');
  const title = async () => {
    const { status, text } = await wire(portal.port, 'localhost', '/knowledge');
    return status === 200 && /<title>(.+?)<\/title>/.exec(text)![1];
  };
  try {
    await portal.start();
    await expect.poll(() => ready().length, { timeout: 60_000 }).toBe(3);
    // One process runs the jobs; its successor runs them too.
    const working = ready().find(({ jobs }) => jobs === 'here')!;
    expect(ready().filter(({ jobs }) => jobs === 'off')).toHaveLength(2);
    const before = await title();
    expect(before).toBeTruthy();
    process.kill(working.process!, 'SIGKILL');
    await expect.poll(() => ready().filter(({ jobs }) => jobs === 'here').length, { timeout: 30_000 }).toBe(2);
    expect(entries().filter(({ msg }) => msg === 'portal process ended')).toEqual([
      expect.objectContaining({ process: working.process, signal: 'SIGKILL' }),
    ]);
    expect(await Promise.all(Array.from({ length: 12 }, title))).toEqual(Array.from({ length: 12 }, () => before));
    // One that no longer answers is replaced as well.
    const silent = ready().findLast(({ jobs }) => jobs === 'off')!;
    process.kill(silent.process!, 'SIGSTOP');
    await expect.poll(() => ready().length, { timeout: 90_000 }).toBe(5);
    expect(entries()).toContainEqual(
      expect.objectContaining({ msg: 'portal process does not answer', process: silent.process }),
    );
    expect(await Promise.all(Array.from({ length: 12 }, title))).toEqual(Array.from({ length: 12 }, () => before));
    await portal.stop();
    // None is left.
    for (const { process: pid } of ready()) expect(() => process.kill(pid!, 0)).toThrow('ESRCH');
  } finally {
    await portal.dispose();
  }
});
