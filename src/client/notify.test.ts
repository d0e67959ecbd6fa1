import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { dismiss, notify } from './notify.ts';
import { $toasts } from './session.store.ts';

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());
beforeEach(() => {
  vi.advanceTimersByTime(60_000);
  $toasts.set([]);
});

const shown = () => $toasts.get().map(({ kind, text }) => `${kind} ${text}`);

it.each([
  ['保存成功', 'success'],
  ['Saved successfully', 'success'],
  ['Success', 'success'],
  ['保存失败', 'error'],
  ['未成功', 'error'],
  ['The upload was unsuccessful', 'error'],
  ['', 'error'],
])('tells a success from an error by its word: %j', (text, kind) => {
  notify(text);
  expect($toasts.get()).toMatchObject([{ kind, text }]);
});

it('uses the type given by the caller instead of the word', () => {
  notify('成功', 'error');
  expect(shown()).toEqual(['error 成功']);
});

it('does not repeat a message within 2 seconds, whatever came between', () => {
  notify('甲');
  notify('乙');
  vi.advanceTimersByTime(1_999);
  notify('甲');
  expect(shown()).toEqual(['error 甲', 'error 乙']);
  vi.advanceTimersByTime(1);
  notify('甲');
  expect(shown()).toEqual(['error 甲', 'error 乙', 'error 甲']);
});

it('takes a message away after a while, or when the person closes it', () => {
  notify('甲');
  notify('乙');
  dismiss($toasts.get()[0]!.id);
  expect(shown()).toEqual(['error 乙']);
  vi.advanceTimersByTime(10_000);
  expect(shown()).toEqual([]);
});
