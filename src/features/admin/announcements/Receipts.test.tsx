import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import Receipts from './Receipts.tsx';

const ID = crypto.randomUUID();

const open = async (mustRead: boolean) => {
  answer('POST /system/auth/announcement/receipt/page', {
    ...{ pageCurrent: 1, pageSize: 20, totalPage: 1, totalCount: 1 },
    list: [
      {
        ...{
          userId: crypto.randomUUID(),
          userName: '王芳',
          employeeNo: null,
          department: '华东',
          state: 'seen' as const,
        },
        ...{ seenAt: '2026-03-01T00:00:00.000Z', confirmedAt: null, remindedAt: null },
      },
    ],
  });
  answer('GET /system/auth/announcement/receipt/total', {
    ...{ title: '消防演习', mustRead, isPublished: true, confirmed: 0, seen: 1, reminded: 0, none: 0 },
  });
  answer('GET /system/auth/announcement/choices', { departments: [], positions: [] } as never);
  await hydrate(Receipts, { id: ID, mustRead, search: '', timeZone: 'Asia/Shanghai', given: {} });
  await expect.element(page.getByText('王芳')).toBeVisible();
};

test.each([
  [true, ['已确认', '已阅读', '已提醒，未读', '未读'], 1],
  [false, ['已阅读', '已提醒，未读', '未读'], 0],
])('who has confirmed is shown of what must be confirmed (%s)', async (mustRead, states, columns) => {
  await open(mustRead);
  expect([...document.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(states);
  const options = [...document.querySelectorAll('select option')].map((each) => each.textContent);
  expect(options.includes('已确认')).toBe(mustRead);
  expect(page.getByRole('columnheader', { name: '确认时间' }).elements()).toHaveLength(columns);
});
