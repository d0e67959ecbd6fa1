import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Data } from '#src/contract/calls.ts';
import { listenForChanges } from '#src/server/core/db/changes.ts';
import { closeRooms, wakeRoom } from '#src/server/core/events/rooms.ts';
import { TOKEN_COOKIE } from '#src/contract/rules/cookies.ts';
import { mintCourse } from '../factories/course.ts';
import { mintLive } from '../factories/live.ts';
import { ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

type View = Data<'GET /course/auth/live/view'>;
type Message = Data<'POST /course/auth/live/message/save'>;
type News = { id: string; messages: Message[]; state: View['state'] };

const SAY = 'POST /course/auth/live/message/save';
let tenant: TestTenant;
let admin: TestPerson;
let courseId: string;
let stopListening: () => void;

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  courseId = await mintCourse(tenant, { courseType: 3 });
  // As the portal does: what another process has changed arrives by the same way.
  await new Promise<void>((resolve) => {
    stopListening = listenForChanges(
      () => undefined,
      (listening) => listening && resolve(),
      wakeRoom,
    );
  });
});
afterAll(() => stopListening());

async function connect(person: TestPerson, id: string, lastEventId?: string) {
  const controller = new AbortController();
  const response = await portal.request(`http://${tenant.host}/live/events/${id}`, {
    signal: controller.signal,
    headers: {
      host: tenant.host,
      cookie: `${TOKEN_COOKIE}=${person.token}; ${companionCookie(person.token)}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    /** Reads events until one fulfils the condition. */
    async until(wanted: (news: News) => boolean): Promise<News> {
      for (;;) {
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const event = text.slice(0, end);
          text = text.slice(end + 2);
          const data = /^data: (.*)$/m.exec(event)?.[1];
          if (!data) continue;
          const news = { ...(JSON.parse(data) as News), id: /^id: (.*)$/m.exec(event)![1]! };
          if (wanted(news)) return news;
        }
        const { done, value } = await reader.read();
        if (done) throw new Error('the stream has ended');
        text += value;
      }
    },
    ended: async () => {
      for (;;) if ((await reader.read()).done) return true;
    },
    close: async () => {
      await reader.cancel();
      controller.abort();
    },
  };
}
const has =
  (body: string) =>
  ({ messages }: News) =>
    messages.some((message) => message.body === body);

describe('events of a class', () => {
  it('tell every viewer messages, moderation, polls and hands', async () => {
    const { id } = await mintLive(tenant, courseId, { status: 'live' });
    const [one, two] = [await mintPerson(tenant), await mintPerson(tenant)];
    const [first, second] = [await connect(one, id), await connect(two, id)];
    expect(first).toMatchObject({ status: 200, type: 'text/event-stream' });
    await Promise.all([first.until(() => true), second.until(() => true)]);
    const { id: messageId } = await ok(one, SAY, { id, body: 'Hello from one' });
    for (const viewer of [first, second]) await viewer.until(has('Hello from one'));
    await ok(admin, 'POST /course/auth/live/message/moderate', { id: messageId, hidden: true });
    const hidden = await second.until(({ messages }) => messages.some((message) => message.hidden));
    expect(hidden.messages).toMatchObject([{ id: messageId, body: '' }]);
    await ok(one, 'POST /course/auth/live/hand/save', { id, raised: true });
    await second.until(({ state }) => state.handCount === 1);
    await ok(admin, 'POST /course/auth/live/poll/save', { id, question: 'Q', options: ['A', 'B'] });
    const { state } = await second.until((news) => news.state.polls.length === 1);
    expect(state.polls).toMatchObject([{ question: 'Q', open: true, votes: null }]);
    await Promise.all([first.close(), second.close()]);
  });

  it('go on after the last one that the viewer has', async () => {
    const { id } = await mintLive(tenant, courseId, { status: 'live' });
    const viewer = await mintPerson(tenant);
    const before = await connect(viewer, id);
    await before.until(() => true);
    await ok(admin, SAY, { id, body: 'first' });
    const { id: last } = await before.until(has('first'));
    await before.close();
    for (const body of ['second', 'third']) await ok(admin, SAY, { id, body });
    const again = await connect(viewer, id, last);
    const { messages } = await again.until(() => true);
    expect(messages.map(({ body }) => body)).toEqual(['second', 'third']);
    await again.close();
    const anew = await connect(viewer, id);
    expect((await anew.until(() => true)).messages).toHaveLength(3);
    await anew.close();
  });

  it('are limited per person, closed to others, and end when the process ends', async () => {
    const { id } = await mintLive(tenant, courseId, { status: 'live' });
    const viewer = await mintPerson(tenant);
    const open = [];
    for (let i = 0; i < 6; i++) {
      const stream = await connect(viewer, id);
      await stream.until(() => true);
      open.push(stream);
    }
    expect((await connect(viewer, id)).status).toBe(429);
    closeRooms();
    for (const stream of open) expect(await stream.ended()).toBe(true);
    await expect
      .poll(async () => {
        const stream = await connect(viewer, id);
        await stream.close();
        return stream.status;
      })
      .toBe(200);
    const closed = await mintLive(tenant, await mintCourse(tenant, { courseType: 3, registrationRequired: true }));
    expect((await connect(viewer, closed.id)).status).toBe(403);
    expect((await connect(await mintPerson(await mintTenant()), id)).status).toBe(401);
    expect((await connect(viewer, courseId)).status).toBe(404);
  });
});
