import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#src/client/api.ts';
import { prefetch } from '#src/client/query.ts';
import { $toasts } from '#src/client/session.store.ts';
import type { Data } from '#src/contract/calls.ts';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { holdNavigations, setAddress } from '../../../../tests/component/navigation.ts';
import { hydrate, session } from '../../../../tests/component/render.ts';
import { readView } from '../account-query.ts';
import AccountTabs from '../AccountTabs.tsx';
import { undoCount, wantedBy } from '../panel-calls.ts';
import { loadPanel } from '../panels.ts';

type Request = Data<'GET /user/auth/flow/instance/view'>;
const NOW = '2026-03-01T00:00:00.000Z';
const UNDO = 'POST /user/auth/flow/instance/undo';
const VIEW = 'GET /user/auth/flow/instance/view';
const SUBMIT = 'POST /user/auth/flow/instance/submitFlow';
const WITHDRAW = 'POST /user/auth/flow/instance/withdraw';
const SEE = 'PUT /user/auth/flow/instance/see';

/** State of the gateway, changed by the tests like by the calls. Each test has its own request. */
let request: Request;
let id = '';
const pageOf = <T,>(list: T[]) => ({ list, pageCurrent: 1, pageSize: 10, totalCount: list.length, totalPage: 1 });

beforeEach(() => {
  id = crypto.randomUUID();
  request = {
    id,
    flowType: 'courseRegistration',
    subjectId: '01890000-0000-7000-8000-0000000000c1',
    title: '焊接基础',
    state: 'pending',
    approvalStatus: 'pending',
    step: 1,
    stepCount: 0,
    steps: [],
    concernsName: null,
    applicantId: '01890000-0000-7000-8000-0000000000b1',
    applicantName: '李明远',
    department: '机加工车间',
    decidedByName: null,
    decidedAt: null,
    unseen: false,
    detail: { note: 'NEW-LINE' },
    gmtCreate: '2026-02-01T00:00:00.000Z',
    canDecide: true,
    canWithdraw: false,
    noApprover: false,
  };
  $toasts.set([]);
  answer(UNDO, () => pageOf(request.state === 'pending' ? [request] : []));
  answer('POST /user/auth/flow/instance/done', () => pageOf(request.state === 'approved' ? [request] : []));
  answer('POST /user/auth/flow/instance/myInstance', () => pageOf([request]));
  answer(VIEW, () => request);
  answer('POST /user/auth/flow/instance/log/list', () =>
    pageOf([
      { id, action: 'submit' as const, userName: '李明远', comment: null, gmtCreate: request.gmtCreate },
      ...(request.state === 'approved'
        ? [{ id: NOW, action: 'approve' as const, userName: '王芳', comment: 'WELCOME', gmtCreate: NOW }]
        : []),
    ]),
  );
});

async function open(search: string): Promise<void> {
  setAddress(`/account${search}`);
  const view = readView(search, { organisation: false, decides: true });
  const given = await prefetch(api, [undoCount(), ...wantedBy(view)]);
  await loadPanel(view.panel);
  made.length = 0;
  await hydrate(AccountTabs, { viewer: session.viewer, search, now: NOW, given });
}
const sent = (call: string) => made.filter((each) => each.call === call).map(({ input }) => input);
const messages = () => $toasts.get().map(({ text }) => text);
const comment = page.getByLabelText('审批意见', { exact: true });
const approve = page.getByRole('button', { name: '同意' });
const reject = page.getByRole('button', { name: '驳回' });
const state = page.getByRole('region', { name: '焊接基础' }).getByText(/^(待审批|已通过|未通过|已撤回)$/);
const tab = (name: string) => page.getByRole('navigation', { name: '个人中心栏目' }).getByRole('link', { name });

test('approving changes the request, its history and the count of the tab in place', async () => {
  await open(`?change=6&flow=todo&id=${id}`);
  await expect.element(tab('申请与审批 1 项待审批')).toBeVisible();
  answer(SUBMIT, () => {
    request = { ...request, state: 'approved', canDecide: false };
    return { id, state: 'approved' };
  });
  await comment.fill('WELCOME');
  await approve.click();
  await expect.element(state).toHaveTextContent('已通过');
  expect(sent(SUBMIT)).toEqual([{ id, action: 'approve', step: 1, comment: 'WELCOME' }]);
  await expect.poll(() => messages()).toEqual(['审批成功：已同意']);
  await expect.element(page.getByRole('region', { name: '审批记录' }).getByText('WELCOME')).toBeVisible();
  await expect.element(tab('申请与审批')).toBeVisible();
  await expect.element(approve).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: '焊接基础' })).toHaveFocus();

  // The list shows the remaining requests.
  await page.getByRole('link', { name: '返回列表' }).click();
  await expect.element(page.getByText('没有待办')).toBeVisible();
  expect(location.search).toBe('?change=6&flow=todo');
});

test('rejecting requires a reason: the field shows the error and is focused, and is sent by keyboard', async () => {
  await open(`?change=6&id=${id}`);
  await reject.click();
  await expect.element(comment).toHaveFocus();
  await expect.element(comment).toHaveAccessibleDescription(/请填写驳回理由/);
  expect(made).toEqual([]);
  answer(SUBMIT, () => {
    request = { ...request, state: 'rejected', canDecide: false };
    return { id, state: 'rejected' };
  });
  await userEvent.keyboard('NO-PLACE{Tab}{Tab}{Enter}');
  await expect.element(state).toHaveTextContent('未通过');
  expect(sent(SUBMIT)).toEqual([{ id, action: 'reject', step: 1, comment: 'NO-PLACE' }]);
});

test('steps are shown with their approvers; approving one leaves the request ongoing', async () => {
  const steps: Request['steps'] = [
    {
      step: 1,
      approver: 'lecturer',
      approverName: '周工',
      isVacant: false,
      outcome: 'approved',
      decidedByName: '周工',
      decidedAt: NOW,
      isCurrent: false,
    },
    {
      step: 2,
      approver: 'member',
      approverName: '王芳',
      isVacant: false,
      outcome: null,
      decidedByName: null,
      decidedAt: null,
      isCurrent: true,
    },
    {
      step: 3,
      approver: 'administrator',
      approverName: null,
      isVacant: false,
      outcome: null,
      decidedByName: null,
      decidedAt: null,
      isCurrent: false,
    },
  ];
  request = { ...request, approvalStatus: 'ongoing', step: 2, stepCount: 3, steps };
  await open(`?change=6&id=${id}`);
  const items = page.getByRole('region', { name: '审批流程' }).getByRole('listitem');
  await expect
    .poll(() => items.elements().map((item) => item.textContent))
    .toEqual([expect.stringMatching(/^周工已同意/), '2王芳等待审批', '3管理员尚未开始']);
  await expect.element(items.nth(1)).toHaveAttribute('aria-current', 'step');
  answer(SUBMIT, () => {
    request = {
      ...request,
      step: 3,
      canDecide: false,
      steps: steps.map((each) => ({
        ...each,
        isCurrent: each.step === 3,
        ...(each.step === 2 && { outcome: 'approved' as const, decidedByName: '王芳', decidedAt: NOW }),
      })),
    };
    return { id, state: 'pending' };
  });
  await approve.click();
  await expect.element(page.getByText('审批中（第 3 步，共 3 步）')).toBeVisible();
  expect(sent(SUBMIT)).toEqual([{ id, action: 'approve', step: 2 }]);
  await expect.poll(() => messages()).toEqual(['已同意，转到下一步审批']);
  await expect.element(items.nth(2)).toHaveAttribute('aria-current', 'step');
  await expect.element(approve).not.toBeInTheDocument();
});

test('offline, the comment is kept with an error; a request decided by somebody else shows the decision', async () => {
  await open(`?change=6&id=${id}`);
  disconnect(SUBMIT);
  await comment.fill('WELCOME');
  await approve.click();
  await expect.element(page.getByRole('alert').getByText('操作失败，请稍后再试')).toBeVisible();
  await expect.element(comment).toHaveValue('WELCOME');
  refuse(SUBMIT, 409, '该申请已处理');
  request = { ...request, state: 'rejected', canDecide: false };
  await approve.click();
  await expect.element(state).toHaveTextContent('未通过');
  await expect.poll(() => messages()).toEqual(['该申请已处理']);
});

test('one’s own request is withdrawn after a confirmation', async () => {
  request = { ...request, canDecide: false, canWithdraw: true, applicantId: session.viewer.id };
  await open(`?change=6&flow=mine&id=${id}`);
  answer(WITHDRAW, () => {
    request = { ...request, state: 'withdrawn', canWithdraw: false };
    return { id, state: 'withdrawn' };
  });
  const withdraw = page.getByRole('button', { name: '撤回申请' });
  await withdraw.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(withdraw).toHaveFocus();
  await withdraw.click();
  await page.getByRole('dialog', { name: '撤回申请？' }).getByRole('button', { name: '撤回申请' }).click();
  await expect.element(state).toHaveTextContent('已撤回');
  expect(sent(WITHDRAW)).toEqual([{ id }]);
  await expect.element(page.getByRole('heading', { name: '焊接基础' })).toHaveFocus();
});

test('a decision seen by its applicant is reported once, and stays marked as new while it is shown', async () => {
  answer(SEE, { count: 1 });
  request = { ...request, state: 'approved', unseen: true, canDecide: false, applicantId: session.viewer.id };
  await open('?change=6&flow=mine');
  await expect.element(page.getByText('新', { exact: true })).toBeVisible();
  await expect.poll(() => sent(SEE)).toEqual([[id]]);
});

test('the list is searched in place, and shows empty and error states', async () => {
  await open('?change=6&flow=todo');
  answer(UNDO, ({ keyword }) => pageOf(keyword ? [] : [request]));
  await page.getByRole('searchbox').fill('PO-1');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('没有符合条件的申请')).toBeVisible();
  expect(location.search).toBe('?change=6&flow=todo&keyword=PO-1');
  expect(sent(UNDO).at(-1)).toEqual({ pageCurrent: 1, keyword: 'PO-1' });
  await page.getByRole('link', { name: '查看全部' }).click();
  await expect.element(page.getByRole('link', { name: '焊接基础' })).toBeVisible();
  await expect.element(page.getByRole('searchbox')).toHaveValue('');

  refuse('POST /user/auth/flow/instance/done', 500, '出错了');
  await page.getByRole('link', { name: '我的已办' }).click();
  await expect.element(page.getByRole('alert').getByText('出错了')).toBeVisible();
  answer('POST /user/auth/flow/instance/done', pageOf([]));
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByText('还没有处理过申请')).toBeVisible();
});

test('when the session ends while a decision is written, the login page leads back and the comment is kept', async () => {
  const held = holdNavigations();
  const address = `?change=6&flow=todo&id=${id}`;
  await open(address);
  refuse(SUBMIT, 300, '请先登录');
  await comment.fill('WELCOME');
  await approve.click();
  await expect.poll(() => held).toEqual([`/login?t=login&redirect=${encodeURIComponent(`/account${address}`)}`]);
  expect(Object.values(sessionStorage).join()).toContain('WELCOME');
});
