import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $toasts } from '#src/client/session.store.ts';
import type { Data } from '#src/contract/calls.ts';
import { island } from '#src/i18n/island.tsx';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { ReportDialog } from '#src/features/comment/ReportDialog.tsx';
import ModerationQueue from './ModerationQueue.tsx';
import OwnDecisions from './OwnDecisions.tsx';

type Case = Data<'GET /community/auth/moderation/view'>;
const ID = '01890000-0000-7000-8000-00000000000a';
const POST = '01890000-0000-7000-8000-00000000000b';
const AT = '2026-03-01T00:00:00.000Z';
const DECIDE = 'POST /community/auth/moderation/decide';
const found: Case = {
  ...{ id: ID, subjectType: 'question', subjectId: POST, path: `/community/question/${POST}`, title: '停机' },
  ...{ excerpt: '文字', bodyHtml: '<p>文字</p>', subjectState: 'published', locked: false, source: 'report' },
  ...{ detail: null, state: 'open', reportCount: 2, gmtCreate: AT },
  author: { id: POST, userName: '张三', headPortrait: null, sex: 1, isLecturer: false, anonymous: true },
  reports: [{ userName: '李四', reason: 'abuse', note: '骂人', gmtCreate: AT }],
  decisions: [],
};
const decision = {
  ...{ id: ID, action: 'hide' as const, reason: '广告', decidedByName: '版主', gmtCreate: AT, appeal: null },
  ...{ appealedAt: null, appealState: null, appealReason: null },
};
const pageOf = <T,>(list: T[]) => ({ list, pageCurrent: 1, pageSize: 10, totalCount: list.length, totalPage: 1 });
const sent = (call: string) => made.filter((each) => each.call === call).map(({ input }) => input);
const messages = () => $toasts.get().map(({ text }) => text);

beforeEach(() => $toasts.set([]));

async function openCase(item: Case = found) {
  answer('POST /community/auth/moderation/page', { ...pageOf([item]), openCount: 1, appealCount: 3 });
  answer('GET /community/auth/moderation/view', item);
  const input = { pageCurrent: 1, pageSize: 10, list: 'open' as const };
  await hydrate(ModerationQueue, { input, timeZone: 'Asia/Shanghai', given: {} });
  await page.getByRole('button', { name: '查看与处理' }).click();
}

test('a case shows its author, reports and text; a decision needs a reason and is sent once', async () => {
  await openCase();
  const row = page.getByRole('article', { name: '停机' });
  const texts = ['张三', '匿名', '2 次举报', '骂人', '文字'];
  await expect.poll(() => texts.filter((text) => !row.element().textContent.includes(text))).toEqual([]);
  await expect
    .element(page.getByRole('link', { name: '申诉 3' }))
    .toHaveAttribute('href', '/community/moderation?list=appeals');
  refuse(DECIDE, 422, '', [{ field: 'reason', message: '请填写理由' }]);
  const send = page.getByRole('button', { name: '确定' });
  await send.click();
  await expect.element(page.getByLabelText('理由')).toHaveFocus();
  await expect.element(page.getByText('请填写理由')).toBeVisible();
  answer(DECIDE, { caseId: ID, subjectState: 'hidden', locked: false });
  await page.getByLabelText('处理方式').selectOptions('hide');
  await page.getByLabelText('理由').fill('广告');
  await send.click();
  await expect.poll(messages).toEqual(['处理成功']);
  expect(sent(DECIDE).at(-1)).toEqual({ caseId: ID, action: 'hide', reason: '广告', labelIds: [] });
});

test('another moderator was faster: the message stays at the form, with the reason', async () => {
  await openCase();
  refuse(DECIDE, 409, '这条内容刚刚已由其他管理员处理');
  await page.getByLabelText('理由').fill('广告');
  await page.getByRole('button', { name: '确定' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('这条内容刚刚已由其他管理员处理');
  await expect.element(page.getByLabelText('理由')).toHaveValue('广告');
});

test('a held comment can be published or hidden, not moved or locked', async () => {
  await openCase({ ...found, subjectType: 'comment', subjectState: 'review', source: 'wordFilter', detail: '中奖' });
  await expect.element(page.getByText('命中的词：中奖')).toBeVisible();
  const options = [...page.getByLabelText('处理方式').element().getElementsByTagName('option')];
  expect(options.map(({ value }) => value)).toEqual(['restore', 'hide', 'warn']);
});

test('an appeal is accepted or rejected with a reason', async () => {
  const appealed = { ...decision, appeal: '没有', appealedAt: AT, appealState: 'pending' as const };
  await openCase({ ...found, state: 'closed', decisions: [appealed] });
  answer('POST /community/auth/moderation/appeal/decide', { subjectState: 'hidden' });
  await page.getByLabelText('理由').fill('确实是广告');
  await page.getByRole('button', { name: '驳回申诉' }).click();
  await expect
    .poll(() => sent('POST /community/auth/moderation/appeal/decide'))
    .toEqual([{ decisionId: ID, accepted: false, reason: '确实是广告' }]);
});

test('one’s own decisions: an appeal is made once, from the keyboard', async () => {
  const mine = { ...decision, decidedByName: '', subjectTitle: '停机', path: found.path, appealable: true };
  answer('POST /community/auth/moderation/mine', pageOf([mine]));
  answer('POST /community/auth/moderation/appeal', {});
  await hydrate(OwnDecisions, { input: { pageCurrent: 1, pageSize: 10 }, timeZone: 'Asia/Shanghai', given: {} });
  const button = page.getByRole('button', { name: '申诉' });
  await expect.element(button).toBeVisible();
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  await page.getByLabelText('申诉理由').fill('没有广告');
  answer(
    'POST /community/auth/moderation/mine',
    pageOf([{ ...mine, appealable: false, appeal: '没有广告', appealState: 'pending' as const }]),
  );
  await page.getByRole('button', { name: '提交申诉' }).click();
  await expect.poll(messages).toEqual(['申诉已提交']);
  expect(sent('POST /community/auth/moderation/appeal')).toEqual([{ decisionId: ID, text: '没有广告' }]);
  await expect.element(page.getByText('申诉待处理')).toBeVisible();
  await expect.poll(() => button.elements()).toEqual([]);
});

const Report = island(ReportDialog);

test('a report is sent with its reason; when it fails, the note stays', async () => {
  let closed = 0;
  const REPORT = 'POST /community/auth/report/save';
  await hydrate(Report, { postId: POST, onClose: () => closed++ });
  refuse(REPORT, 429, '操作过于频繁');
  await page.getByLabelText('辱骂或骚扰').click();
  await page.getByLabelText('补充说明（选填）').fill('骂人');
  await page.getByRole('button', { name: '提交举报' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('操作过于频繁');
  await expect.element(page.getByLabelText('补充说明（选填）')).toHaveValue('骂人');
  answer(REPORT, {});
  await page.getByRole('button', { name: '提交举报' }).click();
  await expect.poll(() => closed).toBe(1);
  expect(sent(REPORT).at(-1)).toEqual({ postId: POST, reason: 'abuse', note: '骂人' });
});
