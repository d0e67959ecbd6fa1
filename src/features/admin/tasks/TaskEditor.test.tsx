import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { openLocalDrafts } from '#src/features/editor/local-drafts.ts';
import { answer, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate, leave } from '../../../../tests/component/render.ts';
import TaskEditor from './TaskEditor.tsx';
import type { StoredTask } from './task-settings.ts';

const ID = crypto.randomUUID();
const EAST = crypto.randomUUID();
const WELDER = crypto.randomUUID();
const [first, second, third] = Array.from({ length: 3 }, () => crypto.randomUUID()) as [string, string, string];
const item = (subjectId: string, title: string, waitsFor: string[] = []) => ({
  ...{ kind: 'course' as const, subjectId, title, releaseAt: null, waitsFor },
});
const stored: StoredTask = {
  ...{ id: ID, revision: 3, state: 'running', isFromPack: true, title: '焊工安全月', summary: '', taskType: 1 },
  ...{ startAt: '2026-03-01T00:00:00.000Z', endAt: '2026-04-01T00:00:00.000Z', canChange: true, hiddenPeople: 0 },
  ...{ countsEarlier: true, ordered: false, lateCompletion: false, reminders: true },
  ...{ count: 2, completed: 1, late: 0, overdue: 0, people: [] },
  items: [item(first, '第一课'), item(second, '第二课', [first])],
  rules: [
    {
      ...{ excluded: false, departmentId: EAST, withBelow: true, positionId: WELDER, joinedSince: null },
      ...{ department: '华东', position: '焊工' },
    },
  ],
};
const choices = {
  departments: [{ id: EAST, title: '华东' }],
  positions: [{ id: WELDER, title: '焊工' }],
  requirements: [],
};
const preview = { count: 1, added: 0, addedNames: [], removed: 1, removedNames: ['Anna'], hidden: 1, overdue: 0 };

const open = async (more: Partial<StoredTask> = {}) => {
  answer('POST /course/auth/study/tasks/subject/page', () => ({
    ...{ pageCurrent: 1, pageSize: 20, totalPage: 1, totalCount: 1 },
    list: [{ kind: 'course', id: third, title: '第三课' }],
  }));
  answer('POST /course/auth/study/tasks/preview', () => preview);
  await hydrate(TaskEditor, {
    ...{ given: {}, stored: { ...stored, ...more }, choices, timeZone: 'Asia/Shanghai' },
    ...{ now: '2026-03-10T00:00:00.000Z', canWrite: true },
  });
  if (more.canChange !== false) await expect.element(page.getByLabelText('标题', { exact: true })).toBeEnabled();
};
const titles = () =>
  page
    .getByRole('list', { name: '任务内容' })
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('p')!.textContent);

beforeEach(async () => (await openLocalDrafts()).forget(PAGE_OWNER, `task-${ID}`));

test('items are added and moved by the keyboard; one waits only for those above it when it is saved', async () => {
  let sent: { items: { subjectId: string; waitsFor: string[] }[] } | undefined;
  await open();
  await userEvent.click(page.getByRole('button', { name: '添加 第三课' }));
  expect(titles()).toEqual(['1. 课程 · 第一课', '2. 课程 · 第二课', '3. 课程 · 第三课']);
  page.getByRole('button', { name: '上移：2. 课程 · 第二课' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(titles).toEqual(['1. 课程 · 第二课', '2. 课程 · 第一课', '3. 课程 · 第三课']);
  answer('POST /course/auth/study/tasks/save', (input) => {
    sent = input as never;
    return { id: ID, revision: 4 };
  });
  answer('GET /course/auth/study/tasks/view', () => ({ ...stored, revision: 4 }));
  await userEvent.click(page.getByRole('button', { name: '保存' }));
  await expect.poll(() => sent?.items.map(({ subjectId }) => subjectId)).toEqual([second, first, third]);
  expect(sent!.items[0]!.waitsFor).toEqual([]);
});

test('who loses the task, and whose progress is hidden, is said before it is saved', async () => {
  await open();
  await userEvent.click(page.getByLabelText('允许逾期完成'));
  await expect.element(page.getByText('1 人不再有该任务：Anna')).toBeVisible();
  await expect.element(page.getByText('其中 1 人已有进度，将被隐藏，重新获得任务时恢复')).toBeVisible();
  await expect.element(page.getByText('该任务来自内容包', { exact: false })).toBeVisible();
});

test('what was typed survives a reload, and is shown beside the version that somebody else has saved', async () => {
  await open();
  await userEvent.fill(page.getByLabelText('标题', { exact: true }), '我的标题');
  await expect.element(page.getByText('有未保存的修改')).toBeVisible();
  await expect.element(page.getByText('已保留在此浏览器中', { exact: false })).toBeVisible();
  leave();
  await open();
  await expect.element(page.getByLabelText('标题', { exact: true })).toHaveValue('我的标题');
  refuse('POST /course/auth/study/tasks/save', 409, '内容已被他人修改');
  answer('GET /course/auth/study/tasks/view', () => ({ ...stored, revision: 4, title: '别人的标题' }));
  await userEvent.click(page.getByRole('button', { name: '保存' }));
  await expect.element(page.getByText('该任务已被他人修改')).toBeVisible();
  await expect.element(page.getByText('我的标题').first()).toBeVisible();
  await expect.element(page.getByText('别人的标题').first()).toBeVisible();
});

test('who may not change it can only read', async () => {
  await open({ canChange: false });
  await expect.element(page.getByLabelText('标题', { exact: true })).toBeDisabled();
  await expect.element(page.getByText('该任务也涉及不归你管理的人员，你只能查看。')).toBeVisible();
  expect(page.getByRole('button', { name: '取消任务' }).elements()).toEqual([]);
});
