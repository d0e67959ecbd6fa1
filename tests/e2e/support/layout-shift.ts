import { expect, type Page } from '@playwright/test';

type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};
type Watching = { shifts?: string[] };

/** Collects the layout shifts of every page that is opened from now on: cumulative layout shift is their sum. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const found: string[] = [];
    Object.assign(globalThis, { shifts: found });
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node.cloneNode() : node?.parentElement?.cloneNode();
          const html = element instanceof Element ? element.outerHTML.slice(0, 120) : 'an element that is gone';
          return `${html} from ${place(previousRect)} to ${place(currentRect)}`;
        });
        found.push(`${value.toFixed(4)}: ${moved.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Nothing has moved by itself since the page was opened, also of what loads when it is scrolled to. */
export async function expectNoShift(page: Page, width: number): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      await frame();
      await frame();
    }
  });
  await page.waitForLoadState('networkidle');
  const shifts = await page.evaluate(() => (globalThis as Watching).shifts);
  expect(shifts, `layout shifts at ${width} px`).toEqual([]);
}
