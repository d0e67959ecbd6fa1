import { beforeEach, expect, test, vi } from 'vitest';
import { answer, made } from '../../tests/component/gateway.ts';
import { session } from '../../tests/component/render.ts';
import { uuid } from '#src/lib/uuid.ts';
import { $notices, $replaced, $unread, $viewer, PAGE_OWNER } from './session.store.ts';
import { isStillLoggedIn } from './refresh-session.ts';
import { startSession } from './session-sync.ts';

/* Who is logged in in this browser, as a page without top bar (the exam hall) hears it: without requests of its own. */

const WHO = 'GET /user/auth/enterprise/user/info/current/view';

// What the layout inlines, before the stores are made of it.
vi.hoisted(() => {
  const inlined = document.createElement('script');
  inlined.type = 'application/json';
  inlined.id = 'session';
  const viewer = { id: '01890000-0000-7000-8000-000000000001', userName: '王芳', timeZone: 'Asia/Shanghai' };
  inlined.textContent = JSON.stringify({ viewer, unread: 0, notices: 0, cart: 0, isBare: true });
  document.head.append(inlined);
});

const otherTab = new BroadcastChannel('session');
const heard: unknown[] = [];
otherTab.addEventListener('message', ({ data }) => heard.push(data));

beforeEach(() => {
  if (heard.length === 0) startSession();
});

test('it says whose page it is, and nothing of counts that it does not know', async () => {
  await expect.poll(() => heard).toEqual([{ owner: PAGE_OWNER }]);
  expect(PAGE_OWNER).toBe(session.viewer.id);
});

test('it hears counts of other tabs', async () => {
  otherTab.postMessage({ unread: 4 });
  otherTab.postMessage({ notices: 2 });
  await expect.poll(() => [$unread.get(), $notices.get()]).toEqual([4, 2]);
});

test('it asks nothing, however long it is open and however often it is returned to', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  for (const event of ['focus', 'pageshow']) dispatchEvent(new Event(event));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(3_600_000);
  dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(600_000);
  vi.useRealTimers();
  expect(made).toEqual([]);
});

test('somebody else who logs in in another tab ends it; the same user’s next login goes on', async () => {
  otherTab.postMessage({ owner: uuid() });
  await expect.poll(() => [$viewer.get(), $replaced.get()]).toEqual([null, true]);
  otherTab.postMessage({ ended: true });
  await expect.poll(() => [$viewer.get(), $replaced.get()]).toEqual([null, false]);
  otherTab.postMessage({ owner: PAGE_OWNER });
  await expect.poll(() => $viewer.get()?.userName).toBe('王芳');
  expect(made).toEqual([]);
});

test('whether the user is still logged in is asked when a call is refused as somebody else’s', async () => {
  answer(WHO, { ...session.viewer } as never);
  expect(await isStillLoggedIn()).toBe(true);
  answer(WHO, { ...session.viewer, id: uuid() } as never);
  expect(await isStillLoggedIn()).toBe(false);
  expect([$viewer.get(), $replaced.get()]).toEqual([null, true]);
});
