import type { ComponentProps } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $cart, $toasts, $viewer } from '#src/client/session.store.ts';
import type { Data } from '#src/contract/calls.ts';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate, session } from '../../../../tests/component/render.ts';
import CourseAction from './CourseAction.tsx';
import ProjectAction from './ProjectAction.tsx';

const ID = '01890000-0000-7000-8000-0000000000aa';
const REGISTER = 'POST /course/auth/course/registration/save';
const VIEW = 'GET /course/auth/course/info/view';
type Mine = Data<typeof VIEW>;

const mine = (studyState: Mine['studyState'], mayAskAgain = false) => ({
  ...{ status: 'notStarted' as const, studyState, studyProgress: 0 },
  registration: { instanceId: ID, reason: mayAskAgain ? '名额已满' : null, mayAskAgain },
  purchase: null as Mine['purchase'],
});
const draw = (given: Partial<ComponentProps<typeof CourseAction>>) =>
  hydrate(CourseAction, {
    course: {
      id: ID,
      title: '安全生产',
      price: 99.9,
      currency: 'CNY',
      purchaseRequired: false,
      courseType: 1,
      hasOnline: true,
    },
    ...{ mine: null, cart: null, login: '/login?t=login&redirect=%2Fx', required: '请说明理由' },
    ...given,
  });
const register = page.getByRole('button', { name: /报名|再次申请/ });
const note = page.getByRole('textbox');
const toasts = () => $toasts.get().map(({ text }) => text);

beforeEach(() => {
  $viewer.set(session.viewer);
  $toasts.set([]);
  $cart.set(0);
});

test('registering: errors stand in the form, and the state that follows takes the focus', async () => {
  await draw({ mine: mine('registerFirst') });
  await userEvent.fill(note, '  生产线需要 ');
  refuse(REGISTER, 409, '不接受报名');
  await userEvent.click(register);
  await expect.element(page.getByRole('alert')).toHaveTextContent('不接受报名');
  answer(REGISTER, { studyState: 'registrationPending' });
  answer(VIEW, mine('registrationPending') as Mine);
  await userEvent.click(register);
  await expect.element(page.getByRole('status')).toHaveFocus();
  await expect.element(page.getByText('无法学习，请等待报名审核')).toBeVisible();
  const request = page.getByRole('link', { name: '查看申请' });
  await expect.element(request).toHaveAttribute('href', `/account?change=6&id=${ID}`);
  await expect.element(register).not.toBeInTheDocument();
  expect(made.filter(({ call }) => call === REGISTER).map(({ input }) => input)).toEqual([
    { courseId: ID, note: '生产线需要' },
    { courseId: ID, note: '生产线需要' },
  ]);
});

test('asking again takes a reason', async () => {
  await draw({ mine: mine('registrationRejected', true) });
  await expect.element(page.getByText('审批意见：名额已满')).toBeVisible();
  await userEvent.click(register);
  await expect.element(page.getByRole('alert')).toHaveTextContent('请说明理由');
  await expect.element(note).toHaveFocus();
  expect(made).toEqual([]);
});

test.each([
  [1, '开始学习'],
  [2, '查看课程安排'],
])('a course of type %i is opened with “%s”', async (courseType, name) => {
  const course = {
    id: ID,
    title: 'x',
    price: 0,
    currency: 'CNY',
    purchaseRequired: false,
    courseType,
    hasOnline: true,
  };
  await draw({ course, mine: mine('open') });
  await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', `/watch/course?id=${ID}`);
});

test('a visitor gets links to the login page', async () => {
  $viewer.set(null);
  await draw({
    course: { id: ID, title: 'x', price: 9, currency: 'CNY', purchaseRequired: true, courseType: 1, hasOnline: true },
  });
  await expect
    .element(page.getByRole('link', { name: '登录后学习' }))
    .toHaveAttribute('href', '/login?t=login&redirect=%2Fx');
  await expect.element(page.getByRole('link', { name: '加入购物车' })).toHaveAttribute('data-login-first');
});

test('into the cart: the button and the count of the header follow at once, and go back when it is refused', async () => {
  const CART = 'POST /course/auth/order/cart/save';
  const course = {
    id: ID,
    title: 'x',
    price: 9,
    currency: 'CNY',
    purchaseRequired: true,
    courseType: 1,
    hasOnline: true,
  };
  await draw({ course, mine: mine('purchaseFirst'), cart: { inCart: false } });
  const button = page.getByRole('button');
  refuse(CART, 503, '暂时无法加入');
  await userEvent.click(button);
  await expect.poll(toasts).toEqual(['暂时无法加入']);
  await expect.element(button).toHaveTextContent('加入购物车');
  answer(CART, { count: 3, instanceId: null });
  await userEvent.click(button);
  await expect.element(button).toHaveTextContent('已在购物车');
  await expect.poll(() => $cart.get()).toBe(3);
  await expect.poll(() => toasts()).toContain('已成功加入购物车');
  await userEvent.click(button, { force: true });
  expect(made).toHaveLength(2);
  // Ordered in another tab.
  $cart.set(0);
  await expect.element(button).toHaveTextContent('加入购物车');
});

test('a learner asks for a seat, sees that it waits, and asks again with a reason after a rejection', async () => {
  const CART = 'POST /course/auth/order/cart/save';
  const course = {
    id: ID,
    title: 'x',
    price: 9,
    currency: 'CNY',
    purchaseRequired: true,
    courseType: 1,
    hasOnline: true,
  };
  const asking = (state: NonNullable<Mine['purchase']>['state'], reason: string | null = null) => ({
    ...mine('purchaseFirst'),
    purchase: { state, reason, instanceId: state === 'none' ? null : ID, mayAskAgain: state !== 'pending' },
  });
  const ask = page.getByRole('button', { name: '申请授权购买' });
  await draw({ course, mine: asking('none') });
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('需由企业授权购买，分配名额后即可学习。可以提出申请，由培训管理账号或管理员下单');
  await userEvent.fill(note, '换证需要');
  answer(CART, { count: 0, instanceId: ID });
  answer(VIEW, asking('pending') as Mine);
  await userEvent.click(ask);
  await expect.element(page.getByRole('status')).toHaveFocus();
  await expect
    .element(page.getByRole('link', { name: '查看申请' }))
    .toHaveAttribute('href', `/account?change=6&id=${ID}`);
  await expect.element(ask).not.toBeInTheDocument();
  expect(made[0]).toMatchObject({ call: CART, input: { courseId: ID, note: '换证需要' } });
  expect($cart.get()).toBe(0);
});

test('a rejected request for a seat shows its reason and wants another one', async () => {
  const course = {
    id: ID,
    title: 'x',
    price: 9,
    currency: 'CNY',
    purchaseRequired: true,
    courseType: 1,
    hasOnline: true,
  };
  const purchase = { state: 'rejected' as const, reason: '预算已用完', instanceId: ID, mayAskAgain: true };
  await draw({ course, mine: { ...mine('purchaseFirst'), purchase } });
  await expect.element(page.getByText('审批意见：预算已用完')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: '申请授权购买' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('请说明理由');
  expect(made).toEqual([]);
});

test('a project: a registration that fails can be sent again, and then waits', async () => {
  const given = {
    rejection: null,
    status: 'notStarted' as const,
    studyProgress: 0,
    done: 0,
    all: 2,
    nextPath: `/knowledge/course/${ID}`,
    begins: null,
  };
  await hydrate(ProjectAction, {
    project: { id: ID, title: '新人培训' },
    mine: { ...given, projectState: 'registerFirst' },
    ...{ login: '/login', required: '请说明理由' },
  });
  const SAVE = 'POST /course/auth/project/registration/save';
  refuse(SAVE, 503, '请稍后再试');
  await userEvent.click(register);
  await expect.element(page.getByRole('alert')).toHaveTextContent('请稍后再试');
  answer(SAVE, { projectState: 'registrationPending' });
  await userEvent.click(register);
  await expect.element(page.getByRole('status')).toHaveFocus();
  expect(made.at(-1)!.input).toEqual({ projectId: ID });
});
