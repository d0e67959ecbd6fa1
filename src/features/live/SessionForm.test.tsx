import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate } from '../../../tests/component/render.ts';
import SessionForm from './SessionForm.tsx';

const SAVE = 'POST /course/auth/live/session/save';
const VIEW = 'GET /course/auth/live/host/view';
const ID = '01890000-0000-7000-8000-000000000001';
const plan = {
  ...{ title: '周会', startAt: '2099-03-02T01:00:00.000Z', endAt: '2099-03-02T02:00:00.000Z' },
  ...{ requiredPercent: 70, recordingCounts: true },
};
/** What the console reads; the form takes no more of it. */
const led = (more: Partial<typeof plan>, status = 'planned') => ({ id: ID, ...plan, ...more, state: { status } });
const show = () =>
  hydrate(SessionForm, {
    ...{ courses: [{ id: ID, title: '直播课' }], timeZone: 'Asia/Shanghai', session: { id: ID, ...plan } },
  });
const title = () => page.getByLabelText('标题');
const save = () => userEvent.click(page.getByRole('button', { name: '保存', exact: true }));

test('a live class that somebody else has changed meanwhile shows both versions; the next save is on top of theirs', async () => {
  refuse(SAVE, 409, '内容已被他人修改');
  answer(VIEW, led({ title: '月会', requiredPercent: 80 }) as never);
  await show();
  await userEvent.fill(title(), '例会');
  await save();
  const part = (name: string | RegExp) => page.getByRole('group', { name });
  await expect.element(part('标题').getByRole('radio', { name: '我的修改' })).toBeChecked();
  await expect.element(part('标题')).toHaveTextContent('标题我的修改例会已保存的版本月会');
  await expect.element(part(/在场/).getByRole('radio', { name: '已保存的版本' })).toBeChecked();
  await userEvent.click(page.getByRole('button', { name: '按所选内容继续编辑' }));
  await expect.element(title()).toHaveValue('例会');
  // Stored, it would lead to the page of the class.
  refuse(SAVE, 422, '', [{ field: 'title', message: '请修改' }]);
  await save();
  await expect
    .poll(() => made.filter(({ call }) => call === SAVE)[1]?.input)
    .toMatchObject({ title: '例会', requiredPercent: 80, was: { ...plan, title: '月会', requiredPercent: 80 } });
});

test('one that has begun meanwhile keeps what was typed, and says so', async () => {
  refuse(SAVE, 409, '直播已经开始');
  answer(VIEW, led({}, 'live') as never);
  await show();
  await userEvent.fill(title(), '例会');
  await save();
  await expect.element(page.getByText('直播已经开始')).toBeVisible();
  await expect.element(title()).toHaveValue('例会');
});
