import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#src/client/api.ts';
import { prefetch } from '#src/client/query.ts';
import type { Data } from '#src/contract/calls.ts';
import { answer, disconnect, made, refuse } from '../../../tests/component/gateway.ts';
import { holdNavigations, setAddress } from '../../../tests/component/navigation.ts';
import { hydrate, session } from '../../../tests/component/render.ts';
import { readView } from './account-query.ts';
import AccountTabs from './AccountTabs.tsx';
import { undoCount, wantedBy } from './panel-calls.ts';
import { loadPanel } from './panels.ts';

type Tasks = Data<'POST /course/auth/study/task/page'>;
const NOW = '2026-03-01T00:00:00.000Z';
const TASKS = 'POST /course/auth/study/task/page';
const PROJECTS = 'POST /course/auth/project/info/page';
const COURSES = 'POST /data/auth/course/user/progress/user/page';

const none = { list: [], pageCurrent: 1, pageSize: 10, totalCount: 0, totalPage: 0 };
const task = (title: string): Tasks['list'][number] => ({
  id: crypto.randomUUID(),
  title,
  summary: null,
  taskType: 1,
  startAt: '2026-02-01T00:00:00.000Z',
  endAt: '2026-03-11T00:00:00.000Z',
  ordered: false,
  countsEarlier: true,
  countsFrom: '2026-02-01T00:00:00.000Z',
  hasLocks: false,
  acceptsLate: false,
  isLate: false,
  studyProgress: 40,
  status: 'learning',
  completedAt: null,
  items: [],
});
const pageOfTasks = (pageCurrent: number): Tasks => ({
  list: [task(`Task on page ${pageCurrent}`)],
  pageCurrent,
  pageSize: 10,
  totalCount: 11,
  totalPage: 2,
});

/** Renders the island like the server for a URL, with the responses set by the test. */
async function open(search: string, viewer = session.viewer): Promise<HTMLElement> {
  setAddress(`/account${search}`);
  document.title = `(3) ${search.includes('change=2') ? '培训记录' : '我的任务'} · 知行`;
  const view = readView(search, { organisation: viewer.isAdmin, decides: viewer.isAdmin });
  const given = await prefetch(api, [undoCount(), ...wantedBy(view)]);
  await loadPanel(view.panel);
  made.length = 0;
  return hydrate(AccountTabs, { viewer, search, now: NOW, given });
}
const tab = (name: string) => page.getByRole('navigation', { name: '个人中心栏目' }).getByRole('link', { name });
const callsOf = (call: string) => made.filter((each) => each.call === call);

beforeEach(() => {
  answer('POST /user/auth/flow/instance/undo', none);
  answer(TASKS, (input) => pageOfTasks(Number(input['pageCurrent'])));
  answer(COURSES, none);
});

test('a tab switches without loading the page: address, title, panel and its data; back returns', async () => {
  const held = holdNavigations();
  await open('?change=1');
  await expect.element(page.getByRole('link', { name: 'Task on page 1' })).toBeVisible();
  expect(made, 'what the server gave is not asked for again').toEqual([]);

  await tab('培训记录').click();
  await expect.element(page.getByText('还没有学习记录')).toBeVisible();
  expect(location.pathname + location.search).toBe('/account?change=2');
  expect(document.title).toBe('(3) 培训记录 · 知行');
  await expect.element(tab('培训记录')).toHaveAttribute('aria-current', 'page');
  await expect.element(tab('我的任务')).not.toHaveAttribute('aria-current');
  await expect.element(tab('培训记录')).toHaveFocus();
  await expect.element(page.getByRole('status')).toHaveTextContent('培训记录');
  expect(callsOf(COURSES)).toHaveLength(1);

  history.back();
  await expect.element(page.getByRole('link', { name: 'Task on page 1' })).toBeVisible();
  expect(document.title).toBe('(3) 我的任务 · 知行');
  history.forward();
  await expect.element(page.getByText('还没有学习记录')).toBeVisible();
  expect(held).toEqual([]);
});

test('by keyboard: a tab and a filter keep the focus, another page of the list takes it', async () => {
  await open('?change=1');
  await expect.element(tab('我的任务')).toBeVisible();
  (tab('我的任务').element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(tab('培训记录')).toHaveFocus();
  await expect.element(page.getByText('还没有学习记录')).toBeVisible();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}');
  await expect.element(page.getByRole('link', { name: 'Task on page 1' })).toBeVisible();

  const filter = page.getByRole('link', { name: '学习中' });
  await expect.element(filter).toBeVisible();
  (filter.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(filter).toHaveAttribute('aria-current', 'true');
  await expect.element(filter).toHaveFocus();
  expect(callsOf(TASKS).at(-1)!.input).toEqual({ pageCurrent: 1, status: 'learning' });

  await page.getByRole('link', { name: '第 2 页' }).click();
  await expect.element(page.getByRole('link', { name: 'Task on page 2' })).toBeVisible();
  expect(location.search).toBe('?change=1&status=learning&page=2');
  expect(document.activeElement!.contains(page.getByRole('link', { name: 'Task on page 2' }).element())).toBe(true);
  await expect.element(page.getByRole('status')).toHaveTextContent('我的任务, 第 2 页');
});

test('the training records show learning projects beside courses', async () => {
  const project: Data<typeof PROJECTS>['list'][number] = {
    ...{ id: crypto.randomUUID(), title: '班组长培养', summary: null, cover: null, publishedAt: NOW },
    ...{ startAt: null, endAt: null },
    ...{ categoryId: null, categoryName: null, registrationRequired: false, projectState: 'open', status: 'learning' },
    ...{ courseCount: 3, requiredCount: 3, classHours: 6, credits: 1, studyProgress: 40 },
    ...{ likeCount: 0, ratingCount: 0, ratingMean: null, studentCount: 1 },
  };
  answer(PROJECTS, { ...none, list: [project], totalCount: 1 });
  await open('?change=2');
  const kinds = page.getByRole('navigation', { name: '类别' });
  await kinds.getByRole('link', { name: '学习项目' }).click();
  const link = page.getByRole('link', { name: '班组长培养' });
  await expect.element(link).toHaveAttribute('href', `/knowledge/project/${project.id}`);
  await expect
    .element(page.getByRole('progressbar', { name: '“班组长培养”的学习进度' }))
    .toHaveAttribute('value', '40');
  expect(location.search).toBe('?change=2&kind=project');
  await page.getByRole('link', { name: '已完成' }).click();
  await expect.poll(() => callsOf(PROJECTS).at(-1)?.input).toMatchObject({ joined: true, learningState: 'completed' });
  await kinds.getByRole('link', { name: '课程', exact: true }).click();
  await expect.element(page.getByText('还没有学习记录')).toBeVisible();
});

test('a panel whose data cannot be loaded shows an error and can be retried', async () => {
  await open('?change=1');
  refuse(COURSES, 500, '出错了');
  await tab('培训记录').click();
  await expect.element(page.getByRole('alert').getByText('出错了')).toBeVisible();
  answer(COURSES, none);
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByText('还没有学习记录')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();

  disconnect(TASKS);
  await page.getByRole('link', { name: '已完成' }).click();
  await tab('我的任务').click();
  await page.getByRole('link', { name: '未开始' }).click();
  await expect.element(page.getByRole('alert').getByText('加载数据失败，请稍后再试')).toBeVisible();
});

test('an empty list suggests an action, a filtered one links to the whole list', async () => {
  answer(TASKS, none);
  await open('?change=1&status=overdue');
  await page.getByRole('link', { name: '查看全部' }).click();
  await expect.element(page.getByText('这里还没有任务')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '浏览课程' })).toHaveAttribute('href', '/knowledge');
});

test('when the session has ended, the login page leads back to the tab that was opened', async () => {
  const held = holdNavigations();
  await open('?change=1');
  refuse(COURSES, 300, '请先登录');
  await tab('培训记录').click();
  await expect.poll(() => held).toEqual([`/login?t=login&redirect=${encodeURIComponent('/account?change=2')}`]);
});

test('links that lead elsewhere or open a tab are left to the browser', async () => {
  const held = holdNavigations();
  await open('?change=1');
  await page.getByRole('link', { name: 'Task on page 1' }).click();
  const followed: boolean[] = [];
  addEventListener('click', (event) => (followed.push(event.defaultPrevented), event.preventDefault()), { once: true });
  tab('培训记录')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
  expect(held).toEqual([expect.stringMatching(/^\/account\/task\//)]);
  expect(followed).toEqual([false]);
  expect(location.search).toBe('?change=1');
});

test('a page beyond the end shows the last one, in the place of the address', async () => {
  await open('?change=2');
  await tab('我的任务').click();
  await expect.element(page.getByRole('link', { name: 'Task on page 1' })).toBeVisible();
  const entries = history.length;
  answer(TASKS, (input) => ({
    ...pageOfTasks(1),
    ...(input['pageCurrent'] === 2 && { pageCurrent: 2, totalPage: 1 }),
  }));
  await page.getByRole('link', { name: '第 2 页' }).click();
  await expect.poll(() => location.search).toBe('?change=1&page=1');
  expect(history.length).toBe(entries + 1);
});

test('approvers see the number of pending requests; organisation accounts have their centre', async () => {
  answer('POST /user/auth/flow/instance/undo', { ...none, totalCount: 4, totalPage: 4 });
  await open('?change=1', { ...session.viewer, isAdmin: true });
  await expect.element(tab('申请与审批 4 项待审批')).toBeVisible();
  await expect.element(tab('组织中心')).toHaveAttribute('href', '/account?change=7');
});
