import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Data } from '#src/contract/calls.ts';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import type { Chain, CHAINS } from './ChainDialog.tsx';
import Settings from './Settings.tsx';

const LIST = 'GET /user/auth/flow/chain/list' satisfies typeof CHAINS;
const SAVE = 'PUT /user/auth/flow/chain/save';
const step = (approver: Chain['steps'][number]['approver']) => ({
  approver,
  userId: null,
  userName: null,
  isGone: false,
});
const chains = (revision: number, ...steps: Chain['steps']): Data<typeof LIST> => [
  { flowType: 'order', steps, isOwn: true, revision, id: crypto.randomUUID(), pendingCount: 0 } as unknown as Chain,
];

test('steps of approval that somebody else has changed meanwhile are shown beside the own ones, and saved on top of theirs', async () => {
  answer(LIST, chains(2, step('administrator')));
  await hydrate(Settings, { timeZone: 'Asia/Shanghai', given: {} });
  await userEvent.click(page.getByRole('button', { name: /^修改/ }));
  await userEvent.selectOptions(page.getByLabelText('审批人'), 'head');
  refuse(SAVE, 409, '其他人已修改此内容');
  answer(LIST, chains(3, step('peopleManager')));
  await userEvent.click(page.getByRole('button', { name: '保存步骤' }));
  await expect.element(page.getByRole('heading', { name: '审批步骤已被他人修改' })).toBeVisible();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('申请人所在部门负责人')).toBeVisible();
  await userEvent.click(dialog.getByRole('radio', { name: '已保存的版本' }));
  await userEvent.click(page.getByRole('button', { name: '按所选内容继续编辑' }));
  await expect.element(page.getByLabelText('审批人')).toHaveValue('peopleManager');
  answer(SAVE, { flowType: 'order', revision: 4 } as Data<typeof SAVE>);
  await userEvent.click(page.getByRole('button', { name: '保存步骤' }));
  await expect
    .poll(() => made.filter(({ call }) => call === SAVE)[1]?.input)
    .toMatchObject({ revision: 3, steps: [{ approver: 'peopleManager' }] });
  await expect.element(dialog).not.toBeInTheDocument();
});
