import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DOWNLOADS_KEY } from '#src/client/downloads.ts';
import { $downloads, $toasts } from '#src/client/session.store.ts';
import { answer, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate } from '../../../tests/component/render.ts';
import ExportButton from './ExportButton.tsx';

const EXPORT = 'POST /data/auth/user/credit/hour/change/record/export';
const record = {
  id: '01890000-0000-7000-8000-000000000001',
  fileName: '学时明细.xlsx',
  fileSize: null,
  gmtCreate: '2026-01-02T03:04:05.000Z',
  exportStatus: 1,
};
const button = page.getByRole('button', { name: '导出' });
const toasts = () => $toasts.get().map(({ kind, text }) => `${kind}: ${text}`);

beforeEach(() => {
  $toasts.set([]);
  $downloads.set({ waiting: [], finished: 0, latest: [] });
});

test('requests one file, however often it is clicked, and leaves it to the download centre', async () => {
  let finish = (): void => undefined;
  const requested = new Promise<void>((resolve) => (finish = resolve));
  answer(EXPORT, async () => {
    await requested;
    return record;
  });
  await hydrate(ExportButton, { call: EXPORT, input: { kind: 'hours', year: 2026 } });
  await userEvent.click(button);
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  (button.element() as HTMLElement).click();
  finish();
  await expect.element(button).toHaveAttribute('aria-disabled', 'false');
  await expect.element(button).toHaveFocus();
  expect(made).toEqual([{ call: EXPORT, input: { kind: 'hours', year: 2026 } }]);
  await expect.poll(() => toasts()).toEqual(['success: 正在生成文件，请到右上角的下载中心查看']);
  expect($downloads.get().waiting).toEqual([record.id]);
  expect(JSON.parse(localStorage.getItem(DOWNLOADS_KEY)!)).toEqual({ waiting: [record.id], finished: 0 });
});

test('shows why a file is rejected', async () => {
  refuse(EXPORT, 429, '导出过于频繁，请稍后再试');
  await hydrate(ExportButton, { call: EXPORT, input: { kind: 'credits' } });
  await userEvent.click(button);
  await expect.poll(toasts).toEqual(['error: 导出过于频繁，请稍后再试']);
  expect($downloads.get().waiting).toEqual([]);
});
