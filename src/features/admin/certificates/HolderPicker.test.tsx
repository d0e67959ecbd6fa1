import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { island } from '#src/i18n/island.tsx';
import { answer } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { type Holder, HolderPicker } from './HolderPicker.tsx';

const KIND = crypto.randomUUID();
const everybody: Holder[] = Array.from({ length: 250 }, (_, n) => ({
  ...{ userId: crypto.randomUUID(), userName: `Person ${n + 1}`, department: n < 3 ? 'Sales' : null, post: null },
}));
const Field = island(function Field() {
  const [chosen, setChosen] = useState<Holder[]>([]);
  return <HolderPicker label="给谁" certificateId={KIND} chosen={chosen} onChange={setChosen} />;
});
const boxes = () => page.getByRole('checkbox').elements();
const ids = () => document.querySelector<HTMLInputElement>('input[name=userIds]')!.value.split(',');

/** Answers like the gateway. */
function people() {
  answer('POST /course/auth/certificate/people/page', (input) => {
    expect(input).toMatchObject({ certificateId: KIND });
    const {
      keyword = '',
      pageCurrent = 1,
      pageSize,
    } = input as {
      keyword?: string;
      pageCurrent?: number;
      pageSize: number;
    };
    const found = everybody.filter(({ department }) => !keyword || department === keyword);
    const from = (pageCurrent - 1) * pageSize;
    const totals = { pageCurrent, pageSize, totalCount: found.length, totalPage: Math.ceil(found.length / pageSize) };
    return { ...totals, list: found.slice(from, from + pageSize) };
  });
}

test('further people are appended page by page, and those who were chosen stay with another keyword', async () => {
  people();
  await hydrate(Field, {});
  await expect.poll(() => boxes().length).toBe(20);
  for (const shown of [40, 60, 80, 100, 120]) {
    await userEvent.click(page.getByRole('button', { name: '显示更多' }));
    await expect.poll(() => boxes().length).toBe(shown);
  }
  await userEvent.click(page.getByRole('checkbox', { name: 'Person 120' }));
  await userEvent.fill(page.getByRole('searchbox'), 'Sales');
  await expect.poll(() => boxes().length).toBe(3);
  await userEvent.click(page.getByRole('button', { name: '选择全部结果（3 人）' }));
  await expect.element(page.getByText('已选 4 人，每次最多 100 人')).toBeVisible();
  expect(ids()).toEqual([everybody[119], ...everybody.slice(0, 3)].map((person) => person!.userId));
});

test('all that fit are chosen at once, also when some of the first ones are chosen already', async () => {
  people();
  await hydrate(Field, {});
  await userEvent.click(page.getByRole('checkbox', { name: 'Person 5', exact: true }));
  await userEvent.click(page.getByRole('button', { name: '选择前 100 人' }));
  await expect.element(page.getByText('已选 100 人，每次最多 100 人')).toBeVisible();
  expect(new Set(ids())).toEqual(new Set(everybody.slice(0, 100).map(({ userId }) => userId)));
  await expect.element(page.getByRole('checkbox', { name: 'Person 6', exact: true })).toBeEnabled();
});
