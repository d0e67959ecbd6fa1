import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { openLocalDrafts } from '#src/features/editor/local-drafts.ts';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { holdNavigations, setAddress } from '../../../../tests/component/navigation.ts';
import { hydrate, leave } from '../../../../tests/component/render.ts';
import { type Draft, type KnownDraft, knownDraft } from './draft-content.ts';
import WriteScreen from './WriteScreen.tsx';

const SAVE = 'POST /community/auth/draft/save';
const VIEW = 'GET /community/auth/draft/view';
const PUBLISH = 'POST /community/auth/draft/publish';
const SIMILAR = 'POST /community/auth/post/similar';
const DRAFT = '01890000-0000-7000-8000-0000000000d1';
const POST = '01890000-0000-7000-8000-0000000000a1';
const AT = '2026-03-01T01:00:00.000Z';

const labels = [1, 2, 3, 4, 5, 6].map((n) => ({
  id: `01890000-0000-7000-8000-00000000001${n}`,
  name: `标签${n}`,
  color: 'blue' as const,
}));
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const draftOf = (title: string, revision: number): Draft => ({
  ...{ id: DRAFT, kind: 'question', questionId: null, postId: null, title, revision, gmtModified: AT },
  ...{ body: { type: 'doc', content: [paragraph('正文')] }, labelIds: [], labels: [], coverFileId: null, cover: null },
  ...{ anonymous: false, subjectType: null, subjectId: null, subjectPlace: null },
});
const draw = (draft: { id: string; known: KnownDraft } | null = null) =>
  hydrate(WriteScreen, { kind: 'question' as const, draft, subject: null, labels });
const title = page.getByRole('textbox', { name: '标题' });
const body = page.getByRole('textbox', { name: '正文' });
const publish = page.getByRole('button', { name: '发布', exact: true });
const inputs = (call: string) =>
  made.filter((each) => each.call === call).map(({ input }) => input as Record<string, unknown>);

beforeEach(async () => {
  await (await openLocalDrafts()).forget(PAGE_OWNER, DRAFT);
  answer(SIMILAR, []);
  answer(SAVE, ({ baseRevision }) => ({ revision: Number(baseRevision) + 1, savedAt: AT }));
});

test('what is typed is saved by itself: on this device, then on the server, each time on top of the last revision', async () => {
  await draw();
  await userEvent.fill(title, '机床停机');
  await expect.element(page.getByText('已保存在本机')).toBeVisible();
  await expect.element(page.getByText('草稿已保存')).toBeVisible();
  await userEvent.click(body);
  await userEvent.keyboard('主轴不转');
  await expect.poll(() => inputs(SAVE).length, { timeout: 5_000 }).toBe(2);
  const [first, second] = inputs(SAVE);
  expect(first).toMatchObject({ baseRevision: 0, kind: 'question', title: '机床停机' });
  expect(second).toMatchObject({
    baseRevision: 1,
    id: first!.id,
    body: { type: 'doc', content: [paragraph('主轴不转')] },
  });
  expect(new URLSearchParams(location.search).get('draft')).toBe(first!.id);
});

test('a killed tab: the text that only this device has comes back, also at a new address, and is saved then', async () => {
  disconnect(SAVE);
  await draw();
  await userEvent.fill(title, '没有发出去的问题');
  await expect.element(page.getByText('已保存在本机，恢复连接后', { exact: false })).toBeVisible();
  const { id } = inputs(SAVE)[0]!;
  leave();
  setAddress('/community/write?kind=question');
  refuse(VIEW, 404, '不存在');
  answer(SAVE, { revision: 1, savedAt: AT });
  await draw();
  await expect.element(title).toHaveValue('没有发出去的问题');
  await expect.element(page.getByText('已恢复上次未保存的内容。')).toBeVisible();
  await expect.element(page.getByText('草稿已保存')).toBeVisible();
  expect(inputs(SAVE).at(-1)).toMatchObject({ id, baseRevision: 0, title: '没有发出去的问题' });
});

test('an ended session keeps everything, says so, and goes on after the login', async () => {
  refuse(SAVE, 300, '请先登录');
  setAddress('/community/write?kind=question');
  await draw();
  await userEvent.fill(title, '登录失效前写的');
  await expect.element(page.getByText('登录已失效', { exact: false })).toBeVisible();
  const { id } = inputs(SAVE)[0]!;
  const login = page.getByRole('link', { name: '重新登录并继续' });
  const target = new URL(login.element().getAttribute('href')!, location.href);
  expect(target.searchParams.get('redirect')).toBe(`/community/write?kind=question&draft=${String(id)}`);
  await expect.element(title).toHaveValue('登录失效前写的');
  // Somebody logs in in another tab and comes back.
  answer(SAVE, { revision: 1, savedAt: AT });
  dispatchEvent(new Event('focus'));
  await expect.element(page.getByText('草稿已保存')).toBeVisible();
});

test('a draft that was saved elsewhere: one version is chosen, and none is overwritten unasked', async () => {
  refuse(SAVE, 409, '草稿已在别处保存', [{ field: 'baseRevision', message: '草稿已在别处保存' }]);
  await draw({ id: DRAFT, known: knownDraft(draftOf('第一版', 1)) });
  await userEvent.fill(title, '我的版本');
  const mine = page.getByRole('button', { name: '用我这里的' });
  await expect.element(mine).toBeVisible();
  await expect.element(publish).toBeDisabled();
  answer(VIEW, draftOf('另一个版本', 7));
  answer(SAVE, { revision: 8, savedAt: AT });
  await userEvent.click(mine);
  await expect.element(page.getByText('草稿已保存')).toBeVisible();
  expect(inputs(SAVE).at(-1)).toMatchObject({ baseRevision: 7, title: '我的版本' });

  refuse(SAVE, 409, '草稿已在别处保存', [{ field: 'baseRevision', message: '草稿已在别处保存' }]);
  answer(VIEW, draftOf('第三个版本', 9));
  await userEvent.fill(title, '又改了');
  await userEvent.click(page.getByRole('button', { name: '用另一份' }));
  await expect.element(title).toHaveValue('第三个版本');
  await expect.element(page.getByText('草稿已保存')).toBeVisible();
});

test('a double click publishes once, and leads to the post', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  answer(PUBLISH, async () => {
    await arrived;
    return { id: POST, kind: 'question' as const, questionId: null, state: 'published' as const };
  });
  const left = holdNavigations();
  await draw({ id: DRAFT, known: knownDraft(draftOf('怎样重启主轴', 3)) });
  await userEvent.dblClick(publish);
  arrive();
  await expect.poll(() => left).toEqual([`/community/question/${POST}`]);
  expect(inputs(PUBLISH)).toHaveLength(1);
  expect(inputs(PUBLISH)[0]).toMatchObject({ id: DRAFT, baseRevision: 3, title: '怎样重启主轴' });
});

test('a refused publication shows the errors at their fields, and the text stays', async () => {
  refuse(PUBLISH, 422, '请检查', [
    { field: 'title', message: '标题至少 5 个字' },
    { field: 'labelIds', message: '请至少选择一个标签' },
  ]);
  await draw({ id: DRAFT, known: knownDraft(draftOf('短', 1)) });
  await userEvent.click(publish);
  await expect.element(page.getByText('标题至少 5 个字')).toBeVisible();
  await expect.element(page.getByText('请至少选择一个标签')).toBeVisible();
  await expect.element(title).toHaveFocus();
  await userEvent.fill(title, '短的标题变长了');
  await expect.element(page.getByText('标题至少 5 个字')).not.toBeInTheDocument();
  await expect.element(body).toHaveTextContent('正文');
});

test('similar questions appear while a title is typed, and five labels are the most', async () => {
  answer(SIMILAR, ({ title: typed }) =>
    typed === '主轴不转怎么办'
      ? [{ id: POST, title: '主轴为什么不转', answerCount: 2, solved: true, voteCount: 1 }]
      : [],
  );
  await draw();
  await userEvent.fill(title, '主轴不转怎么办');
  const link = page.getByRole('link', { name: /主轴为什么不转/ });
  await expect.element(link).toHaveAttribute('href', `/community/question/${POST}`);
  for (const { name } of labels.slice(0, 5)) await userEvent.click(page.getByRole('checkbox', { name }));
  await expect.element(page.getByRole('checkbox', { name: '标签6' })).toBeDisabled();
  await expect
    .poll(() => inputs(SAVE).at(-1)?.labelIds, { timeout: 5_000 })
    .toEqual(labels.slice(0, 5).map(({ id }) => id));
});

test('a text that the server refuses to save says why at its field, and is kept on this device until it is accepted', async () => {
  refuse(SAVE, 422, '请检查', [{ field: 'body', message: '一篇内容最多提及 50 位同事' }]);
  await draw({ id: DRAFT, known: knownDraft(draftOf('机床停机', 1)) });
  await userEvent.click(body);
  await userEvent.keyboard('{Control>}{End}{/Control}提及很多人');
  await expect.element(page.getByText('一篇内容最多提及 50 位同事')).toBeVisible();
  await expect.element(body).toHaveAccessibleDescription(/一篇内容最多提及 50 位同事/);
  await expect.element(body).toHaveTextContent('正文提及很多人');
  const kept = await (await openLocalDrafts()).read<KnownDraft>(PAGE_OWNER, DRAFT);
  expect(kept!.value.content.body.content).toEqual([paragraph('正文提及很多人')]);

  refuse(PUBLISH, 422, '请检查', [{ field: 'body', message: '一篇内容最多提及 50 位同事' }]);
  await userEvent.click(publish);
  await expect.element(body).toHaveFocus();
  await expect.element(body).toHaveTextContent('正文提及很多人');

  answer(SAVE, ({ baseRevision }) => ({ revision: Number(baseRevision) + 1, savedAt: AT }));
  await userEvent.keyboard('。');
  await expect.element(page.getByText('草稿已保存')).toBeVisible();
  await expect.element(page.getByText('一篇内容最多提及 50 位同事')).not.toBeInTheDocument();
});
