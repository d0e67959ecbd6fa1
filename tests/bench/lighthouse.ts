import { http } from '../config/http.ts';
import { findWholeChromium } from '../config/find-chromium.ts';

/*
 * Lighthouse on the public pages, as on a phone (its default: 412 × 823, a slow processor, slow 4G, all simulated). It uses
 * the system's Chromium; nothing is downloaded and nothing is reported to anybody.
 */

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
type Row = Record<string, string | number>;

const TRIES = 3;

/** One visit with a browser of its own: nothing is kept. Sometimes the browser paints nothing in time; then there is no score. */
async function visit(url: string) {
  const [{ default: lighthouse }, { launch }] = await Promise.all([import('lighthouse'), import('chrome-launcher')]);
  for (let attempt = 1; ; attempt++) {
    const chrome = await launch({
      chromePath: findWholeChromium(),
      chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
    });
    try {
      const result = await lighthouse(url, { port: chrome.port, logLevel: 'error', onlyCategories: CATEGORIES });
      const why = result?.lhr.runtimeError?.message ?? result?.lhr.audits['first-contentful-paint']!.errorMessage;
      if (result && !why) return result.lhr;
      console.log(`${url} was not measured (${attempt}): ${why}`);
      if (attempt === TRIES) throw new Error(`${url}: ${why}`);
    } finally {
      chrome.kill();
    }
  }
}

/** Scores of each page in both languages, and what keeps a score from being full. */
export async function lighthouseScores(port: number, host: string): Promise<{ rows: Row[]; faults: Row[] }> {
  const text = async (path: string) => (await http(port, host, path)).text;
  const course = /\/knowledge\/course\/[0-9a-f-]{36}/.exec(await text('/knowledge'))![0];
  const lecturer = /\/lecturer\/view\/[0-9a-f-]{36}/.exec(await text('/lecturer'))![0];
  const announcement = /\/info\/[0-9a-f-]{36}/.exec(await text('/info'))![0];
  const rows: Row[] = [];
  const faults: Row[] = [];
  for (const path of ['/', '/knowledge', course, '/lecturer', lecturer, '/info', announcement].flatMap((each) => [
    each,
    english(each),
  ])) {
    const url = `http://${host}:${port}${path}`;
    const page = path.replace(/[0-9a-f-]{36}/, '…');
    // The first visit only makes the pictures.
    await visit(url);
    const { categories, audits } = await visit(url);
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
