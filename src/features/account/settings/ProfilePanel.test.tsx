import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, disconnect, made, refuse } from '../../../../tests/component/gateway.ts';
import { catchLeaving } from '../../../../tests/component/leaving.ts';
import { hydrate, leave, session } from '../../../../tests/component/render.ts';
import { Settings } from '../../../../tests/component/settings.tsx';
import { invalidate } from '#src/client/query.ts';
import { $toasts, $viewer } from '#src/client/session.store.ts';

const USER = 'GET /user/auth/enterprise/user/info/current/view';
const REQUESTS = 'POST /user/auth/flow/instance/myInstance';
const UPDATE = 'PUT /user/auth/enterprise/user/info/update';
const UPLOAD = 'POST /system/auth/upload/pic';
const PORTRAIT = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const user = {
  ...session.viewer,
  enterpriseId: '01890000-0000-7000-8000-00000000000a',
  phone: '138****0001',
  email: null,
  nickname: null,
  cartCount: 0,
};
const picture = { id: '01890000-0000-7000-8000-0000000000aa', url: PORTRAIT, width: 1, height: 1 };
const stored = { ...picture, fileSize: 40, contentType: 'image/webp' };

const requestsOf = (list: object[]) =>
  ({ pageCurrent: 1, pageSize: 1, totalCount: list.length, totalPage: list.length, list }) as never;

const show = () => {
  // The cache contains responses of the previous test.
  invalidate(USER, REQUESTS);
  answer(REQUESTS, requestsOf([]));
  answer(USER, user as never);
  $viewer.set(session.viewer);
  $toasts.set([]);
  const given = { [`${USER}{}`]: user };
  return hydrate(Settings, { panel: 'profile', timeZone: 'Asia/Shanghai', given });
};
const field = (name: string) => page.getByLabelText(name, { exact: true });
const save = () => page.getByRole('button', { name: '保存', exact: true });
const MB = 1024 * 1024;

/** Left half red, right half blue, twice as wide as high. */
async function png(): Promise<File> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [800, 400];
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, 400, 400);
  context.fillStyle = '#0000ff';
  context.fillRect(400, 0, 400, 400);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  return new File([blob!], 'me.png', { type: 'image/png' });
}
const choose = (file: File) => {
  // Hidden input; the button beside it opens the file chooser.
  const input = [...document.getElementsByTagName('input')].find(({ type }) => type === 'file')!;
  return userEvent.upload(page.elementLocator(input), file);
};
const dialog = () => page.getByRole('dialog', { name: '裁剪头像' });
const cropWindow = () => page.getByRole('application', { name: '裁剪区域' });
const saveCrop = () => dialog().getByRole('button', { name: '保存头像' });
/** Colour in the middle of the uploaded picture, and its side. */
async function uploaded() {
  const { file } = made.find(({ call }) => call === UPLOAD)!.input as { file: File };
  const bitmap = await createImageBitmap(file);
  const context = new OffscreenCanvas(1, 1).getContext('2d')!;
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  const [red, , blue] = context.getImageData(0, 0, 1, 1).data;
  return { colour: red! > blue! ? 'red' : 'blue', width: bitmap.width, height: bitmap.height };
}

test('a new name waits for approval, a nickname is saved, errors stand at their fields', async () => {
  await show();
  refuse(UPDATE, 422, '', [{ field: 'email', message: '邮箱地址不正确' }]);
  await userEvent.fill(field('邮箱'), 'nobody');
  await userEvent.click(save());
  await expect.element(field('邮箱')).toHaveAccessibleDescription('邮箱地址不正确');
  await expect.element(field('邮箱')).toHaveFocus();
  await userEvent.fill(field('姓名'), '王小芳');
  await userEvent.fill(field('昵称'), '小芳');
  await userEvent.fill(field('邮箱'), ' a@example.com');
  await userEvent.click(field('女'));
  answer(UPDATE, { ...user, nickname: '小芳', sex: 2, email: 'a@example.com' } as never);
  const id = '01890000-0000-7000-8000-0000000000bb';
  answer(REQUESTS, requestsOf([{ id, detail: { newName: '王小芳' } }]));
  await userEvent.click(save());
  await expect.poll(() => $viewer.get()).toMatchObject({ userName: session.viewer.userName, sex: 2 });
  expect(made.findLast(({ call }) => call === UPDATE)!.input).toEqual({
    userName: '王小芳',
    nickname: '小芳',
    sex: 2,
    email: 'a@example.com',
  });
  await expect.element(page.getByText('新姓名“王小芳”正在等待审批')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: '查看申请' }))
    .toHaveAttribute('href', expect.stringContaining(id));
  expect(field('姓名').query()).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test('offline and after the session ended, what was typed and chosen is kept', async () => {
  const left = catchLeaving();
  await show();
  await userEvent.fill(field('姓名'), '王小芳');
  await userEvent.fill(field('昵称'), '小芳');
  await userEvent.click(field('女'));
  disconnect(UPDATE);
  await userEvent.click(save());
  await expect.element(page.getByText('无法连接服务器，请检查网络后重试')).toBeVisible();
  refuse(UPDATE, 300, '请先登录');
  await userEvent.click(save());
  await expect.poll(() => left[0]).toContain('/login?t=login&redirect=');
  leave();
  await show();
  await expect.element(field('姓名')).toHaveValue('王小芳');
  await expect.element(field('女')).toBeChecked();
});

test('a picture that cannot be taken is not sent', async () => {
  await show();
  const problem = page.getByRole('alert').filter({ hasText: /图片/ });
  await choose(new File([new Uint8Array(5 * MB + 1)], 'a.png', { type: 'image/png' }));
  await expect.element(problem).toHaveTextContent('图片不能超过 5M');
  await choose(new File(['GIF89a'], 'a.gif', { type: 'image/gif' }));
  await expect.element(problem).toHaveTextContent('请选择 PNG、JPEG 或 WebP 格式的图片');
  await choose(new File(['no picture'], 'a.png', { type: 'image/png' }));
  await expect.element(problem).toHaveTextContent('图片已损坏或不完整，请换一张');
  expect(made.filter(({ call }) => call === UPLOAD)).toEqual([]);
});

test('a picture is moved and zoomed by keyboard, sent once with progress, and shows in all islands', async () => {
  let release = () => {};
  answer(UPLOAD, async () => {
    await new Promise<void>((resolve) => (release = resolve));
    return stored;
  });
  answer(UPDATE, { ...user, headPortrait: PORTRAIT } as never);
  await show();
  await choose(await png());
  await expect.element(cropWindow()).toHaveFocus();
  await userEvent.keyboard('{ArrowRight>20/}++');
  const zoom = () => Number((dialog().getByRole('slider', { name: '缩放' }).element() as HTMLInputElement).value);
  await expect.poll(zoom).toBeGreaterThan(1.2);
  await userEvent.keyboard('0');
  await expect.poll(zoom).toBe(1);
  await userEvent.click(saveCrop());
  await expect.element(page.getByRole('progressbar', { name: '上传进度' })).toHaveAttribute('value', '0.5');
  await userEvent.click(saveCrop(), { force: true });
  release();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: '更换头像' })).toHaveFocus();
  expect($viewer.get()!.headPortrait).toBe(PORTRAIT);
  expect(made.filter(({ call }) => call === UPLOAD || call === UPDATE).map(({ call }) => call)).toEqual([
    UPLOAD,
    UPDATE,
  ]);
  expect(await uploaded()).toEqual({ colour: 'red', width: 400, height: 400 });
  await expect.element(page.getByRole('img', { name: '王芳的头像' })).toHaveAttribute('src', PORTRAIT);

  answer(UPDATE, { ...user, headPortrait: null } as never);
  await userEvent.click(page.getByRole('button', { name: '移除头像' }));
  await expect.element(page.getByRole('button', { name: '移除头像' })).not.toBeInTheDocument();
  expect(made.findLast(({ call }) => call === UPDATE)!.input).toEqual({ headPortraitFileId: null });
});

test('a refused upload can be sent again; closing the dialog stops it', async () => {
  await show();
  await choose(await png());
  refuse(UPLOAD, 422, '', [{ field: 'file', message: '图片已损坏或不完整，请换一张' }]);
  await userEvent.click(saveCrop());
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('图片已损坏或不完整，请换一张');
  disconnect(UPLOAD);
  await userEvent.click(saveCrop());
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('无法连接服务器，请检查网络后重试');
  answer(UPLOAD, () => new Promise(() => undefined));
  await userEvent.click(saveCrop());
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: '取消' }));
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(made.filter(({ call }) => call === UPDATE)).toEqual([]);
  expect($toasts.get()).toEqual([]);
});
