import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { givenAnswer } from '#src/client/query.ts';
import type { Data } from '#src/contract/calls.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { listInput, PAGE, RESOURCES } from './run-calls.ts';
import RunList from './RunList.tsx';

const ID = '01890000-0000-7000-8000-000000000001';
const NONE = { list: [], pageCurrent: 1, pageSize: 10, totalPage: 0, totalCount: 0 };

const show = (resources: Data<typeof RESOURCES>) => {
  const view = { when: 'upcoming', page: 1 } as const;
  const given = { ...givenAnswer(PAGE, listInput(view), NONE), ...givenAnswer(RESOURCES, {}, resources) };
  return hydrate(RunList, { given, timeZone: 'Asia/Shanghai', ...view });
};

test('who teaches no course with an offline class reads why no session can be planned', async () => {
  await show([]);
  await expect.element(page.getByText('你授课的课程中有“线下培训”内容后，才能安排场次')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '安排场次' })).not.toBeInTheDocument();
});

test('a session is planned for one of the classes', async () => {
  await show([{ id: ID, title: '现场演练', courseTitle: '急救员' }]);
  await userEvent.click(page.getByRole('button', { name: '安排场次' }));
  await expect.element(page.getByRole('dialog').getByRole('option', { name: '急救员 · 现场演练' })).toBeInTheDocument();
});
