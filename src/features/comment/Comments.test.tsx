import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $toasts, $viewer } from '#src/client/session.store.ts';
import { answer, disconnect, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate, session } from '../../../tests/component/render.ts';
import type { Comment, CommentPage, Reply } from './comment-calls.ts';
import Comments from './Comments.tsx';

const SUBJECT = '01890000-0000-7000-8000-0000000000aa';
const idOf = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const PAGE = 'POST /user/auth/announcement/comment/page';

const said = (n: number, content: string) => ({
  ...{ id: idOf(n), content, gmtCreate: '2026-03-01T01:00:00.000Z', deletable: true },
  ...{ userName: `Member ${n}`, headPortrait: null, sex: 1 },
});
const reply = (n: number, content: string, replyToUserName: string | null = null): Reply => ({
  ...said(n, content),
  ...{ commentId: idOf(1), replyToUserName },
});
const comment = (n: number, content: string, replies: Reply[] = [], replyCount = replies.length): Comment => ({
  ...said(n, content),
  ...{ replies, replyCount },
});
const listOf = (list: Comment[], totalCount = list.length): CommentPage => ({
  ...{
    list,
    totalCount,
    pageCurrent: 1,
    pageSize: 10,
    totalPage: Math.ceil(totalCount / 10),
    commentCount: totalCount,
  },
});

const draw = (first: CommentPage, signedIn = true) =>
  hydrate(Comments, {
    ...{ subjectType: 'announcement' as const, subjectId: SUBJECT, signedIn, first },
    ...{ now: '2026-03-01T02:00:00.000Z', timeZone: 'Asia/Shanghai' },
    texts: { required: '请写点什么', gone: '评论不存在' },
  });
const field = page.getByRole('textbox', { name: '发表评论' });
const send = page.getByRole('button', { name: '发表', exact: true });
const items = () => page.getByRole('listitem');

beforeEach(() => {
  $viewer.set(session.viewer);
  $toasts.set([]);
  history.replaceState(null, '', location.pathname + location.search);
});

test('a comment is written: what is missing is said, a double click sends once, and the list and the count follow', async () => {
  await draw(listOf([]));
  await expect.element(page.getByText('还没有评论')).toBeVisible();
  await userEvent.click(send);
  await expect.element(page.getByRole('alert')).toHaveTextContent('请写点什么');
  await expect.element(field).toHaveFocus();
  expect(made).toEqual([]);

  let arrived = () => {};
  const waiting = new Promise<void>((resolve) => (arrived = resolve));
  answer('POST /user/auth/announcement/comment/save', async () => {
    await waiting;
    return { comment: comment(1, 'First <b>word</b>'), commentCount: 7 };
  });
  await userEvent.fill(field, 'First <b>word</b>');
  await expect.element(page.getByText('17 / 1000')).toBeVisible();
  await userEvent.click(send);
  await userEvent.click(send, { force: true });
  arrived();
  await expect.element(items().getByText('First <b>word</b>')).toBeVisible();
  await expect.element(field).toHaveValue('');
  await expect.element(page.getByRole('heading')).toHaveTextContent('评论7');
  await expect.element(page.getByText('还没有评论')).not.toBeInTheDocument();
  expect(made).toEqual([
    {
      call: 'POST /user/auth/announcement/comment/save',
      input: { subjectId: SUBJECT, content: 'First <b>word</b>' },
    },
  ]);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('the author of an anonymous post has no name in its comments, whoever left is a former member', async () => {
  const hidden = { userName: '', anonymous: true };
  const answered = { ...reply(2, 'Two', ''), ...hidden };
  await draw(
    listOf([
      { ...comment(1, 'One', [answered]), ...hidden },
      { ...comment(3, 'Three'), userName: '' },
    ]),
  );
  await expect.element(items().nth(2).getByText('已注销成员')).toBeVisible();
  expect(items().nth(1).getByText('匿名用户').elements()).toHaveLength(2);
  expect(items().nth(0).getByText('匿名用户').elements()).toHaveLength(3);
  expect(items().nth(2).getByText('匿名用户').elements()).toHaveLength(0);
});

test('a rejected comment stays in the form, with the server’s message', async () => {
  await draw(listOf([comment(1, 'One')]));
  await userEvent.fill(field, 'Two');
  refuse('POST /user/auth/announcement/comment/save', 422, '', [{ field: 'content', message: '太长' }]);
  await userEvent.click(send);
  await expect.element(page.getByRole('alert')).toHaveTextContent('太长');
  disconnect('POST /user/auth/announcement/comment/save');
  await userEvent.click(send);
  await expect.element(page.getByRole('alert')).toHaveTextContent('评论失败，请稍后再试');
  await expect.element(field).toHaveValue('Two');
  expect(items().elements()).toHaveLength(1);
  expect($toasts.get()).toEqual([]);
});

test('others’ comments and replies are reported to the moderators, one’s own are not', async () => {
  const theirs = { ...comment(2, 'Two', [{ ...reply(11, 'Reply one'), deletable: false }]), deletable: false };
  await draw(listOf([comment(1, 'One'), theirs]));
  const buttons = page.getByRole('button', { name: '举报' });
  expect(buttons.elements()).toHaveLength(2);
  const REPORT = 'POST /community/auth/report/save';
  answer(REPORT, {});
  await buttons.nth(1).click();
  await page.getByRole('dialog').getByLabelText('辱骂或骚扰').click();
  await page.getByRole('button', { name: '提交举报' }).click();
  await expect.poll(() => $toasts.get()[0]?.text).toContain('感谢举报');
  await expect.element(buttons.nth(1)).toHaveFocus();
  expect(made).toEqual([{ call: REPORT, input: { commentId: idOf(11), reason: 'abuse' } }]);
  // A visitor has to log in first.
  $viewer.set(null);
  await expect.poll(() => buttons.elements()).toEqual([]);
});

test('a visitor is asked to log in, and the draft of before waits for them', async () => {
  $viewer.set(null);
  await draw(listOf([comment(1, 'One')]), false);
  await expect.element(page.getByRole('button', { name: '删除' })).not.toBeInTheDocument();
  await userEvent.fill(field, 'A thought');
  await userEvent.click(send);
  await expect.poll(() => $toasts.get()[0]?.text).toBe('请先登录');
  await expect.poll(() => $toasts.get()[0]?.action?.href).toContain('/login?t=login&redirect=');
  expect(made).toEqual([]);
  expect(sessionStorage.getItem(`draft::comment:${SUBJECT}`)).toBe('{"content":"A thought"}');
});

test('a session that ends elsewhere makes a reader a visitor; what was typed and begun comes back', async () => {
  sessionStorage.setItem(`draft::comment:${SUBJECT}`, '{"content":"Before"}');
  sessionStorage.setItem(`draft::reply:${idOf(1)}`, '{"content":"An answer"}');
  sessionStorage.setItem(`draft::reply:${idOf(2)}`, '{"content":""}');
  await draw(listOf([comment(1, 'One'), comment(2, 'Two')]));
  await expect.element(field).toHaveValue('Before');
  await expect.element(page.getByText('6 / 1000')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: '回复' })).toHaveValue('An answer');
  $viewer.set(null);
  await expect.element(page.getByRole('button', { name: '删除' })).not.toBeInTheDocument();
  await userEvent.click(send);
  expect(made).toEqual([]);
  await expect.element(field).toHaveValue('Before');
});

test('a reply by keyboard: Escape closes the form, Control and Enter send it, the focus returns to its button', async () => {
  await draw(listOf([comment(1, 'One', [reply(11, 'Reply one')])]));
  answer('POST /user/auth/announcement/comment/reply/save', {
    reply: { ...reply(12, 'Reply two', 'Member 11'), gmtCreate: '2026-03-01T03:00:00.000Z' },
    commentCount: 3,
  });
  const button = page.getByRole('button', { name: '回复', exact: true }).nth(1);
  const replyField = page.getByRole('textbox', { name: '回复' });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(replyField).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(replyField).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}Reply two{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Reply two')).toBeVisible();
  await expect.element(button).toHaveFocus();
  await expect.element(items().nth(2).getByText('回复Member 11')).toBeVisible();
  await expect.element(page.getByRole('heading')).toHaveTextContent('评论3');
  expect(made.map(({ input }) => input)).toEqual([{ commentId: idOf(11), content: 'Reply two' }]);
});

test('deleting asks first; a refusal changes nothing, and afterwards the focus is on the heading', async () => {
  await draw(listOf([comment(1, 'One', [reply(11, 'Reply one')]), comment(2, 'Two')]));
  const dialog = page.getByRole('dialog', { name: '删除这条评论？' });
  const confirm = async (name: string, of: number) => {
    await userEvent.click(page.getByRole('button', { name: '删除', exact: true }).nth(of));
    await userEvent.click(dialog.getByRole('button', { name, exact: true }));
    await expect.element(dialog).not.toBeInTheDocument();
  };
  await confirm('取消', 0);
  expect(made).toEqual([]);
  refuse('DELETE /user/auth/announcement/comment/delete', 403, '不能删除');
  await confirm('删除', 0);
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['不能删除']);
  await expect.element(page.getByText('One', { exact: true })).toBeVisible();

  answer('DELETE /user/auth/announcement/comment/reply/delete', { commentCount: 2 });
  await confirm('删除', 1);
  await expect.element(page.getByText('Reply one')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading')).toHaveFocus();
  answer('DELETE /user/auth/announcement/comment/delete', { commentCount: 1 });
  await confirm('删除', 0);
  await expect.element(page.getByText('One', { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading')).toHaveTextContent('评论1');
});

test('older comments and replies: errors can be retried, there are no duplicates, the focus moves on', async () => {
  await draw(listOf([comment(1, 'One', [reply(11, 'Reply one')], 2), comment(2, 'Two')], 3));
  const more = page.getByRole('button', { name: '加载更多评论' });
  disconnect(PAGE);
  await userEvent.click(more);
  await expect.element(page.getByText('加载数据失败，请稍后再试')).toBeVisible();
  answer(PAGE, listOf([comment(2, 'Two'), comment(3, 'Three')], 3));
  await userEvent.click(more);
  await expect.element(page.getByText('Three')).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
  expect(page.getByText('Two').elements()).toHaveLength(1);
  await expect.poll(() => document.activeElement?.getAttribute('href')).toBe(`#comment-${idOf(3)}`);
  expect(made.at(-1)!.input).toEqual({ subjectId: SUBJECT, before: idOf(2) });

  answer('POST /user/auth/announcement/comment/reply/page', {
    ...{ list: [reply(12, 'Reply two')], totalCount: 2, pageCurrent: 1, pageSize: 10, totalPage: 1 },
  });
  await userEvent.click(page.getByRole('button', { name: '查看其余 1 条回复' }));
  await expect.element(page.getByText('Reply two')).toBeVisible();
  expect(made.at(-1)!.input).toEqual({ commentId: idOf(1), after: idOf(11) });
  await expect.poll(() => document.activeElement?.getAttribute('href')).toBe(`#comment-${idOf(12)}`);
});

test('a URL leads to a comment that is not loaded; a deleted one shows a message', async () => {
  history.replaceState(null, '', `#comment-${idOf(12)}`);
  const replies = [reply(11, 'Reply one'), reply(12, 'Reply two')];
  answer(PAGE, ({ commentId }) => listOf(commentId === idOf(12) ? [comment(1, 'One', replies)] : []));
  await draw(listOf([comment(1, 'One', [reply(11, 'Reply one')], 2), comment(2, 'Two')]));
  await expect.element(page.getByText('Reply two')).toBeInViewport();
  await expect.poll(() => document.getElementById(`comment-${idOf(12)}`)?.className).toContain(' bg-primary-soft');
  expect(page.getByText('One', { exact: true }).elements()).toHaveLength(1);
  location.hash = `#comment-${idOf(99)}`;
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['评论不存在']);
});
