import { chromium } from 'playwright';
import { http } from '../config/http.ts';
import { findWholeChromium } from '../config/find-chromium.ts';
import { learner } from './loads.ts';

/*
 * Runs Lighthouse on public pages, forms and pages of a member, simulating a phone (its default: 412 × 823, a slow processor, slow 4G). Uses
 * the system's Chromium; nothing is downloaded or reported.
 */

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** SEO audits that do not apply to pages excluded from search engines. */
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

/** A page with the cookies of the visit. */
type Visit = { path: string; indexed: boolean; cookie?: string };

/**
 * Makes one visit with a new browser. If the browser does not paint in time, there is no score, and the visit is
 * repeated.
 */
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

/** Sets the cookies in the browser, because scripts cannot read cookies that are set by headers. */
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

/** Returns the scores of public pages in both languages and of the other pages, and the audits below the full score. */
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
    // The first visit only generates the picture variants.
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
