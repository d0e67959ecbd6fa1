import type { Input } from '#src/contract/calls.ts';
import { NEW_COURSE, newItem } from '#src/features/admin/courses/course-document.ts';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { CHROMIUM_FLAGS, findWholeChromium } from '../config/find-chromium.ts';
import { http } from '../config/http.ts';
import { callRemote } from '../factories/remote.ts';
import { INTERACTIONS, type Interaction, type Paths } from './interactions.ts';
import { signedIn } from './loads.ts';

/*
 * Measures the response time of each island on a processor throttled to a quarter (INP: from the event to the next
 * frame), and layout shifts of its page (CLS). Targets: 100 ms and 0.
 */

const HOST = 'huaxin.localhost';
const SLOWER = 4;
/** The browser does not report shorter interactions, in milliseconds. */
const SHORTEST = 16;
/** Maximum time in milliseconds until an element appears on the throttled processor. */
const TIMEOUT = 15_000;
/** Waiting time in milliseconds after an interaction, until its event and late shifts are reported. */
const SETTLE = 400;

type Row = { island: string; page: string; interaction: string; 'INP ms': number; slowest: string; CLS: number };
type Measured = { inp: number; slowest: string; cls: number; lines: string[] };
type Seen = { events: { name: string; duration: number; delay: number; work: number }[]; shifts: number[] };

/**
 * Measures each interaction several times, each time on a freshly loaded page. @returns the median time, the highest shift,
 * and all console messages
 * @param only restricts the interactions by island or description
 */
export async function interactions(
  port: number,
  { rounds = 3, only = /./ } = {},
): Promise<{ rows: Row[]; lines: string[] }> {
  const browser = await chromium.launch({ executablePath: findWholeChromium(), args: CHROMIUM_FLAGS });
  const rows: Row[] = [];
  const lines = new Set<string>();
  try {
    const paths = await findPaths(port);
    const cookies = new Map<string, string>();
    for (const interaction of INTERACTIONS.filter(({ island, what }) => only.test(`${island}: ${what}`))) {
      const { who, island, what } = interaction;
      const path = interaction.page(paths);
      const measured: Measured[] = [];
      for (let round = 0; round < rounds; round++) {
        const phone = who[round % who.length];
        if (phone && !cookies.has(phone)) cookies.set(phone, (await signedIn(port, phone)).cookie);
        measured.push(await measure(browser, `http://${HOST}:${port}`, path, interaction, phone && cookies.get(phone)));
      }
      for (const line of measured.flatMap((round) => round.lines)) lines.add(`${path}: ${line}`);
      const middle = measured.sort((a, b) => a.inp - b.inp)[Math.floor(rounds / 2)]!;
      rows.push({
        island,
        page: path.replace(/[0-9a-f-]{36}/g, '…'),
        interaction: what,
        'INP ms': middle.inp,
        slowest: middle.slowest,
        CLS: Math.max(...measured.map(({ cls }) => cls)),
      });
    }
  } finally {
    await browser.close();
  }
  return { rows, lines: [...lines] };
}

/** Finds the paths of pages of the demo tenant, and starts an exam. */
async function findPaths(port: number): Promise<Paths> {
  const first = async (path: string, pattern: RegExp) => {
    const found = pattern.exec((await http(port, HOST, path)).text);
    if (!found) throw new Error(`${path} has no link like ${pattern}`);
    return found[0];
  };
  const learner = await signedIn(port, '13800000001');
  const exams = await callRemote(port, learner, 'POST /exam/auth/user/exam/task/record/page', { scope: 'all' });
  const examId = exams.data.list[0]!.id;
  const started = await callRemote(port, learner, 'POST /exam/auth/user/exam/start', { id: examId });
  const paidCourse = await first('/knowledge', /\/knowledge\/course\/[0-9a-f-]{36}(?="[^>]*>质量体系内审员认证)/);
  const organisation = await signedIn(port, '13800000003');
  await callRemote(port, organisation, 'POST /course/auth/order/cart/save', {
    courseId: paidCourse.split('/').at(-1)!,
  });
  return {
    largeCourse: await largeCourse(port),
    course: await first('/knowledge', /\/knowledge\/course\/[0-9a-f-]{36}/),
    registeredCourse: await first('/knowledge', /\/knowledge\/course\/[0-9a-f-]{36}(?="[^>]*>危险化学品使用与储存)/),
    project: await first('/knowledge?kind=project', /\/knowledge\/project\/[0-9a-f-]{36}/),
    announcement: await first('/info', /\/info\/[0-9a-f-]{36}/),
    attempt: `/account/exam/${started.data.attemptId}`,
  };
}

/** Adds a course of 500 items in ten chapters. @returns the path of its editor */
async function largeCourse(port: number): Promise<string> {
  const chapters = Array.from({ length: 10 }, (_, at) => newItem('folder', null, `第 ${at + 1} 章`));
  const items = chapters.flatMap((chapter, n) => [
    chapter,
    ...Array.from({ length: 49 }, (_, at) => newItem('practice', chapter.id, `实操 ${n + 1}.${at + 1}`)),
  ]);
  const administrator = await signedIn(port, '13800000004');
  const { categories } = (await callRemote(port, administrator, 'GET /system/auth/content/category/list')).data;
  const document = { ...NEW_COURSE, title: '五百个条目', categoryId: categories[0]!.id, items };
  const saved = await callRemote(port, administrator, 'POST /system/auth/content/save', {
    ...{ kind: 'course', revision: 0, document },
  } as Input<'POST /system/auth/content/save'>);
  if (saved.code !== 200) throw new Error(`${saved.code} ${saved.msg}`);
  return `/admin/courses/edit?id=${saved.data.id}`;
}

async function measure(
  browser: Browser,
  origin: string,
  path: string,
  { act, touch }: Interaction,
  cookie = '',
): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  try {
    await keep(context, origin, cookie);
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    const lines: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) lines.push(message.text());
    });
    page.on('pageerror', (error) => lines.push(error.message));
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.addInitScript(observe, SHORTEST);
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    // Islands with `client:touch` are not hydrated yet; the others are measured after hydration.
    if (!touch) await page.waitForFunction(() => !document.querySelector('astro-island[ssr][client=load]'));
    await act(page);
    await page.waitForTimeout(SETTLE);
    const { events, shifts } = await read(page);
    const slowest = events.sort((a, b) => b.duration - a.duration)[0];
    const cls = shifts.reduce((sum, value) => sum + value, 0);
    return {
      inp: slowest?.duration ?? 0,
      slowest: slowest ? `${slowest.name}: ${slowest.delay} + ${slowest.work}` : `< ${SHORTEST} ms`,
      cls: Number(cls.toFixed(4)),
      lines,
    };
  } finally {
    await context.close();
  }
}

const keep = (context: BrowserContext, origin: string, cookie: string) =>
  context.addCookies(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => {
        const [name, value] = pair.split('=') as [string, string];
        return { name, value, url: origin };
      }),
  );

/** Runs in the page before its own scripts. */
function observe(shortest: number): void {
  const seen: Seen = { events: [], shifts: [] };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const each of list.getEntries() as PerformanceEventTiming[])
      if (each.interactionId > 0)
        seen.events.push({
          name: each.name,
          duration: each.duration,
          delay: Math.round(each.processingStart - each.startTime),
          work: Math.round(each.processingEnd - each.processingStart),
        });
  }).observe({ type: 'event', durationThreshold: shortest, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!shift.hadRecentInput) seen.shifts.push(shift.value);
  }).observe({ type: 'layout-shift', buffered: true });
}

const read = (page: Page): Promise<Seen> => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
