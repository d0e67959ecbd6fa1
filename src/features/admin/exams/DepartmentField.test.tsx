import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { island } from '#src/i18n/island.tsx';
import { hydrate } from '../../../../tests/component/render.ts';
import { DepartmentField } from './DepartmentField.tsx';

const DEPARTMENTS = ['总部', '总部/华东', '总部/华东/上海', '总部/华东/苏州', '工厂', '工厂/一车间'];
const Field = island(function Field({ first }: { first: string[] }) {
  const [value, setValue] = useState(first);
  return <DepartmentField label="部门" hint="" value={value} departments={DEPARTMENTS} onChange={setValue} />;
});
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const chosen = () => [...document.querySelectorAll('[aria-label="已选部门"] li')].map((item) => item.textContent);

test('departments are chosen from their tree; one that is chosen contains those below it', async () => {
  await hydrate(Field, { first: ['工厂/一车间'] });
  expect(box('华东').query()).toBeNull();
  await userEvent.click(page.getByRole('button', { name: '总部的下级部门' }));
  await userEvent.click(page.getByRole('button', { name: '华东的下级部门' }));
  await userEvent.click(box('上海'));
  expect(chosen()).toEqual(['工厂/一车间', '总部/华东/上海']);
  await userEvent.click(box('总部'));
  expect(chosen()).toEqual(['工厂/一车间', '总部']);
  await expect.element(box('苏州')).toBeChecked();
  await expect.element(box('苏州')).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: '移除总部' }));
  expect(chosen()).toEqual(['工厂/一车间']);
  await expect.element(box('苏州')).not.toBeChecked();
});

test('departments are found by name, with those above them', async () => {
  await hydrate(Field, { first: [] });
  await userEvent.fill(page.getByRole('searchbox', { name: '搜索部门' }), '苏');
  await userEvent.click(box('苏州'));
  expect(chosen()).toEqual(['总部/华东/苏州']);
  expect(box('上海').query()).toBeNull();
  await expect.element(box('华东')).not.toBeChecked();
  await userEvent.fill(page.getByRole('searchbox', { name: '搜索部门' }), '没有');
  await expect.element(page.getByText('没有匹配的部门')).toBeVisible();
});
