import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Data } from '#src/contract/calls.ts';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { holdNavigations, setAddress } from '../../../../tests/component/navigation.ts';
import { hydrate, leave, session } from '../../../../tests/component/render.ts';
import { $viewer } from '#src/client/session.store.ts';
import { requestStart } from '../start-request.ts';
import EnterHall from './EnterHall.tsx';

const START = 'POST /exam/auth/user/exam/start';
const TAKE_OVER = 'POST /exam/auth/user/exam/attempt/take-over';
const RECEIVED = 'POST /exam/auth/user/exam/attempt/received';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
type Hall = Data<typeof TAKE_OVER>;

const examId = '01890000-0000-7000-8000-0000000000e1';
const attemptId = '01890000-0000-7000-8000-0000000000a1';
const from = Date.now();
const moment = (seconds: number) => new Date(from + seconds * 1000).toISOString();
const hall: Hall = {
  ...{
    attemptId,
    examId,
    title: '叉车考试',
    number: 1,
    trial: false,
    status: 'open',
    epoch: 1,
    closedBy: null,
    newlyCounted: false,
  },
  ...{ serverTime: moment(0), startedAt: moment(0), deadlineAt: moment(3600), waitsUntil: moment(60) },
  ...{
    totalScore: 10,
    passScore: 6,
    switchPolicy: 'none',
    switchLimit: 0,
    switchDwellSeconds: 3,
    leaveGraceSeconds: 10,
  },
  ...{ switchCount: 0, largeType: false, breakUntil: null, breakSeconds: 0, breaksLeft: 0, answers: [] },
  ...{ pausedAt: null, choices: null },
  questions: [
    {
      ...{
        questionId: '01890000-0000-7000-8000-0000000000f1',
        section: '判断',
        type: 'judge',
        lang: null,
        options: [],
      },
      ...{ stem: '货叉离地行驶。', blanks: 0, score: 10, html: {}, other: null, endsAt: null },
    },
  ],
};
const enter = (more: { attemptId?: string } = {}) =>
  hydrate(EnterHall, { title: '叉车考试', examId, attemptId: null, ...more });
/** Saves are answered as by a server that has them. */
const acceptSaves = () =>
  answer(SAVE, () => ({
    ...{ attemptId, status: 'open' as const, epoch: 4, superseded: false, acks: [], rejected: [] },
    ...{ serverTime: moment(1), deadlineAt: moment(3600), pausedAt: null, messages: 0 },
  }));
const callsOf = (name: string) => made.filter(({ call }) => call === name);

beforeEach(() => $viewer.set(session.viewer));
afterEach(() => {
  leave();
  sessionStorage.clear();
});

test('a link to the hall of an exam starts nothing: it leads to the page of the exam', async () => {
  const held = holdNavigations();
  await enter();
  await expect.poll(() => held).toEqual([`/test/id?id=${examId}`]);
  expect(made).toEqual([]);
});

test('the start button starts the attempt; when the paper is here, the server is told, and its time counts', async () => {
  requestStart(examId);
  disconnect(START);
  await enter();
  await expect.element(page.getByText('网络已断开，正在重新连接考场，连接后即可作答。')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '叉车考试' })).toBeVisible();
  // Five minutes more than the first reply said.
  const startedAt = moment(300);
  answer(RECEIVED, { attemptId, startedAt, deadlineAt: moment(3900), serverTime: moment(1) });
  answer(START, { attemptId, resumed: false, hall });
  await expect.element(page.getByText('货叉离地行驶。')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '交卷' })).toBeEnabled();
  await expect.poll(() => page.getByRole('timer').element().textContent).toMatch(/^01:0[45]:\d\d$/);
  expect(callsOf(RECEIVED).map(({ input }) => input)).toEqual([{ attemptId }]);
  expect(callsOf(START).at(-1)!.input).toMatchObject({ id: examId, enter: true });
  // A reload continues this attempt and does not start another one.
  expect(location.pathname).toBe(`/account/exam/${attemptId}`);
  expect(sessionStorage).toHaveLength(0);
});

test('a reload continues the attempt; a time that runs is not confirmed again', async () => {
  setAddress(`/account/exam/${attemptId}`);
  answer(TAKE_OVER, { ...hall, epoch: 4, waitsUntil: null });
  acceptSaves();
  await enter({ attemptId });
  await expect.element(page.getByRole('button', { name: '交卷' })).toBeEnabled();
  await page.getByRole('radio', { name: '正确' }).click();
  await expect.poll(() => callsOf(SAVE)).not.toHaveLength(0);
  expect(callsOf(SAVE)[0]!.input).toMatchObject({ attemptId, epoch: 4 });
  expect([callsOf(START), callsOf(RECEIVED)]).toEqual([[], []]);
});

test('an exam that cannot be taken says why and leads back', async () => {
  requestStart(examId);
  refuse(START, 409, '考试时间已结束');
  await enter();
  await expect.element(page.getByRole('alert')).toHaveTextContent('考试时间已结束');
  await expect
    .element(page.getByRole('link', { name: '返回考试说明' }))
    .toHaveAttribute('href', `/test/id?id=${examId}`);
});

test('too many takeovers say so, and the hall opens when the server lets this window in', async () => {
  acceptSaves();
  refuse(TAKE_OVER, 429, '操作过于频繁，请 1 分钟后再试');
  await enter({ attemptId });
  await expect.element(page.getByRole('alert')).toHaveTextContent('操作过于频繁，请 1 分钟后再试');
  answer(TAKE_OVER, { ...hall, epoch: 4, waitsUntil: null });
  await expect.element(page.getByRole('button', { name: '交卷' })).toBeEnabled();
});

test('an attempt that is over shows its receipt, with the reason and the way to its result', async () => {
  const held = holdNavigations();
  answer(TAKE_OVER, { ...hall, status: 'submitted', closedBy: 'switch', switchPolicy: 'limit', questions: [] });
  // Earlier tests have left answers on the device.
  acceptSaves();
  answer('POST /exam/auth/user/exam/submit', {
    ...{ acks: [], rejected: [], examState: 'fail', closedBy: 'switch', questionCount: 1, lateCount: 0 },
    receipt: { attemptId, answerCount: 1, serverTime: moment(1), hmac: 'a1'.repeat(32) },
  });
  await enter({ attemptId });
  await expect.element(page.getByTestId('receipt')).toHaveTextContent('a1'.repeat(32));
  await expect.element(page.getByText('切屏次数超出限制，试卷已自动提交。', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: '查看成绩' }))
    .toHaveAttribute('href', `/account/exam/examSuccess?id=${attemptId}&reason=exceeded`);
  expect(held).toEqual([]);
});
