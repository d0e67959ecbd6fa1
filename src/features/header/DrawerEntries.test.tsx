import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { endSession, patchViewer, setCart, setUnread } from '#src/client/session-state.ts';
import { $cart, $unread, $viewer } from '#src/client/session.store.ts';
import { hydrate, session } from '../../../tests/component/render.ts';
import DrawerEntries from './DrawerEntries.tsx';

const link = (name: RegExp) => page.getByRole('link', { name });

/** The stores are initialised from the page's payload, as in the browser. */
const show = (cart: number) => {
  $viewer.set(session.viewer);
  $unread.set(session.unread);
  $cart.set(cart);
  return hydrate(DrawerEntries, { viewer: session.viewer, unread: session.unread, notices: session.notices, cart });
};

afterEach(() => {
  $viewer.set(null);
  $unread.set(0);
  $cart.set(0);
});

test('counts are those of the session: a read notice, a changed cart and new hours show at once', async () => {
  await show(0);
  await expect.element(link(/^消息/)).toHaveTextContent('消息3');
  await expect.element(link(/^消息/)).toHaveAttribute('href', '/account?change=5');
  await expect.element(link(/^学时/)).toHaveTextContent('学时12.5');
  expect(link(/^购物车/).elements()).toHaveLength(0);
  setUnread(2);
  setCart(4);
  patchViewer({ totalHours: 14 });
  await expect.element(link(/^消息/)).toHaveTextContent('消息2');
  await expect.element(link(/^购物车/)).toHaveTextContent('购物车4');
  await expect.element(link(/^购物车/)).toHaveAttribute('href', '/cart');
  await expect.element(link(/^学时/)).toHaveTextContent('学时14');
});

test('what the server knew is there from the start', async () => {
  await show(2);
  await expect.element(link(/^购物车/)).toHaveTextContent('购物车2');
});

test('nothing of the person stays when the session has ended in another tab', async () => {
  await show(1);
  await expect.element(page.getByRole('navigation', { name: '王芳的菜单' })).toBeVisible();
  endSession();
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument();
});
