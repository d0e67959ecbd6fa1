import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { island } from '#src/i18n/island.tsx';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import type { Saved } from './report-list.ts';
import { ReportSchedule } from './ReportSchedule.tsx';

const SAVE = 'POST /report/auth/report/schedule/save';
const ID = crypto.randomUUID();
const [FANG, LEI] = [crypto.randomUUID(), crypto.randomUUID()];
const fang = { userId: FANG, userName: '王芳' };
const lei = { userId: LEI, userName: '李雷' };
const saved: Saved = {
  ...{ id: ID, name: '学习情况', source: 'study', isShared: false, canChange: true, userName: '王芳', revision: 4 },
  ...{ gmtModified: '2026-03-01T00:00:00.000Z', nextAt: null, recipients: [fang] },
  schedule: { every: 'week', day: 1, hour: 8, format: 'xlsx', isPaused: false },
  definition: { source: 'study', columns: [], groups: [], measures: [], filters: [], sort: null },
};
const Example = island<{ saved: Saved }>(function Example(props) {
  return <ReportSchedule {...props} timeZone="Asia/Shanghai" onClose={() => {}} />;
});

test('times that somebody else has saved meanwhile are shown beside the chosen ones; the next save is on top of theirs', async () => {
  const now = { every: 'day' as const, day: 1, hour: 6, format: 'xlsx' as const, isPaused: false };
  answer('GET /report/auth/report/view', { ...saved, schedule: now, recipients: [fang, lei] });
  refuse(SAVE, 409, '已被修改');
  await hydrate(Example, { saved });
  await userEvent.selectOptions(page.getByLabelText('附件格式'), 'csv');
  await userEvent.click(page.getByRole('button', { name: '保存', exact: true }));
  const times = page.getByRole('group', { name: '频率' });
  await expect.element(times.getByText('每周 · 星期一 · 08:00 · CSV')).toBeVisible();
  await expect.element(times.getByText('每天 · 06:00 · XLSX')).toBeVisible();
  // Only they have changed the recipients.
  const people = page.getByRole('group', { name: '收件人' });
  await expect.element(people.getByRole('radio', { name: '已保存的版本' })).toBeChecked();
  await userEvent.click(page.getByRole('button', { name: '按所选内容继续编辑' }));
  await userEvent.click(page.getByRole('button', { name: '保存', exact: true }));
  await expect
    .poll(() => made.filter(({ call }) => call === SAVE)[1]?.input)
    .toEqual({
      id: ID,
      schedule: { ...saved.schedule, format: 'csv', recipients: [FANG, LEI] },
      was: { ...now, recipients: [FANG, LEI] },
    });
});
