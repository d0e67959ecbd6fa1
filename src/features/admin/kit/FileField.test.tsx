import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#src/client/api-error.ts';
import { island } from '#src/i18n/island.tsx';
import { hydrate } from '../../../../tests/component/render.ts';
import { FileField } from './FileField.tsx';

type Sending = { file: File; onProgress: (share: number) => void; signal: AbortSignal };
let sending: Sending;
let end: PromiseWithResolvers<void>;

const Example = island(() => (
  <FileField
    label="人员文件"
    hint="最大 20 MB"
    accept=".xlsx"
    reading="正在读取文件"
    send={(file, options) => {
      sending = { file, ...options };
      end = Promise.withResolvers();
      return end.promise;
    }}
  />
));

const input = () => page.getByLabelText('人员文件');
const file = (name: string) => new File(['x'], name);
const show = () => hydrate(Example, { locale: 'zh' });

test('sends the chosen file, shows how much of it, and then that it is read', async () => {
  await show();
  await userEvent.upload(input().first(), file('people.xlsx'));
  expect(sending.file.name).toBe('people.xlsx');
  sending.onProgress(0.426);
  await expect.element(page.getByRole('status')).toHaveTextContent('已发送 42%');
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '0.426');
  sending.onProgress(1);
  await expect.element(page.getByRole('status')).toHaveTextContent('正在读取文件');
  await expect.element(page.getByRole('progressbar')).not.toHaveAttribute('value');
  end.resolve();
  await expect.element(page.getByRole('status')).toHaveTextContent('最大 20 MB');
  expect(page.getByRole('progressbar').query()).toBeNull();
});

test('is cancelled without an error, and the same file can be chosen again', async () => {
  await show();
  await userEvent.upload(input().first(), file('people.xlsx'));
  await page.getByRole('button', { name: '取消' }).click();
  expect(sending.signal.aborted).toBe(true);
  end.reject(new ApiError(0, 'away'));
  await expect.element(page.getByRole('status')).toHaveTextContent('最大 20 MB');
  expect(page.getByText('away').query()).toBeNull();
  await userEvent.upload(input().first(), file('people.xlsx'));
  expect(sending.signal.aborted).toBe(false);
  end.reject(new ApiError(415, '无法识别的文件'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('无法识别的文件');
});
