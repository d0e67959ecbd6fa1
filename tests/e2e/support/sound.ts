import axe, { type ElementContext, type RunOptions } from 'axe-core';
import { expect, type Page } from '@playwright/test';

/** Axe finds nothing serious or critical on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoneGrave(page);
}

/** Rules about colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The same in light and dark. What the colours don't touch is the same in both, so dark is asked for contrast only. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNoneGrave(page, { about: 'light' });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoneGrave(page, { about: 'dark', rules: COLOURS });
}

/** For a page whose markup was examined in the other language: the colours of this tenant in light and dark. */
export async function expectReadableInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoneGrave(page, { about: colorScheme, rules: COLOURS });
  }
}

/**
 * Axe is loaded once into a document, which takes as long as half of its checks. What passes is not described. Pages in frames are examined
 * where they are pages of their own.
 */
async function expectNoneGrave(page: Page, { about = '', rules }: { about?: string; rules?: string[] } = {}) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ([context, options]) => (globalThis as unknown as { axe: typeof axe }).axe.run(context, options),
    [
      // Axe takes what is in a disabled fieldset for disabled; texts that are only read get the focus, and are scrolled by keys.
      { exclude: ['fieldset:disabled .editor-scroll'] },
      { resultTypes: ['violations'], iframes: false, preload: false, ...(rules && { runOnly: rules }) },
    ] satisfies [ElementContext, RunOptions],
  );
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const shown = (nodes: { html: string }[]) => nodes.slice(0, 3).map(({ html }) => html);
  expect(grave.map(({ id, nodes }) => `${about} ${id}: ${shown(nodes).join(' | ')}`)).toEqual([]);
}

/** Nothing sticks out at the widths of a phone, a tablet and a desktop screen. */
export async function expectFits(page: Page): Promise<void> {
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `sticks out at ${width} px`).toBeLessThanOrEqual(0);
  }
}
