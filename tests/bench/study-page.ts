import { chromium, devices, type Page } from 'playwright';
import { CHROMIUM_FLAGS, findWholeChromium } from '../config/find-chromium.ts';
import { http } from '../config/http.ts';
import { signedIn } from './loads.ts';

/*
 * The study page on a phone with a slow processor and line: LCP of a first visit without a cache, and INP of choosing tabs and
 * items. `/knowledge`, which hydrates nothing before it is touched, is the baseline on the same machine at the same time.
 */

const HOST = 'huaxin.localhost';
/** Chrome's "slow 4G": bytes per second and milliseconds. */
const SLOW_4G = { downloadThroughput: 204_800, uploadThroughput: 96_000, latency: 150, offline: false };
const ROUNDS = 3;

type Row = { page: string; 'LCP ms': number; 'INP ms': number; ratio: number };
type Seen = { lcp: number; inp: number };

/** Measures both pages in turns. @returns the medians; `ratio`: LCP relative to the baseline */
export async function studyPages(port: number): Promise<Row[]> {
  const origin = `http://${HOST}:${port}`;
  const { cookie } = await signedIn(port, '13800000001');
  const list = (await http(port, HOST, '/knowledge')).text;
  // The last link before its title is its own.
  const before = list.slice(0, list.indexOf('车间安全'));
  const course = [...before.matchAll(/\/knowledge\/course\/([0-9a-f-]{36})/g)].at(-1)![1]!;
  const browser = await chromium.launch({ executablePath: findWholeChromium(), args: CHROMIUM_FLAGS });
  const measure = async (path: string, act: (page: Page) => Promise<void>): Promise<Seen> => {
    const context = await browser.newContext({ ...devices['Pixel 7'], viewport: { width: 390, height: 844 } });
    try {
      const cookies = cookie.split('; ').map((pair) => pair.split('=') as [string, string]);
      await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: origin })));
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
      await page.addInitScript(observe);
      await page.goto(origin + path, { waitUntil: 'networkidle', timeout: 60_000 });
      await act(page);
      await page.waitForTimeout(500);
      return await page.evaluate(() => (globalThis as unknown as { vitals: Seen }).vitals);
    } finally {
      await context.close();
    }
  };
  try {
    const rooms: Seen[] = [];
    const lists: Seen[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rooms.push(await measure(`/watch/course?id=${course}`, chooseInRoom));
      lists.push(await measure('/knowledge', async () => undefined));
    }
    const base = median(lists, 'lcp');
    const row = (name: string, seen: Seen[]): Row => ({
      page: name,
      'LCP ms': Math.round(median(seen, 'lcp')),
      'INP ms': median(seen, 'inp'),
      ratio: Number((median(seen, 'lcp') / base).toFixed(2)),
    });
    return [row('study room, video', rooms), row('list of courses', lists)];
  } finally {
    await browser.close();
  }
}

async function chooseInRoom(page: Page): Promise<void> {
  const tabs = page.getByRole('tab');
  await tabs.nth(1).tap();
  await page.locator('#new-note').waitFor();
  await tabs.nth(0).tap();
  await page.locator('aside li a:not([aria-current])').first().tap();
  await page.locator('aside li a').first().tap();
}

const median = (seen: Seen[], of: keyof Seen) => seen.map((one) => one[of]).sort((a, b) => a - b)[seen.length >> 1]!;

/** Runs in the page before its own scripts. */
function observe(): void {
  const vitals: Seen = { lcp: 0, inp: 0 };
  Object.assign(globalThis, { vitals });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) vitals.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const each of list.getEntries() as PerformanceEventTiming[])
      if (each.interactionId > 0) vitals.inp = Math.max(vitals.inp, each.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}
