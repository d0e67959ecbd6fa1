import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#src/client/api-error.ts';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { openLocalDrafts } from '#src/features/editor/local-drafts.ts';
import { Example, server, VALUES } from '../../../../tests/component/editing.tsx';
import { hydrate, leave, settled } from '../../../../tests/component/render.ts';

beforeEach(async () => {
  server.stored = { values: VALUES, revision: 1 };
  server.answer = (values) => values;
  server.sent = [];
  await (await openLocalDrafts()).forget(PAGE_OWNER, 'exam-1');
});

const invalid = (...fields: [field: string, message: string][]) => {
  throw new ApiError(
    422,
    '请检查',
    fields.map(([field, message]) => ({ field, message })),
  );
};

const title = page.getByLabelText('名称');
const save = page.getByRole('button', { name: '保存' });
const note = page.getByText('有未保存的修改');
const part = (n: number) => page.getByRole('group', { name: `部分 ${n}`, exact: true });
const rows = () =>
  page
    .getByRole('listitem')
    .getByRole('textbox')
    .or(page.getByRole('listitem').getByRole('spinbutton'))
    .elements()
    .map((input) => (input as HTMLInputElement).value)
    .join(' ');
/** The form can be used: what the device had kept is read. */
const open = async (props: { hasLevel?: boolean; autosave?: number } = {}) => {
  await hydrate(Example, props);
  await expect.element(title).toBeEnabled();
};
/** Clicks and waits for what follows from it. */
const click = async (target: Parameters<typeof userEvent.click>[0]) => {
  await userEvent.click(target);
  await settled();
};

test('errors of the server are shown at nested fields, described and marked there, and the first one is focused', async () => {
  await open();
  server.answer = () => invalid(['parts.1.score', '分数太高'], ['people.0', '不是讲师'], ['parts', '题目太少']);
  await click(save);
  const score = part(2).getByLabelText('分数');
  await expect.element(score).toHaveAccessibleDescription('分数太高');
  await expect.element(score).toHaveAttribute('aria-invalid', 'true');
  await expect.element(part(1).getByLabelText('分数')).not.toHaveAttribute('aria-invalid');
  await expect.element(page.getByRole('group', { name: '阅卷人' })).toHaveAccessibleDescription('不是讲师');
  await expect.element(page.getByRole('group', { name: '各部分' })).toHaveAccessibleDescription('题目太少');
  // The list of people comes first in the form.
  await expect.element(page.getByRole('checkbox', { name: '王芳' })).toHaveFocus();
  server.answer = () => invalid(['parts.1.score', '分数太高']);
  await click(save);
  await expect.element(score).toHaveFocus();
  await expect.element(page.getByText('不是讲师')).not.toBeInTheDocument();
  // An error goes when its field changes.
  await userEvent.fill(score, '15');
  await expect.element(page.getByText('分数太高')).not.toBeInTheDocument();
  await expect.element(title).toHaveAccessibleDescription('考生可见');
});

test('errors of fields that are not shown are above the form, and so is an error without fields', async () => {
  await open({ hasLevel: false });
  server.answer = () => invalid(['level', '难度无效']);
  await click(save);
  await expect.element(page.getByRole('alert').getByText('难度无效')).toBeVisible();
  server.answer = () => {
    throw new ApiError(409, '题库的题目不够');
  };
  await click(save);
  await expect.element(page.getByRole('alert').getByText('题库的题目不够')).toBeVisible();
  await expect.element(page.getByText('难度无效')).not.toBeInTheDocument();
});

test('unsaved changes are there again after the page was closed, until they are saved', async () => {
  await open();
  await expect.element(note).not.toBeInTheDocument();
  await userEvent.fill(title, '新的名称');
  await userEvent.fill(part(3).getByLabelText('标题'), '新的部分');
  await expect.element(note).toBeVisible();
  leave();
  await open();
  await expect.element(page.getByText(/修改后没有保存/)).toBeVisible();
  await expect.element(title).toHaveValue('新的名称');
  await expect.element(part(3).getByLabelText('标题')).toHaveValue('新的部分');
  server.answer = (values) => ({ ...values, title: values.title.trim() });
  await userEvent.fill(title, '  新的名称  ');
  await click(save);
  // The form shows what was stored.
  await expect.element(title).toHaveValue('新的名称');
  await expect.element(note).not.toBeInTheDocument();
  expect(server.sent.at(-1)).toMatchObject({ revision: 1, values: { parts: { 2: { title: '新的部分' } } } });
  leave();
  await open();
  await expect.element(page.getByText(/修改后没有保存/)).not.toBeInTheDocument();
  await expect.element(title).toHaveValue('新的名称');
  await click(save);
  expect(server.sent.at(-1)!.revision).toBe(2);
});

test('leaving with unsaved changes warns; changes can be discarded, here and on the device', async () => {
  const warns = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await open();
  expect(warns()).toBe(false);
  await userEvent.fill(title, '别的');
  await expect.element(note).toBeVisible();
  expect(warns()).toBe(true);
  await click(page.getByRole('button', { name: '放弃修改' }));
  const dialog = page.getByRole('dialog');
  await click(dialog.getByRole('button', { name: '放弃修改' }));
  await expect.element(title).toHaveValue('安全考试');
  await expect.element(note).not.toBeInTheDocument();
  expect(warns()).toBe(false);
  leave();
  await open();
  await expect.element(title).toHaveValue('安全考试');
  // Typed back to what is stored, nothing is unsaved either.
  await userEvent.fill(title, '别的');
  await expect.element(note).toBeVisible();
  await userEvent.fill(title, '安全考试');
  await expect.element(note).not.toBeInTheDocument();
});

test('what is typed during a save stays and is unsaved', async () => {
  await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.answer = async (values) => {
    await promise;
    return values;
  };
  await userEvent.fill(title, '第一');
  await userEvent.click(save);
  await userEvent.fill(title, '第二');
  resolve();
  await expect.poll(() => server.stored.revision).toBe(2);
  await settled();
  await expect.element(title).toHaveValue('第二');
  await expect.element(note).toBeVisible();
  await click(save);
  expect(server.sent.map(({ values, revision }) => [values.title, revision])).toEqual([
    ['第一', 1],
    ['第二', 2],
  ]);
});

test('a version of somebody else is shown beside; each difference is decided, and nothing typed is lost', async () => {
  await open();
  await userEvent.fill(title, '我的名称');
  await userEvent.fill(part(1).getByLabelText('分数'), '11');
  server.stored = {
    values: { ...VALUES, title: '他的名称', open: true, parts: VALUES.parts.slice(0, 2) },
    revision: 5,
  };
  await click(save);
  const view = page.getByRole('region', { name: '两个版本' });
  await expect.element(view).toHaveFocus();
  const side = (name: string, label: string) => view.getByRole('group', { name }).getByRole('radio', { name: label });
  expect(view.getByRole('group').elements()).toHaveLength(3);
  // What only they have changed is theirs at first, what I have changed is mine.
  await expect.element(side('title', '我的修改')).toBeChecked();
  await expect.element(side('parts', '我的修改')).toBeChecked();
  await expect.element(side('open', '已保存的版本')).toBeChecked();
  await click(side('parts', '已保存的版本'));
  await click(page.getByRole('button', { name: '按所选内容继续编辑' }));
  await expect.element(title).toHaveValue('我的名称');
  await expect.element(page.getByRole('checkbox', { name: '开放' })).toBeChecked();
  expect(rows()).toBe('甲 10 乙 20');
  await expect.element(note).toBeVisible();
  await click(save);
  expect(server.sent.at(-1)).toMatchObject({ revision: 5, values: { title: '我的名称', open: true } });
  expect(server.stored).toMatchObject({ revision: 6, values: { title: '我的名称', level: null } });
  await expect.element(note).not.toBeInTheDocument();
});

test('all of theirs or all of mine is one click; unsaved changes of an older revision are compared too', async () => {
  await open();
  await userEvent.fill(title, '我的名称');
  await expect.element(note).toBeVisible();
  leave();
  server.stored = { values: { ...VALUES, title: '他的名称', level: 2 }, revision: 2 };
  await open();
  await expect.element(title).toHaveValue('我的名称');
  await click(save);
  await click(page.getByRole('button', { name: '全部用已保存的版本' }));
  await click(page.getByRole('button', { name: '按所选内容继续编辑' }));
  await expect.element(title).toHaveValue('他的名称');
  await expect.element(page.getByLabelText('难度')).toHaveValue('2');
  // That is what is stored.
  await expect.element(note).not.toBeInTheDocument();
});

test('rows keep their values and errors when they are moved, by keyboard too', async () => {
  await open();
  await userEvent.fill(part(3).getByLabelText('标题'), '丁');
  server.answer = () => invalid(['parts.2.score', '分数太高']);
  await click(save);
  const up = (n: number) => page.getByRole('button', { name: `上移：部分 ${n}` });
  await click(up(3));
  expect(rows()).toBe('甲 10 丁 30 乙 20');
  await expect.element(part(2).getByLabelText('分数')).toHaveAccessibleDescription('分数太高');
  await expect.element(up(2)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(rows()).toBe('丁 30 甲 10 乙 20');
  // It is the first one now: there is no further, and the focus stays.
  await expect.element(up(1)).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  expect(rows()).toBe('丁 30 甲 10 乙 20');
  await expect.element(up(1)).toHaveFocus();
  await click(page.getByRole('button', { name: '移除 部分 2' }));
  await click(page.getByRole('button', { name: '添加' }));
  await expect.element(part(3).getByLabelText('标题')).toHaveFocus();
  await userEvent.keyboard('戊');
  server.answer = (values) => values;
  await click(save);
  expect(server.stored.values.parts).toEqual([
    { title: '丁', score: 30 },
    { title: '乙', score: 20 },
    { title: '戊', score: 5 },
  ]);
});

test('a command beside the form raises the revision, unless somebody else has changed something too', async () => {
  await open();
  await userEvent.fill(title, '我的名称');
  server.stored = { ...server.stored, revision: 2 };
  await click(page.getByRole('button', { name: '发布' }));
  await click(save);
  expect(server.sent.at(-1)!.revision).toBe(2);
  await userEvent.fill(title, '又一个名称');
  // Somebody has saved revision 4 before revision 5 was published.
  server.stored = { values: { ...VALUES, open: true }, revision: 5 };
  await click(page.getByRole('button', { name: '发布' }));
  await click(save);
  expect(server.sent.at(-1)!.revision).toBe(3);
  await expect.element(page.getByRole('region', { name: '两个版本' })).toBeVisible();
});

test('a command that stores what is typed waits for a save by itself that is running, and is no conflict with it', async () => {
  const first = Promise.withResolvers<void>();
  server.answer = async (values) => {
    if (server.sent.length === 1) await first.promise;
    return values;
  };
  await open({ autosave: 10 });
  await userEvent.fill(title, '我的名称');
  await expect.poll(() => server.sent.length).toBe(1);
  await userEvent.fill(title, '我的名称二');
  await click(page.getByRole('button', { name: '预览' }));
  expect(server.sent).toHaveLength(1);
  first.resolve();
  await expect.poll(() => server.stored.values.title).toBe('我的名称二');
  expect(server.sent.map(({ revision }) => revision)).toEqual([1, 2]);
  await expect.element(title).toHaveValue('我的名称二');
});
