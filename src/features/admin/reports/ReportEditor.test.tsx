import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Definition } from '#src/contract/rules/report.ts';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import ReportEditor from './ReportEditor.tsx';

const SAVE = 'POST /report/auth/report/save';
const ID = crypto.randomUUID();
const EAST = crypto.randomUUID();
const definition: Definition = {
  ...{ source: 'study', columns: [], groups: ['department'], measures: [{ aggregate: 'count', field: null }] },
  ...{ filters: [], sort: null },
};
const theirs: Definition = {
  ...definition,
  groups: ['course'],
  filters: [{ field: 'department', op: 'in', values: [EAST] }],
};

test('a report that somebody else has changed meanwhile shows both versions; what is chosen is saved on top of theirs', async () => {
  answer('POST /report/auth/report/run', {
    ...{ state: 'ready', pageCurrent: 1, pageSize: 50, totalPage: 0, totalCount: 0, isCut: false },
    ...{ list: [], totals: null, computedAt: null, since: null },
  });
  answer('POST /report/auth/report/value/list', [{ id: EAST, name: '华东', hint: null }]);
  answer('GET /report/auth/report/view', {
    ...{ id: ID, name: '学习情况', source: 'study', isShared: false, canChange: true, userName: '王芳', revision: 5 },
    ...{ gmtModified: '2026-03-01T00:00:00.000Z', schedule: null, recipients: [], nextAt: null, definition: theirs },
  });
  refuse(SAVE, 409, '已被修改');
  await hydrate(ReportEditor, {
    ...{ stored: { id: ID, revision: 4, name: '学习情况', isShared: false }, begun: definition, given: {} },
    ...{ sources: ['study' as const], canShare: false, timeZone: 'Asia/Shanghai', linked: [] },
  });
  await userEvent.fill(page.getByLabelText('名称', { exact: true }), '华东学习情况');
  await userEvent.click(page.getByRole('button', { name: '保存', exact: true }));
  await expect.element(page.getByRole('heading', { name: '报表已被他人修改' })).toBeVisible();
  // Of what only they have changed theirs is chosen, of the name the own one.
  await expect.element(page.getByText('部门 · 是 · 华东')).toBeVisible();
  const chosen = () => [...document.querySelectorAll<HTMLInputElement>('fieldset input')].map(({ checked }) => checked);
  expect(chosen()).toEqual([true, false, false, true, false, true]);
  answer(SAVE, () => new Promise<never>(() => undefined));
  await userEvent.click(page.getByRole('button', { name: '按所选内容继续编辑' }));
  await userEvent.click(page.getByRole('button', { name: '保存', exact: true }));
  await expect
    .poll(() => made.filter(({ call }) => call === SAVE)[1]?.input)
    .toEqual({ id: ID, revision: 5, name: '华东学习情况', isShared: false, definition: theirs });
});
