import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { endSession, setUnread } from '#src/client/session-state.ts';
import { $notices, $unread, $viewer } from '#src/client/session.store.ts';
import { hydrate, session } from '../../../tests/component/render.ts';
// The layout links it.
import './bottom-bar.css';
import BottomBar from './BottomBar.tsx';

const bar = page.getByRole('navigation', { name: '常用栏目' });
const messages = bar.getByRole('link', { name: /^消息/ });
const show = () => {
  $viewer.set(session.viewer);
  $unread.set(session.unread);
  return hydrate(BottomBar, { place: 'study' as const, unread: session.unread, notices: session.notices });
};

beforeEach(() => page.viewport(390, 800));
afterEach(async () => {
  $viewer.set(null);
  $unread.set(0);
  $notices.set(0);
  await page.viewport(1280, 800);
});

test('names the five places, marks the current one, and counts what is unread as it changes', async () => {
  await show();
  await expect.element(bar).toBeVisible();
  const links = bar.getByRole('link').elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    ...['/home', '/knowledge', '/test', '/account?change=5', '/account'],
  ]);
  await expect.element(bar.getByRole('link', { name: '学习' })).toHaveAttribute('aria-current', 'page');
  await expect.element(messages).toHaveAccessibleName('消息 3 条未读');
  await expect.element(messages).toHaveTextContent('消息33 条未读');
  setUnread(120);
  await expect.element(messages).toHaveTextContent('消息99+120 条未读');
  setUnread(0);
  await expect.element(messages).toHaveAccessibleName('消息');
  $notices.set(1);
  await expect.element(messages).toHaveAttribute('href', '/account?change=5&of=me');
});

test('is for phones only, and for members only', async () => {
  await show();
  await page.viewport(640, 800);
  await expect.element(bar).not.toBeInTheDocument();
  await page.viewport(390, 800);
  await expect.element(bar).toBeVisible();
  endSession();
  await expect.element(bar).not.toBeInTheDocument();
});
