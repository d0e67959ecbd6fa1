import { afterEach, beforeEach, expect, vi } from 'vitest';
import '#src/layouts/admin.css';

/** Texts of all namespaces, as the layout would inline them. Component tests render Chinese unless they say otherwise. */
const files = import.meta.glob<object>('../../public/locales/zh/*.json', { eager: true, import: 'default' });
const texts = document.createElement('script');
texts.type = 'application/json';
texts.id = 'i18n';
texts.textContent = JSON.stringify(
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [/(\w+)\.json$/.exec(path)![1], texts])),
);
document.documentElement.lang = 'zh-CN';
document.head.append(texts);

/** React tells of mismatches, missing keys and updates outside of `act` in the console. */
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});
afterEach(() => {
  const lines = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls];
  vi.restoreAllMocks();
  expect(lines.map(String), 'the console of the browser stays clean').toEqual([]);
});
