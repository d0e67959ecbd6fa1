import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#src/client/api.ts';
import { prefetch } from '#src/client/query.ts';
import { readList } from '#src/lib/list-query.ts';
import { answer, made } from '../../../../tests/component/gateway.ts';
import { setAddress } from '../../../../tests/component/navigation.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { lecturerPage, LECTURERS } from '../lecturers/lecturer-list.ts';
import LecturerTable from '../lecturers/LecturerTable.tsx';

const CHANGE = 'POST /system/auth/content/change';
const lecturer = (id: string, lecturerName: string, state: 'deleted' | 'published') => ({
  ...{
    id,
    lecturerName,
    state,
    lecturerLevel: 'senior',
    title: '工程师',
    photo: null,
    annualTeachingHours: 8,
    userName: null,
    courseCount: 0,
  },
  ...{ hasDraft: false, publishAt: null, withdrawAt: null, isFromPack: false, changedAt: '2026-11-27T02:00:00.000Z' },
});

async function show(state: 'deleted' | 'published') {
  const list = [lecturer('a', '王芳', state), lecturer('b', '李强', state)];
  answer('POST /system/auth/content/lecturer/page', () => ({
    ...{ pageCurrent: 1, pageSize: 20, totalPage: 1 },
    ...{ totalCount: list.length, list: [...list] as never },
  }));
  answer(CHANGE, (input) => {
    list.splice(
      list.findIndex(({ id }) => id === (input as { ids: string[] }).ids[0]),
      1,
    );
    return { count: 1 } as never;
  });
  const search = `?state=${state}`;
  setAddress(`/admin/lecturers${search}`);
  const given = await prefetch(api, [lecturerPage(readList(LECTURERS, search))]);
  await hydrate(LecturerTable, { given, search, timeZone: 'Asia/Shanghai' });
}
const restore = (name: string) => page.getByRole('button', { name: new RegExp(`^恢复\\s*${name}$`) });

test('one of the deleted things is restored in its row, and leaves the list', async () => {
  await show('deleted');
  await restore('王芳').click();
  await expect.element(restore('王芳')).not.toBeInTheDocument();
  await expect.element(restore('李强')).toBeVisible();
  expect(made.filter(({ call }) => call === CHANGE).map(({ input }) => input)).toEqual([
    { kind: 'lecturer', ids: ['a'], action: 'restore' },
  ]);
});

test('others have no such command', async () => {
  await show('published');
  await expect.element(page.getByRole('link', { name: /王芳/ })).toBeVisible();
  await expect.element(restore('王芳')).not.toBeInTheDocument();
});
