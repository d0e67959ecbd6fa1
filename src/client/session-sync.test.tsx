import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { island } from '#src/i18n/island.tsx';
import { answer, made, refuse } from '../../tests/component/gateway.ts';
import { hydrate, session } from '../../tests/component/render.ts';
import { useCall } from './query.ts';
import { $cart, $unread, $viewer } from './session.store.ts';
import { endSession, patchViewer, refreshUnread, setCart } from './session-state.ts';
import { startSession } from './session-sync.ts';

const COUNT = 'POST /user/auth/announcement/user/record/wait/read/count';

/** Another tab of the same browser. */
const otherTab = new BroadcastChannel('session');
const heard: unknown[] = [];
otherTab.addEventListener('message', ({ data }) => heard.push(data));
$viewer.set(session.viewer);
$unread.set(session.unread);
startSession();

afterEach(() => {
  heard.length = 0;
  $viewer.set(session.viewer);
});

test('the unread count is synchronised between tabs', async () => {
  answer(COUNT, { count: 7, notices: 0, until: '2026-01-01T00:00:00Z' });
  await refreshUnread();
  expect($unread.get()).toBe(7);
  await expect.poll(() => heard).toContainEqual({ unread: 7 });
  otherTab.postMessage({ unread: 2 });
  await expect.poll(() => $unread.get()).toBe(2);
});

test('a new picture and a changed cart are known in all tabs', async () => {
  patchViewer({ headPortrait: '/media/new' });
  setCart(3);
  expect([$viewer.get()?.headPortrait, $cart.get()]).toEqual(['/media/new', 3]);
  await expect.poll(() => heard).toContainEqual({ cart: 3 });
  expect(heard).toContainEqual({ viewer: { ...session.viewer, headPortrait: '/media/new' } });
  otherTab.postMessage({ viewer: { ...session.viewer, userName: '王芳芳' } });
  await expect.poll(() => $viewer.get()?.userName).toBe('王芳芳');
});

test('another person in another tab does not become the person of this one', async () => {
  otherTab.postMessage({ viewer: { ...session.viewer, id: 'other', userName: '别人' } });
  otherTab.postMessage({ unread: 9 });
  await expect.poll(() => $unread.get()).toBe(9);
  expect($viewer.get()?.userName).toBe(session.viewer.userName);
});

test('a session that ended in another tab, or on the server, ends here', async () => {
  otherTab.postMessage({ ended: true });
  await expect.poll(() => $viewer.get()).toBeNull();
  expect([$unread.get(), $cart.get()]).toEqual([0, 0]);
  $viewer.set(session.viewer);
  refuse(COUNT, 300, '未登录');
  await refreshUnread();
  expect($viewer.get()).toBeNull();
  await expect.poll(() => heard).toContainEqual({ ended: true });
});

test('signing out here is heard in other tabs', async () => {
  endSession();
  await expect.poll(() => heard).toContainEqual({ ended: true });
});

/** What the server says of the user when it is asked. */
function answerViewer(totalHours: number) {
  answer(COUNT, { count: 1, notices: 0, until: '2026-01-01T00:00:00Z' });
  answer('GET /data/auth/course/hour/user/hours/count', {
    annualHours: 0,
    totalHours,
    cultureHours: 0,
    lecturerHours: 0,
    requiredHours: 0,
    otherHours: 0,
    sex: 1,
  });
  answer('GET /user/auth/enterprise/user/info/current/view', {
    ...session.viewer,
    enterpriseId: '01890000-0000-7000-8000-000000000002',
    email: null,
    nickname: null,
    phone: null,
    hasPassword: true,
    passwordChangedAt: null,
    token: null,
    cartCount: 2,
  });
}

test('a page from the back/forward cache asks the server for the person and the counts', async () => {
  answerViewer(20);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.poll(() => $viewer.get()?.totalHours).toBe(20);
  await expect.poll(() => [$unread.get(), $cart.get()]).toEqual([1, 2]);
  expect(made).toHaveLength(3);
});

test('the counts are polled while the tab is open, also after an error; not without a user', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const polls = () => made.filter(({ call }) => call === COUNT).length;
  try {
    made.length = 0;
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(119_000);
    expect(polls()).toBe(0);
    refuse(COUNT, 500, 'Broken');
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.poll(polls).toBe(1);
    answer(COUNT, { count: 5, notices: 0, until: '2026-01-01T00:00:00Z' });
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(120_000);
    await expect.poll(() => [polls(), $unread.get()]).toEqual([2, 5]);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    $viewer.set(null);
    await vi.advanceTimersByTimeAsync(240_000);
    expect(polls()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

const RANK = 'POST /user/auth/enterprise/user/account/integral/rank/page';
const rankOf = (totalCount: number) => ({
  ...{ pageCurrent: 1, pageSize: 3, totalCount, totalPage: 1, list: [], year: 2026 },
});
const Rank = island(function Rank() {
  const { data } = useCall(RANK, {});
  return <p>{`${data?.totalCount ?? 0} ranked`}</p>;
});

test('a tab left open past midnight of the enterprise shows the new day: rankings, bell and user menu', async () => {
  answer(RANK, rankOf(3));
  await hydrate(Rank, {});
  await expect.element(page.getByText('3 ranked')).toBeVisible();
  answer(RANK, rankOf(4));
  answerViewer(30);
  made.length = 0;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  try {
    dispatchEvent(new FocusEvent('focus'));
    await expect.element(page.getByText('4 ranked')).toBeVisible();
    await expect.poll(() => $viewer.get()?.totalHours).toBe(30);
    expect($unread.get()).toBe(1);
    // The rest of that day only the bell is asked for.
    made.length = 0;
    clock.mockReturnValue(performance.now() + 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => made.map(({ call }) => call)).toContain(COUNT);
    expect(made.map(({ call }) => call)).not.toContain('GET /user/auth/enterprise/user/info/current/view');
  } finally {
    vi.useRealTimers();
    clock.mockRestore();
  }
});
