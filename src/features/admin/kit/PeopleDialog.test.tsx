import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#src/client/api-error.ts';
import { island } from '#src/i18n/island.tsx';
import type { Person } from '#src/features/people/PersonField.tsx';
import { answer, made } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { PeopleDialog } from './PeopleDialog.tsx';
import { PersonPicker } from './PersonPicker.tsx';

const DEPARTMENTS = 'GET /course/auth/order/department/list';
const PEOPLE = 'POST /course/auth/order/people/page';
const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
const MEMBERS = [
  ['李雷', '总部/生产部/焊接车间'],
  ['韩梅梅', '总部/生产部'],
  ['王芳', '总部/质量部'],
].map(([userName, department], n) => ({
  ...{
    userId: id(n),
    userName: userName!,
    department: department!,
    post: '班长',
    phone: '138****0001',
    hasSeat: false,
  },
}));

let done: Person[][];
beforeEach(() => {
  done = [];
  answer(DEPARTMENTS, [
    { department: '总部/质量部', memberCount: 1 },
    { department: '总部/生产部/焊接车间', memberCount: 1 },
    { department: '总部/生产部', memberCount: 2 },
  ]);
  answer(PEOPLE, ({ department = '', keyword = '', pageCurrent }) => {
    const list = MEMBERS.filter(
      (each) => each.department.startsWith(String(department)) && each.userName.includes(String(keyword)),
    );
    const from = (Number(pageCurrent) - 1) * 2;
    return {
      ...{
        pageCurrent: Number(pageCurrent),
        pageSize: 2,
        totalCount: list.length,
        totalPage: Math.ceil(list.length / 2),
      },
      list: list.slice(from, from + 2),
    };
  });
});

const people = page.getByRole('list', { name: '人员' });
const names = () =>
  people
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const department = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });

const Several = island<{ fails?: boolean }>(function Several({ fails }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        选人
      </button>
      {isOpen && (
        <PeopleDialog
          title="选择监考人"
          chosen={[{ userId: id(2), userName: '王芳' }]}
          most={2}
          action="保存"
          onDone={(chosen) => {
            if (fails) return Promise.reject(new ApiError(404, '已不存在'));
            done.push(chosen);
            return Promise.resolve();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
});

test('people are found by department and by name, and chosen up to a number', async () => {
  await hydrate(Several, {});
  await page.getByRole('button', { name: '选人' }).click();
  // Departments above those of members are part of the tree.
  await expect.element(department('总部')).toHaveAttribute('aria-level', '2');
  await expect
    .poll(names)
    .toEqual(['李雷总部/生产部/焊接车间 · 班长 · 138****0001', '韩梅梅总部/生产部 · 班长 · 138****0001']);
  await page.getByRole('button', { name: '下一页' }).click();
  await expect.element(page.getByRole('checkbox', { name: /王芳/ })).toBeChecked();
  await department('总部').click();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await expect.element(department('生产部')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => names().length).toBe(2);
  await page.getByRole('checkbox', { name: /韩梅梅/ }).click();
  await expect.element(page.getByText('已选 2 人，最多 2 人')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: /李雷/ })).toBeDisabled();
  await page.getByRole('button', { name: '移除 王芳' }).click();
  await userEvent.fill(page.getByLabelText('姓名、部门、岗位或手机号'), '李');
  await expect.poll(names).toEqual([expect.stringContaining('李雷')]);
  await page.getByRole('checkbox', { name: /李雷/ }).click();
  await page.getByRole('button', { name: '保存' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(done).toEqual([
    [
      { userId: id(1), userName: '韩梅梅' },
      { userId: id(0), userName: '李雷' },
    ],
  ]);
});

test('stays open when the choice is refused; nothing is sent by Enter in a search', async () => {
  await hydrate(Several, { fails: true });
  await page.getByRole('button', { name: '选人' }).click();
  await userEvent.fill(page.getByLabelText('搜索部门'), '质量{Enter}');
  await expect.poll(() => page.getByRole('treeitem').elements().length).toBe(0);
  await userEvent.fill(page.getByLabelText('搜索部门'), '质量');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => page.getByRole('treeitem').elements().length).toBe(3);
  await page.getByRole('button', { name: '保存' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(done).toEqual([]);
});

const One = island(function One() {
  const [person, setPerson] = useState<Person | null>(null);
  return <PersonPicker chosen={person} onChoose={setPerson} />;
});

test('one person is chosen from a department in place of a name', async () => {
  await hydrate(One, {});
  expect(made).toEqual([]);
  await page.getByRole('button', { name: '按部门选择' }).click();
  await department('总部').click();
  await page.getByRole('button', { name: /韩梅梅/ }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: '移除 韩梅梅' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: '按部门选择' })).toBeVisible();
});
