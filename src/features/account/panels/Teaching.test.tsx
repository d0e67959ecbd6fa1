import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#src/client/api.ts';
import { prefetch } from '#src/client/query.ts';
import { answer } from '../../../../tests/component/gateway.ts';
import { setAddress } from '../../../../tests/component/navigation.ts';
import { hydrate, session } from '../../../../tests/component/render.ts';
import AccountTabs from '../AccountTabs.tsx';
import { undoCount } from '../panel-calls.ts';
import { loadPanel } from '../panels.ts';
import { SECTIONS, waitingPages } from '../teaching-sections.ts';

const none = { list: [], pageCurrent: 1, pageSize: 5, totalCount: 0, totalPage: 0 };
const row = {
  id: crypto.randomUUID(),
  title: '消防实训',
  detail: '培训中心',
  personName: '高老师',
  at: '2026-03-01T01:00:00.000Z',
  path: '/account/sessions/1',
};

/** Opens the panel with one session that waits, and nothing else. */
async function open(userType: number) {
  setAddress('/account?change=8');
  answer('POST /user/auth/flow/instance/undo', none);
  for (const { call } of SECTIONS) answer(call, none);
  answer('POST /course/auth/training/waiting/page', { ...none, list: [row], totalCount: 7, totalPage: 2 });
  const given = await prefetch(api, [undoCount(), ...waitingPages()]);
  await loadPanel('teaching');
  const viewer = { ...session.viewer, isAdmin: false, userType };
  await hydrate(AccountTabs, { viewer, search: '?change=8', now: row.at, given, teaches: true });
}
const nothing = () => page.getByRole('region', { name: /以下暂无待办/ });

test('sections with something are shown with their rows, the others as one line of links', async () => {
  await open(2);
  await expect.element(page.getByRole('heading', { name: '线下场次与考勤 7' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /消防实训/ })).toHaveAttribute('href', row.path);
  await expect.element(page.getByRole('link', { name: '查看全部 7 项' })).toHaveAttribute('href', '/account/sessions');
  expect(page.getByRole('heading', { level: 2 }).elements()).toHaveLength(2);
  const links = nothing()
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'));
  expect(links).toEqual(SECTIONS.flatMap(({ title, all }) => (title === 'training' || !all ? [] : [all])));
  await expect.element(page.getByRole('link', { name: /教学 7/ })).toBeVisible();
});

test('superiors and mentors see no links to pages of lecturers', async () => {
  await open(1);
  await expect.element(nothing().getByRole('link', { name: '带教' })).toBeVisible();
  expect(nothing().getByRole('link', { name: '直播课' }).elements()).toEqual([]);
});
