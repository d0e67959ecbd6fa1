import { test as base, expect, type Page } from '@playwright/test';
import type { Options } from '../../config/playwright.config.ts';
import { tenants, type DemoTenant } from './tenants.ts';
import { type Texts, textsOf } from './texts.ts';

type Fixtures = {
  /** The demo tenant whose content is in the language of this project. */
  tenant: DemoTenant;
  /** The portal's own text in the language of this project: `t('common:signIn')`. */
  t: Texts;
  /** Path of a page in the language of this project. */
  path: (chinese: string) => string;
  /** Lines in the browser's console that a test expects, e.g. of a request that is to fail. */
  expectedLines: RegExp;
};

/**
 * Like Playwright's `test`, but: a person of this test's own tenant and language, and **any error, warning or uncaught
 * exception in the browser fails the test**: a hydration mismatch, a blocked style, a missing file.
 */
export const test = base.extend<Options & Fixtures>({
  lang: ['zh', { option: true }],
  expectedLines: [/^$/, { option: true }],
  tenant: async ({ lang }, use) => use(tenants[lang === 'zh' ? 'huaxin' : 'bluebay']),
  baseURL: async ({ tenant }, use) => use(tenant.origin),
  t: async ({ lang }, use) => use(textsOf(lang)),
  path: async ({ lang }, use) =>
    use((chinese) => (lang === 'zh' ? chinese : chinese === '/' ? '/en' : `/en${chinese}`)),
  page: async ({ page, expectedLines }, use) => {
    const lines = listen(page);
    await use(page);
    expect(
      lines.filter((line) => !expectedLines.test(line)),
      'the console of the browser stays clean',
    ).toEqual([]);
  },
});

/**
 * Chromium gives up fading from page to page, and says so as an uncaught exception: the new page was painted before, the
 * window was resized, the person was on the way to a third. The portal starts no transition in a script: none is ours.
 */
const FADE_GIVEN_UP = /^Transition was (aborted|skipped)\b/;

/** Collects what a browser complains about on a page. */
export function listen(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      lines.push(`${message.type()}: ${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => {
    if (!FADE_GIVEN_UP.test(error.message)) lines.push(`exception: ${error.message} (${page.url()})`);
  });
  return lines;
}

export { expect } from '@playwright/test';
