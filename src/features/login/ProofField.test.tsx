import Cookies from 'js-cookie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, refuse } from '../../../tests/component/gateway.ts';
import { at, challenge, fillIn, given, inputsOf, PASSWORD, PICTURE } from '../../../tests/component/login-page.ts';
import { hydrate } from '../../../tests/component/render.ts';
import Login from './Login.tsx';

afterEach(() => Cookies.remove('ET_WEB_TOKEN', { path: '/' }));

describe('a code in place of the work', () => {
  const digits = page.getByLabelText('图中或语音中的数字');
  const button = (name: string) => page.getByRole('button', { name });
  const PNG =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  /** A second of silence. */
  const wav = btoa(
    String.fromCharCode(
      ...new Uint8Array(
        new Uint32Array([
          ...[0x46464952, 8036, 0x45564157, 0x20746d66, 16, 0x00010001, 8000, 8000, 0x00080001, 0x61746164, 8000],
          ...Array<number>(2000).fill(0x80808080),
        ]).buffer,
      ),
    ),
  );
  let count: number;
  beforeEach(() => {
    count = 0;
    refuse(PASSWORD, 422, '', [{ field: 'pictureCode', message: '需要进行安全验证，请重试' }]);
    answer(PICTURE, ({ kind = 'work' }) => {
      if (kind === 'work') {
        refuse(PASSWORD, 422, '', [{ field: 'password', message: '手机号或密码不正确' }]);
        return challenge;
      }
      return {
        ...{ id: `01890000-0000-7000-8000-00000000000${count++}`, challenge: '', maxNumber: 0, expiresIn: 300 },
        picture: kind === 'picture' ? PNG : null,
        audio: kind === 'audio' ? wav : null,
      };
    });
  });

  test('is chosen by the user: a picture or sound, once a check is required, and a new one after each use', async () => {
    await hydrate(Login, given);
    await fillIn();
    await expect.element(button('改用图片或语音验证码')).not.toBeInTheDocument();
    await userEvent.click(at.submit);
    await expect.element(at.password).toHaveAccessibleDescription('手机号或密码不正确');
    await userEvent.click(button('改用图片或语音验证码'));
    await expect.element(page.getByRole('img', { name: /6 位数字/ })).toBeVisible();
    await expect.element(digits).toHaveFocus();
    await userEvent.click(at.submit);
    await expect.element(digits).toHaveAccessibleDescription(/请输入看到或听到的 6 位数字/);
    const before = inputsOf(PASSWORD).length;
    await userEvent.fill(digits, ' 20 48 67');
    await userEvent.click(at.submit);
    await expect.poll(() => inputsOf(PASSWORD)).toHaveLength(before + 1);
    expect(inputsOf(PASSWORD).at(-1)).toMatchObject({
      pictureId: expect.stringMatching(/0000$/),
      pictureCode: '204867',
    });
    await expect.element(digits).toHaveValue('');
    await expect.poll(() => inputsOf(PICTURE).at(-1)).toEqual({ kind: 'picture' });

    await userEvent.click(button('听语音'));
    await expect.element(page.getByLabelText('6 位数字的语音')).toBeVisible();
    await userEvent.fill(digits, '358042');
    await userEvent.click(at.submit);
    await expect.poll(() => inputsOf(PASSWORD).at(-1)).toMatchObject({ pictureCode: '358042' });
    await userEvent.click(button('改回自动验证'));
    await expect.element(digits).not.toBeInTheDocument();
    await userEvent.click(at.submit);
    await expect.poll(() => inputsOf(PASSWORD).at(-1)).toMatchObject({ pictureCode: '37' });
  });

  test('comes by itself where the browser runs no worker', async () => {
    const { Worker } = globalThis;
    Object.assign(globalThis, { Worker: undefined });
    try {
      await hydrate(Login, given);
      await fillIn();
      await userEvent.click(at.submit);
      await expect.element(page.getByText('此浏览器无法自动验证，请输入图中的数字')).toBeVisible();
      await userEvent.fill(digits, '204867');
      await userEvent.click(at.submit);
      await expect.poll(() => inputsOf(PASSWORD).at(-1)).toMatchObject({ pictureCode: '204867' });
    } finally {
      Object.assign(globalThis, { Worker });
    }
  });
});
