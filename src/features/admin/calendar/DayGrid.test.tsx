import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#src/client/api.ts';
import { prefetch } from '#src/client/query.ts';
import { readList } from '#src/lib/list-query.ts';
import { answer, made } from '../../../../tests/component/gateway.ts';
import { setAddress } from '../../../../tests/component/navigation.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { CALENDAR, type Entry, LIST, OPTIONS, shownOf } from './calendar-list.ts';
import ClassCalendar from './ClassCalendar.tsx';

const TODAY = '2026-11-27';
const entry = (id: string, title: string, day: string, kind: Entry['kind'] = 'offline'): Entry =>
  ({
    ...{ id, kind, title, courseId: 'c', courseTitle: '焊接', status: 'open', clashes: [] },
    ...{ startAt: `${day}T01:00:00.000Z`, endAt: `${day}T02:00:00.000Z`, lecturerName: null, assistantNames: [] },
    ...{ place: '', room: null, capacity: null, bookedCount: 0, cost: 0 },
  }) as unknown as Entry;

/** Shows the month or week of an address. */
async function show(search = ''): Promise<void> {
  setAddress(`/admin/calendar${search}`);
  const { input } = shownOf(readList(CALENDAR, search), TODAY);
  const given = await prefetch(api, [
    [LIST, input],
    [OPTIONS, {}],
  ]);
  await hydrate(ClassCalendar, { given, search, today: TODAY, timeZone: 'Asia/Shanghai' });
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  answer(OPTIONS, { lecturers: [], rooms: [], courses: [], resources: [], liveCourses: [] } as never);
  answer(LIST, {
    list: [
      entry('a', '上午班', '2026-11-26'),
      entry('b', '直播课', '2026-11-26', 'live'),
      entry('c', '另一班', '2026-11-25'),
    ],
    isCut: false,
  });
});

/** Name of the day that has the focus, or within which it is. */
const focused = () => document.activeElement!.closest('[role=gridcell]')?.firstElementChild?.textContent;
const day = (name: RegExp) => page.getByRole('gridcell', { name }).getByRole('button', { name: /安排课程$/ });
const grid = page.getByRole('grid');
const stops = () =>
  (['button', 'link'] as const)
    .flatMap((role) => grid.getByRole(role).elements() as HTMLElement[])
    .filter(({ tabIndex }) => tabIndex === 0);

test('the days of a month are one tab stop, the day of today, and keys lead to the others', async () => {
  await show();
  expect(stops()).toHaveLength(1);
  expect(grid.getByRole('row').elements()).toHaveLength(6);
  stops()[0]!.focus();
  expect(focused()).toMatch(/^2026年11月27日/);
  for (const [key, to] of [
    ['{ArrowLeft}', /^2026年11月26日/],
    ['{ArrowUp}', /^2026年11月19日/],
    ['{Home}', /^2026年11月16日/],
    ['{End}', /^2026年11月22日/],
    ['{ArrowDown}', /^2026年11月29日/],
    ['{ArrowRight}', /^2026年11月30日/],
    ['{Control>}{Home}{/Control}', /^2026年10月26日/],
  ] as const) {
    await userEvent.keyboard(key);
    expect(focused(), key).toMatch(to);
  }
  // All of them are shown by this address.
  expect(location.search).toBe('');
  expect(made.filter(({ call }) => call === LIST)).toHaveLength(1);
});

test('Page Up and Page Down, and arrows beyond what is shown, lead to another month with the focus on its day', async () => {
  await show('?day=2026-11-30');
  stops()[0]!.focus();
  await userEvent.keyboard('{PageDown}');
  await expect.poll(focused).toMatch(/^2026年12月30日/);
  expect(location.search).toBe('?day=2026-12-30');
  await expect.element(page.getByRole('grid', { name: '2026年12月' })).toBeVisible();
  await userEvent.keyboard('{PageUp}{PageUp}');
  await expect.poll(focused).toMatch(/^2026年10月30日/);
  await userEvent.keyboard('{Control>}{End}{/Control}{ArrowRight}');
  await expect.poll(focused).toMatch(/^2026年11月2日/);
  expect(location.search).toBe('?day=2026-11-02');
  expect(stops().length).toBe(1);
});

test('Tab leads on to what is on the day, and to no other days; Escape back to it', async () => {
  await show('?day=2026-11-26');
  expect(stops().map(({ textContent }) => textContent)).toHaveLength(3);
  stops()[0]!.focus();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: /上午班/ }).first()).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('link', { name: /直播课/ }).first()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(day(/^2026年11月26日/)).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(focused()).toMatch(/^2026年11月25日/);
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: /另一班/ }).first()).toHaveFocus();
  await userEvent.tab();
  expect(focused()).toBeUndefined();
});

test('in a week, Page Down leads to the next one', async () => {
  await show('?view=week&day=2026-11-26');
  expect(grid.getByRole('gridcell').elements()).toHaveLength(7);
  stops()[0]!.focus();
  await userEvent.keyboard('{PageDown}');
  await expect.poll(focused).toMatch(/^2026年12月3日/);
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(focused).toMatch(/^2026年11月26日/);
});
