import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { givenAnswer } from '#src/client/query.ts';
import type { Data } from '#src/contract/calls.ts';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import RunScreen from './RunScreen.tsx';
import { VIEW } from './run-calls.ts';

const LIVE = 'GET /course/auth/training/run/live';
const CONFIRM = 'POST /course/auth/training/attendance/confirm';
const CORRECT = 'POST /course/auth/training/attendance/correct';
const ID = '01890000-0000-7000-8000-000000000001';
const USER = '01890000-0000-7000-8000-000000000002';

const session: Data<typeof VIEW> = {
  ...{ id: ID, resourceId: ID, courseId: ID, title: '急救第一期', courseTitle: '急救员', place: '一号楼', room: '201' },
  ...{ startAt: '2026-11-23T06:00:00Z', endAt: '2026-11-23T08:00:00Z', lecturerName: '高老师', status: 'planned' },
  ...{
    capacity: 10,
    placesLeft: 9,
    bookedCount: 1,
    waitingCount: 0,
    signedCount: 0,
    addable: true,
    reopenable: false,
    unconfirmedCount: 0,
  },
  ...{ confirmedAt: null, signInFrom: 30, lateAfter: 10, earlyLeave: 10, signOutRequired: true, earlyCounts: false },
  ...{ location: null, confirmable: false, roomId: null, lecturerId: null, seriesId: null, bookingUntil: null },
  ...{ later: [], waitingList: true, revision: 1, passRequired: false, assistantIds: [], assistantNames: [] },
  people: [
    {
      ...{ userId: USER, userName: '李小梅', department: '质量部', seat: 'booked', waitingPlace: null, state: null },
      ...{ signedInAt: null, signedOutAt: null, signWay: null, confirmedState: null, corrected: false },
      ...{ correctReason: null, passed: null, score: null, note: null },
    },
  ],
};
const live = (typed: string, more: Partial<Data<typeof LIVE>> = {}): Data<typeof LIVE> => ({
  code: { url: `https://example.com/sign/sign?code=${typed}${Math.random()}`, typed, changesIn: 9_000 },
  ...{ opensAt: session.startAt, closesAt: session.endAt, bookedCount: 1, signedCount: 0, latest: [] },
  ...more,
});
const show = (given: Partial<typeof session> = {}) =>
  hydrate(RunScreen, {
    given: givenAnswer(VIEW, { id: ID }, { ...session, ...given }),
    sessionId: ID,
    timeZone: 'Asia/Shanghai',
  });
const drawing = () => page.getByRole('img').element().querySelector('path')!.getAttribute('d');
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the code is drawn, stays the same within its step and follows the server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    answer(LIVE, () => live('AAAAAA'));
    await show();
    await userEvent.click(button('显示签到码'));
    await expect.element(page.getByText('AAAAAA')).toBeVisible();
    const first = drawing();
    expect(first!.length).toBeGreaterThan(1_000);
    const asked = made.length;
    await vi.advanceTimersByTimeAsync(3_000);
    await expect.poll(() => made.length).toBeGreaterThan(asked);
    expect(drawing()).toBe(first);

    const signed = { userId: USER, userName: '李小梅', at: '2026-11-23T05:50:00Z', state: 'present' as const };
    answer(LIVE, () => live('BBBBBB', { signedCount: 1, latest: [signed] }));
    answer(VIEW, { ...session, signedCount: 1 });
    await vi.advanceTimersByTimeAsync(3_000);
    await expect.element(page.getByText('BBBBBB')).toBeVisible();
    expect(drawing()).not.toBe(first);
    await expect.element(page.getByRole('listitem')).toHaveTextContent('李小梅13:50');
    // Who signed in is in the table below, too.
    await expect.poll(() => made.map(({ call }) => call)).toContain(VIEW);
  } finally {
    vi.useRealTimers();
  }
});

test('without a connection an old code is not shown any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    answer(LIVE, () => live('AAAAAA'));
    await show();
    await userEvent.click(button('显示签到码'));
    await expect.element(page.getByText('AAAAAA')).toBeVisible();
    disconnect(LIVE);
    const pass = async (seconds: number) => {
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
      return document.body.textContent;
    };
    await expect.poll(() => pass(1)).toContain('连接已断开');
    await expect.element(page.getByText('AAAAAA')).toBeVisible();
    // The rest of the step, and the one after it.
    await expect.poll(() => pass(3)).not.toContain('AAAAAA');
    await expect.element(page.getByText('签到时间为 14:00 至 16:00')).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

test('codes for signing out are asked for separately', async () => {
  answer(LIVE, ({ mode }) => live(mode === 'out' ? 'QUTQUT' : 'JNJNJN'));
  await show();
  await userEvent.click(button('显示签到码'));
  await expect.element(page.getByText('JNJNJN')).toBeVisible();
  await userEvent.click(button('签退'));
  await expect.element(page.getByText('QUTQUT')).toBeVisible();
  await expect.element(page.getByText('JNJNJN')).not.toBeInTheDocument();
});

test('a correction wants a reason and is sent with it', async () => {
  await show();
  await userEvent.click(button('更正李小梅的出勤'));
  await userEvent.click(page.getByRole('radio', { name: '缺勤' }));
  await userEvent.click(button('更正'));
  await expect.element(page.getByText('请填写原因')).toBeVisible();
  expect(made).toEqual([]);
  answer(CORRECT, { state: 'absent' });
  answer(VIEW, session);
  await userEvent.fill(page.getByRole('textbox'), '中途离开');
  await userEvent.click(button('更正'));
  await expect
    .poll(() => made.find(({ call }) => call === CORRECT)?.input)
    .toEqual({ sessionId: ID, userId: USER, state: 'absent', reason: '中途离开' });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('the attendance is confirmed once the class is over, after a question', async () => {
  await show({ confirmable: true });
  refuse(CONFIRM, 409, '课程结束前不能确认出勤');
  await userEvent.click(button('确认出勤'));
  await expect.element(page.getByText('0 人到场，1 人缺勤。学时只计一次，之后可以更正。')).toBeVisible();
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '确认出勤' }));
  await expect.poll(() => made.map(({ call }) => call)).toEqual([CONFIRM]);
});

test('a session that somebody else has changed meanwhile shows both versions; what is chosen is saved on top of theirs', async () => {
  const SAVE = 'POST /course/auth/training/session/save';
  refuse(SAVE, 409, '内容已被他人修改');
  // Somebody else has taken another place, and more people.
  answer(VIEW, { ...session, revision: 3, place: '二号楼', capacity: 20 });
  await show();
  await userEvent.click(button('修改'));
  await userEvent.fill(page.getByLabelText('名称'), '急救新班');
  await userEvent.fill(page.getByLabelText('名额'), '15');
  await userEvent.click(button('保存'));
  const part = (name: string) => page.getByRole('group', { name });
  await expect.element(part('地点').getByRole('radio', { name: '已保存的版本' })).toBeChecked();
  await expect.element(part('名额').getByRole('radio', { name: '我的修改' })).toBeChecked();
  await expect.element(part('名称').getByRole('radio', { name: '我的修改' })).toBeChecked();
  await expect.element(part('名额')).toHaveTextContent('名额我的修改15已保存的版本20');
  await userEvent.click(part('名额').getByRole('radio', { name: '已保存的版本' }));
  await userEvent.click(button('按所选内容继续编辑'));
  await expect.element(page.getByLabelText('名称')).toHaveValue('急救新班');
  answer(SAVE, { id: ID, count: 1 });
  await userEvent.click(button('保存'));
  await expect
    .poll(() => made.filter(({ call }) => call === SAVE)[1]?.input)
    .toMatchObject({ id: ID, revision: 3, title: '急救新班', place: '二号楼', capacity: 20 });
});

test('a session that was cancelled meanwhile keeps what was typed, and says so', async () => {
  refuse('POST /course/auth/training/session/save', 409, '场次已取消');
  answer(VIEW, { ...session, revision: 2, status: 'cancelled' });
  await show();
  await userEvent.click(button('修改'));
  await userEvent.fill(page.getByLabelText('名称'), '急救新班');
  await userEvent.click(button('保存'));
  await expect.element(page.getByText('场次已取消')).toBeVisible();
  await expect.element(page.getByLabelText('名称')).toHaveValue('急救新班');
});
