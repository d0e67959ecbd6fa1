import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $toasts, $unread, $viewer } from '#src/client/session.store.ts';
import { answer, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate, session } from '../../../tests/component/render.ts';
import AdmireButton from './AdmireButton.tsx';
import MarkRead from './MarkRead.tsx';

const ID = '01890000-0000-7000-8000-0000000000aa';
const ADMIRE = 'PUT /user/auth/announcement/user/record/update/admire';
const READ = 'PUT /user/auth/announcement/user/record/batch/read';
const COUNT = 'POST /user/auth/announcement/user/record/wait/read/count';

beforeEach(() => {
  $viewer.set(session.viewer);
  $toasts.set([]);
  $unread.set(3);
});
afterEach(() => Reflect.deleteProperty(document, 'prerendering'));

test('a like shows at once, a second click while it is sent does nothing, and a refused one is taken back', async () => {
  await hydrate(AdmireButton, { id: ID, admired: false, count: 4, login: '/login' });
  const button = page.getByRole('button');
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  answer(ADMIRE, async () => {
    await arrived;
    return { admired: true, admireCount: 9 };
  });
  await userEvent.click(button);
  await userEvent.click(button);
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button).toHaveTextContent('赞5');
  arrive();
  await expect.element(button).toHaveTextContent('赞9');
  expect(made).toEqual([{ call: ADMIRE, input: { id: ID } }]);
  refuse(ADMIRE, 404, '公告已撤回');
  await userEvent.click(button);
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['公告已撤回']);
  await expect.element(button).toHaveTextContent('赞9');
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
});

test('a visitor gets a link to the login page', async () => {
  $viewer.set(null);
  await hydrate(AdmireButton, { id: ID, admired: null, count: 4, login: '/login?t=login' });
  await expect.element(page.getByRole('link')).toHaveAttribute('href', '/login?t=login');
  await expect.element(page.getByRole('link')).toHaveAttribute('data-login-first');
});

test('an announcement is marked as read when it becomes visible, and the unread count decreases', async () => {
  answer(READ, null as never);
  answer(COUNT, { count: 2, notices: 0, until: '2026-03-01T00:00:00.000Z' });
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  await hydrate(MarkRead, { id: ID });
  expect(made).toEqual([]);
  document.dispatchEvent(new Event('prerenderingchange'));
  await expect.poll(() => $unread.get()).toBe(2);
  expect(made[0]).toEqual({ call: READ, input: [ID] });
});

test('an ended session does not disturb reading', async () => {
  refuse(READ, 300, '请先登录');
  await hydrate(MarkRead, { id: ID });
  await expect.poll(() => made.length).toBe(1);
  expect([$unread.get(), $toasts.get()]).toEqual([3, []]);
});
