import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { givenAnswer } from '#src/client/query.ts';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate, session } from '../../../../tests/component/render.ts';
import { CALLS, type OwnRank, type RankPage, rankInput } from './rankings.ts';
import Rankings from './Rankings.tsx';

const names = [
  '郑凯',
  '沈佳怡',
  '褚晓峰',
  '韩磊',
  '蒋一帆',
  '周建国',
  '陈志豪',
  '冯丽娜',
  '王思雨',
  '吴大勇',
  '王芳',
  '孙立强',
];
const total = 12;
/** A page of twelve people; the viewer is the eleventh. */
const list = (pageCurrent: number, unit = 1): RankPage => ({
  pageCurrent,
  pageSize: 10,
  totalCount: total,
  totalPage: 2,
  year: 2026,
  list: names.slice((pageCurrent - 1) * 10, pageCurrent * 10).map((userName, i) => {
    const rank = (pageCurrent - 1) * 10 + i + 1;
    return {
      rank,
      userName,
      headPortrait: null,
      sex: 1,
      department: null,
      total: (100 - rank) * unit,
      mine: rank === 11,
    };
  }),
});
const own: OwnRank = {
  year: 2026,
  rank: 11,
  position: 11,
  total: 89,
  distance: 1,
  totalCount: total,
  years: [2026, 2025],
  kinds: ['points', 'credits', 'hours'],
  shown: true,
  allYears: true,
  names: null,
};
const PATH = location.pathname;
const home = PATH + location.search;

/** Links lead to `/home/rank`; the tested page must have this URL for them to be handled. */
beforeEach(() => history.replaceState(null, '', '/home/rank'));
afterEach(() => history.replaceState(null, '', home));

const show = (search = '') =>
  hydrate(Rankings, {
    given: {
      ...givenAnswer(CALLS.points[0], rankInput({ by: 'points', year: undefined, page: 1 }), list(1)),
      ...givenAnswer(CALLS.points[1], { year: undefined }, own),
    },
    search,
    viewer: session.viewer,
  });
const rows = () => page.getByRole('row').elements().length;

test('shows what the server rendered without asking again, with the own line below', async () => {
  await show();
  expect(rows()).toBe(12);
  await expect.element(page.getByRole('row').last()).toHaveTextContent('第 11 名11王芳我质量部89');
  expect(made).toEqual([]);
});

test('another page and another ranking come without a reload, by keyboard; back leads to them', async () => {
  answer(CALLS.points[0], ({ pageCurrent }) => list(Number(pageCurrent)));
  answer(CALLS.hours[0], list(1, 0.5));
  answer(CALLS.hours[1], { ...own, total: 44.5 });
  await show();
  const second = page.getByRole('link', { name: '第 2 页' });
  await expect.element(second).toBeVisible();
  (second.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows()).toBe(3);
  expect(location.search).toBe('?page=2');
  await userEvent.click(page.getByRole('link', { name: '学时榜' }));
  await expect.element(page.getByRole('columnheader', { name: '学时' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: '学时榜' })).toHaveFocus();
  expect(location.search).toBe('?by=hours');
  expect(rows()).toBe(12);
  history.back();
  await expect.poll(() => location.search).toBe('?page=2');
  await expect.poll(() => rows()).toBe(3);
  await expect.element(page.getByRole('columnheader', { name: '积分' })).toBeVisible();
});

test('the focus moves to the table if the followed link no longer exists', async () => {
  answer(CALLS.points[0], ({ pageCurrent }) => list(Number(pageCurrent)));
  await show();
  await userEvent.click(page.getByRole('link', { name: '下一页' }));
  await expect.poll(() => rows()).toBe(3);
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement!.contains(page.getByRole('table').element())).toBe(true);
});

test('until another ranking is there, the one before stays under its own name', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  answer(CALLS.credits[0], async () => {
    await held;
    return list(1, 0.1);
  });
  answer(CALLS.credits[1], { ...own, total: 8.9 });
  await show();
  await userEvent.click(page.getByRole('link', { name: '学分榜' }));
  await expect.element(page.getByRole('link', { name: '学分榜' })).toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByRole('columnheader', { name: '积分' })).toBeVisible();
  release();
  await expect.element(page.getByRole('columnheader', { name: '学分' })).toBeVisible();
});

test('a ranking that cannot be loaded shows an error and can be retried', async () => {
  refuse(CALLS.hours[0], 500, '出错了');
  answer(CALLS.hours[1], own);
  await show();
  await userEvent.click(page.getByRole('link', { name: '学时榜' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('出错了重试');
  expect(rows()).toBe(0);
  answer(CALLS.hours[0], list(1));
  await userEvent.click(page.getByRole('button', { name: '重试' }));
  await expect.poll(() => rows()).toBe(12);
});

test('a page beyond the last one leads to the last one', async () => {
  answer(CALLS.points[0], ({ pageCurrent }) =>
    Number(pageCurrent) > 2 ? { ...list(Number(pageCurrent)), list: [] } : list(Number(pageCurrent)),
  );
  history.replaceState(null, '', '/home/rank?page=9');
  await show('?page=9');
  await expect.poll(() => rows()).toBe(3);
  expect(location.search).toBe('?page=2');
});

test('without ranked members: suggests an action', async () => {
  answer(CALLS.credits[0], { ...list(1), list: [], totalCount: 0, totalPage: 0 });
  answer(CALLS.credits[1], { ...own, rank: null, position: null, total: 0, distance: null, totalCount: 0 });
  await show();
  await userEvent.click(page.getByRole('link', { name: '学分榜' }));
  await expect.element(page.getByText('还没有人上榜')).toBeVisible();
  await expect.element(page.getByText('你还没有上榜')).toBeVisible();
});
