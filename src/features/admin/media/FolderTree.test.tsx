import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { island } from '#src/i18n/island.tsx';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { FolderTree } from './FolderTree.tsx';

const SAVE = 'POST /data/auth/media/folder/save';
const LIST = 'GET /data/auth/media/folder/list';
const ID = crypto.randomUUID();
const folder = (name: string) => ({ folders: [{ id: ID, parentId: null, name, count: 2 }] });
const Example = island(function Example() {
  const list = { filter: { folderId: ID }, link: () => '#', go: () => undefined };
  return <FolderTree list={list as never} />;
});

test('a folder that somebody else has renamed meanwhile shows that name; the typed one stays, and is saved on top of it', async () => {
  answer(LIST, folder('课程'));
  await hydrate(Example, {});
  await userEvent.click(page.getByRole('button', { name: '重命名文件夹' }));
  await userEvent.fill(page.getByLabelText('文件夹名称'), '我的课程');
  refuse(SAVE, 409, '内容已被他人修改，请刷新后重试');
  answer(LIST, folder('全部课程'));
  await userEvent.click(page.getByRole('button', { name: '保存' }));
  await expect.element(page.getByText(/其他人已将它改名为“全部课程”/)).toBeVisible();
  await expect.element(page.getByLabelText('文件夹名称')).toHaveValue('我的课程');
  answer(SAVE, { id: ID });
  await userEvent.click(page.getByRole('button', { name: '保存' }));
  await expect
    .poll(() => made.filter(({ call }) => call === SAVE).map(({ input }) => input))
    .toEqual(
      ['课程', '全部课程'].map((name) => ({
        ...{ id: ID, parentId: null, name: '我的课程', was: { name, parentId: null } },
      })),
    );
});
