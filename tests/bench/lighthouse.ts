import { chromium } from '@playwright/test';
import { http } from '../config/http.ts';
import { findWholeChromium } from '../config/find-chromium.ts';
import { learner } from './loads.ts';

/*
 * Lighthouse on the public pages, the forms and the pages of a member, as on a phone (its default: 412 × 823, a slow processor, slow 4G, all simulated). It uses
 * the system's Chromium; nothing is downloaded and nothing is reported to anybody.
 */

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Not for search engines, so that nobody misses what they would ask for. */
const NOT_INDEXED = ['is-crawlable'];
const FORMS = ['/login', '/forget'];
const MEMBERS = [
  '/home',
  '/home/rank',
  '/account?change=1',
  '/account?change=3&recordType=1',
  '/account?change=4&settingType=1',
  '/account?change=5',
];
type Row = Record<string, string | number>;

const TRIES = 3;

/** A page, and the cookies that it is visited with. */
type Visit = { path: string; indexed: boolean; cookie?: string };

/** One visit with a browser of its own: nothing is kept. Sometimes the browser paints nothing in time; then there is no score. */
async function visit(url: string, { indexed, cookie }: Visit) {
  const [{ default: lighthouse }, { launch }] = await Promise.all([import('lighthouse'), import('chrome-launcher')]);
  for (let attempt = 1; ; attempt++) {
    const chrome = await launch({
      chromePath: findWholeChromium(),
      chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
    });
    try {
      if (cookie) await signInBrowser(chrome.port, url, cookie);
      const result = await lighthouse(url, {
        port: chrome.port,
        logLevel: 'error',
        onlyCategories: CATEGORIES,
        skipAudits: indexed ? undefined : NOT_INDEXED,
      });
      const why = result?.lhr.runtimeError?.message ?? result?.lhr.audits['first-contentful-paint']!.errorMessage;
      if (result && !why) return result.lhr;
      console.log(`${url} was not measured (${attempt}): ${why}`);
      if (attempt === TRIES) throw new Error(`${url}: ${why}`);
    } finally {
      chrome.kill();
    }
  }
}

/** Lighthouse leaves cookies alone; those that scripts read have to be the browser's own, not headers. */
async function signInBrowser(port: number, url: string, cookie: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  await browser.contexts()[0]!.addCookies(
    cookie.split('; ').map((pair) => {
      const [name, value] = pair.split('=') as [string, string];
      return { name, value, url };
    }),
  );
  await browser.close();
}

/** Scores of the public pages in both languages and of the others, and what keeps a score from being full. */
export async function lighthouseScores(
  port: number,
  host: string,
  only = /./,
): Promise<{ rows: Row[]; faults: Row[] }> {
  const text = async (path: string) => (await http(port, host, path)).text;
  const course = /\/knowledge\/course\/[0-9a-f-]{36}/.exec(await text('/knowledge'))![0];
  const lecturer = /\/lecturer\/view\/[0-9a-f-]{36}/.exec(await text('/lecturer'))![0];
  const announcement = /\/info\/[0-9a-f-]{36}/.exec(await text('/info'))![0];
  const rows: Row[] = [];
  const faults: Row[] = [];
  const { cookie } = await learner(port);
  const visits: Visit[] = [
    ...['/', '/knowledge', course, '/lecturer', lecturer, '/info', announcement]
      .flatMap((path) => [path, english(path)])
      .map((path) => ({ path, indexed: true })),
    ...FORMS.map((path) => ({ path, indexed: false })),
    ...MEMBERS.map((path) => ({ path, indexed: false, cookie })),
  ];
  for (const each of visits.filter(({ path }) => only.test(path))) {
    const { path } = each;
    const url = `http://${host}:${port}${path}`;
    const page = path.replace(/[0-9a-f-]{36}/, '…');
    // The first visit only makes the pictures.
    await visit(url, each);
    const { categories, audits } = await visit(url, each);
    rows.push({
      page,
      ...Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name]!.score ?? 0) * 100)])),
      CLS: Number((audits['cumulative-layout-shift']!.numericValue ?? 0).toFixed(3)),
      'LCP ms': Math.round(audits['largest-contentful-paint']!.numericValue ?? 0),
      'TBT ms': Math.round(audits['total-blocking-time']!.numericValue ?? 0),
    });
    for (const name of CATEGORIES)
      for (const { id, weight } of categories[name]!.auditRefs) {
        const audit = audits[id]!;
        if (weight > 0 && audit.score !== null && audit.score < 0.9)
          faults.push({ page, category: name, audit: id, value: audit.displayValue ?? '' });
      }
  }
  return { rows, faults };
}

const english = (path: string) => (path === '/' ? '/en' : `/en${path}`);
