import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { island } from '#src/i18n/island.tsx';
import { MERGE_COUNTS, type MergeCount } from '#src/contract/rules/merge.ts';
import { PersonMerge } from './PersonMerge.tsx';

const PLAN = 'POST /people/auth/merge/plan';
const APPLY = 'POST /people/auth/merge/apply';
const [KEPT, OTHER] = ['01890000-0000-7000-8000-0000000000a1', '01890000-0000-7000-8000-0000000000a2'];
const side = (userId: string, userName: string, employeeNo: string | null, department: string) => ({
  ...{
    userId,
    userName,
    employeeNo,
    department,
    phone: null,
    phoneUnverified: false,
    email: null,
    sex: 1,
    userType: 1,
  },
  ...{ post: null, superiorName: null, joinedOn: null, status: 'active' as const },
  ...{ gmtCreate: '2026-01-01T00:00:00.000Z', lastSeenAt: null },
});
const none = Object.fromEntries(MERGE_COUNTS.map((name) => [name, 0])) as Record<MergeCount, number>;
const plan = {
  ...{ kept: side(KEPT!, '王小明', null, '生产部'), other: side(OTHER!, '王晓明', 'A-2', '质量部') },
  ...{ takesPhone: false, counts: { ...none, courses: 3, sharedCourses: 1 }, problem: null, plan: 'p1' },
};
const Dialog = island(() => (
  <PersonMerge userId={KEPT!} name="王小明" timeZone="Asia/Shanghai" onClose={() => undefined} />
));

test('chooses field by field, takes what is missing, and shows again what has changed', async () => {
  const found = { pageCurrent: 1, pageSize: 8, totalCount: 1, totalPage: 1 };
  answer('POST /user/auth/people/page', {
    ...found,
    list: [{ ...plan.other, positionId: null, departmentId: null }],
  } as never);
  answer(PLAN, plan);
  await hydrate(Dialog, {});
  await userEvent.type(page.getByRole('dialog').getByPlaceholder('姓名、拼音、工号或手机号'), '王晓');
  await userEvent.click(page.getByRole('button', { name: /王晓明/ }));
  await userEvent.click(page.getByRole('button', { name: '对比' }));
  // What the record lacks is taken, the rest stays unless it is chosen.
  await expect.element(page.getByRole('radio', { name: 'A-2' })).toBeChecked();
  await expect.element(page.getByRole('radio', { name: '生产部' })).toBeChecked();
  await userEvent.click(page.getByRole('radio', { name: '质量部' }));
  await expect.element(page.getByText('3 门课程的学习进度')).toBeVisible();
  await expect.element(page.getByText('加入于 2026-01-01', { exact: true }).first()).toBeVisible();
  refuse(APPLY, 409, '情况已有变化');
  answer(PLAN, { ...plan, counts: { ...none, courses: 4 }, plan: 'p2' });
  await userEvent.click(page.getByRole('button', { name: '合并另一条记录' }));
  await expect.element(page.getByText('4 门课程的学习进度')).toBeVisible();
  await expect.element(page.getByRole('alert').getByText('情况已有变化')).toBeVisible();
  await vi.waitFor(() =>
    expect(made.filter(({ call }) => call === APPLY).map(({ input }) => input)).toEqual([
      { userId: KEPT, otherId: OTHER, plan: 'p1', take: ['employeeNo', 'department'] },
    ]),
  );
});
