import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $toasts, $viewer } from '#src/client/session.store.ts';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate, session } from '../../../../tests/component/render.ts';
import Answers from './Answers.tsx';
import type { Answer } from './AnswerItem.tsx';
import PostBar from './PostBar.tsx';

const VOTE = 'PUT /community/auth/post/vote';
const ACCEPT = 'PUT /community/auth/answer/accept';
const MORE = 'POST /community/api/answer/page';
const QUESTION = '01890000-0000-7000-8000-0000000000aa';
const idOf = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;

const bar = {
  ...{ id: QUESTION, kind: 'question' as const, title: '问题', state: 'published' as const, locked: false },
  ...{ revision: 1, voted: false, voteCount: 4, followed: false, followerCount: 2 },
  ...{ mayEdit: false, mayDelete: false, mayAccept: false, mayModerate: false, isDuplicate: false },
};
const drawBar = (more: Partial<typeof bar> = {}, signedIn = true) =>
  hydrate(PostBar, {
    post: { ...bar, ...more },
    ...{ signedIn, login: '/login?t=login', link: 'https://x.test/q', timeZone: 'Asia/Shanghai' },
  });
const answerOf = (n: number, more: Partial<Answer> = {}): Answer => ({
  ...{ id: idOf(n), publishedAt: '2026-03-01T01:00:00.000Z', voteCount: 0, commentCount: 0, accepted: false },
  author: { id: idOf(9), userName: `Member ${n}`, headPortrait: null, sex: 1, isLecturer: false, anonymous: false },
  ...{ bodyHtml: `<p>Answer ${n}</p>`, state: 'published', locked: false, editedAt: null, revision: 1 },
  ...{ voted: false, followed: false, mayEdit: false, mayDelete: false, mayAccept: true, mayModerate: false },
  ...more,
});
const drawAnswers = (list: Answer[], next: string | null = null) =>
  hydrate(Answers, {
    ...{ questionId: QUESTION, order: 'helpful' as const, first: { list, next }, count: list.length, signedIn: true },
    ...{ login: '/login', now: '2026-03-01T02:00:00.000Z', timeZone: 'Asia/Shanghai' },
    texts: { required: '请写点什么', gone: '评论不存在' },
  });

beforeEach(() => {
  $viewer.set(session.viewer);
  $toasts.set([]);
});

test('a vote shows at once, a second click while it is sent does nothing, and a refused one is taken back', async () => {
  await drawBar();
  const button = page.getByRole('button', { name: /有帮助/ });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  answer(VOTE, async () => {
    await arrived;
    return { voted: true, voteCount: 9 };
  });
  await userEvent.click(button);
  await userEvent.click(button);
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button).toHaveTextContent('有帮助5');
  arrive();
  await expect.element(button).toHaveTextContent('有帮助9');
  expect(made).toEqual([{ call: VOTE, input: { id: QUESTION, on: true } }]);
  refuse(VOTE, 409, '不能给自己的内容投票');
  await userEvent.click(button);
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['不能给自己的内容投票']);
  await expect.element(button).toHaveTextContent('有帮助9');
});

test('nobody votes for an own post, and visitors are sent to the login page', async () => {
  await drawBar({ mayDelete: true });
  await expect.element(page.getByRole('button', { name: /有帮助/ })).not.toBeInTheDocument();
  await expect.element(page.getByText(/有帮助/)).toBeVisible();
});

test('a visitor gets links to the login page', async () => {
  $viewer.set(null);
  await drawBar({}, false);
  for (const name of [/有帮助/, /同问/])
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', '/login?t=login');
});

test('an answer is accepted, another one takes its place, and the acceptance can be withdrawn', async () => {
  answer(ACCEPT, ({ on }) => ({ accepted: on as boolean }));
  await drawAnswers([answerOf(1), answerOf(2)]);
  const accepted = page.getByText('已采纳', { exact: true });
  await userEvent.click(page.getByRole('button', { name: '采纳此回答' }).first());
  await expect.element(accepted).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: '采纳此回答' }));
  await expect.poll(() => made.length).toBe(2);
  await expect.poll(() => document.querySelector(`#answer-${idOf(2)}`)?.textContent).toContain('已采纳');
  expect(accepted.elements()).toHaveLength(1);
  await userEvent.click(page.getByRole('button', { name: '取消采纳' }));
  await expect.element(accepted).not.toBeInTheDocument();
  expect(made.map(({ input }) => input)).toEqual([
    { id: idOf(1), on: true },
    { id: idOf(2), on: true },
    { id: idOf(2), on: false },
  ]);
});

test('more answers are appended once each, and the focus goes to the first new one', async () => {
  answer(MORE, { list: [answerOf(2), answerOf(3)], next: null });
  await drawAnswers([answerOf(1), answerOf(2)], 'cursor');
  await userEvent.click(page.getByRole('button', { name: '加载更多回答' }));
  await expect.poll(() => document.activeElement?.id).toBe(`answer-${idOf(3)}`);
  expect(page.getByRole('article').elements()).toHaveLength(3);
  expect(made).toEqual([{ call: MORE, input: { questionId: QUESTION, order: 'helpful', after: 'cursor' } }]);
});

test('colleagues are found by name and invited; a failed invitation keeps the choice', async () => {
  const INVITE = 'POST /community/auth/post/invite';
  const colleague = (n: number, isLecturer: boolean) => ({
    ...{ userId: idOf(n), userName: `同事${n}`, department: '设备部', headPortrait: null, sex: 1, isLecturer },
  });
  answer('POST /community/auth/colleague/list', ({ keyword }) =>
    keyword === '同' ? [colleague(1, true), colleague(2, false)] : [],
  );
  await drawBar();
  const button = page.getByRole('button', { name: '邀请回答' });
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  const search = page.getByRole('searchbox');
  const send = page.getByRole('dialog').getByRole('button', { name: /^邀请/ });
  await expect.element(send).toBeDisabled();
  await search.fill('同');
  await expect.element(page.getByText('讲师 · 设备部')).toBeVisible();
  await page.getByRole('checkbox', { name: /同事2/ }).click();
  // Who is chosen stays in the list when something else is searched.
  await search.fill('无');
  await expect.element(page.getByRole('checkbox', { name: /同事1/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox', { name: /同事2/ })).toBeChecked();
  refuse(INVITE, 429, '每个问题最多邀请 10 位同事');
  await send.click();
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['每个问题最多邀请 10 位同事']);
  await expect.element(page.getByRole('checkbox', { name: /同事2/ })).toBeChecked();
  answer(INVITE, { invited: 1 });
  await send.click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  expect(made.filter(({ call }) => call === INVITE).at(-1)!.input).toEqual({
    questionId: QUESTION,
    userIds: [idOf(2)],
  });
});

test('a question is closed as a duplicate of a similar one; a refusal leaves the dialog open', async () => {
  const CLOSE = 'PUT /community/auth/post/duplicate';
  const SIMILAR = 'POST /community/auth/post/similar';
  answer(SIMILAR, ({ title }) =>
    title === '停机' ? [{ id: idOf(3), title: '机床停机怎么办', answerCount: 2, solved: true, voteCount: 1 }] : [],
  );
  await drawBar({ mayAccept: true });
  await page.getByRole('button', { name: '标记为重复' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('没有找到相似的问题')).toBeVisible();
  await dialog.getByRole('searchbox').fill('停机');
  const found = dialog.getByRole('button', { name: /机床停机怎么办/ });
  refuse(CLOSE, 409, '该问题已关闭');
  await found.click();
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['该问题已关闭']);
  await expect.element(found).toBeVisible();
  expect(made.filter(({ call }) => call === CLOSE).map(({ input }) => input)).toEqual([
    { id: QUESTION, duplicateOf: idOf(3) },
  ]);
  expect(made.find(({ call }) => call === SIMILAR)!.input).toEqual({ title: '问题', except: QUESTION });
});
