import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate, leave } from '../../../../tests/component/render.ts';
import { courseDifferences } from '../courses/course-differences.ts';
import { NEW_COURSE } from '../courses/course-document.ts';
import { ConflictView } from '../kit/ConflictView.tsx';
import { DocumentNames } from './DocumentNames.tsx';

const NAMES = 'POST /system/auth/content/name/list';
const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
const named = (userId: string, excluded = false) => ({ userId, excluded });
const MINE = { ...NEW_COURSE, coverFileId: id(1), lecturerId: id(3), people: [named(id(5)), named(id(6), true)] };
const THEIRS = { ...NEW_COURSE, coverFileId: id(2), lecturerId: id(4), people: [named(id(5))] };
const FOUND = [
  { id: id(1), name: '封面一.png' },
  { id: id(2), name: '封面二.png' },
  { id: id(3), name: '李老师' },
  { id: id(5), name: '王芳' },
  { id: id(6), name: '李雷' },
];

/** A conflict of a course as its editor shows it. */
const Example = island<{ mine?: typeof NEW_COURSE; theirs?: typeof NEW_COURSE }>(function Example({
  mine = MINE,
  theirs = THEIRS,
}) {
  const t = useT();
  const locale = useLocale();
  const words = { t, locale, categories: [], choices: { departments: [], positions: [] }, timeZone: 'Asia/Shanghai' };
  const conflict = { base: { values: NEW_COURSE }, mine, theirs: { values: theirs } };
  return (
    <DocumentNames documents={[mine, theirs]}>
      {(nameOf) => (
        <ConflictView
          title="T"
          intro="I"
          differences={courseDifferences(conflict, { ...words, nameOf })}
          onMerge={() => undefined}
        />
      )}
    </DocumentNames>
  );
});

const part = (name: string) => page.getByRole('group', { name });
const textOf = (name: string) => part(name).element().textContent;

test('names of both sides are read with one call and shown instead of ids', async () => {
  answer(NAMES, { names: FOUND });
  await hydrate(Example, {});
  await expect.poll(() => textOf('封面')).toMatch(/封面一\.png.*封面二\.png/);
  // Who does not exist any more has no name.
  expect(textOf('讲师')).toMatch(/李老师.*（已无法找到）/);
  expect(textOf('指定成员')).toMatch(/王芳.*李雷.*王芳/s);
  expect(document.body.textContent).not.toContain('01890000');
  expect(made).toEqual([{ call: NAMES, input: { ids: [1, 3, 5, 6, 2, 4].map(id) } }]);
});

test('without the names the comparison can be used, and nothing is read where nothing is referred to', async () => {
  refuse(NAMES, 500, '出错了');
  await hydrate(Example, {});
  await expect.poll(() => textOf('封面')).toMatch(/（已无法找到）.*（已无法找到）/);
  leave();
  made.length = 0;
  await hydrate(Example, { mine: { ...NEW_COURSE, title: '甲' }, theirs: { ...NEW_COURSE, title: '乙' } });
  await expect.element(part('名称')).toBeVisible();
  expect(made).toEqual([]);
});
