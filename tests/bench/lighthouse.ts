import { http } from '../config/http.ts';
import { findChromium } from '../config/find-chromium.ts';

/*
 * Lighthouse on the public pages, as on a phone (its default: 412 × 823, a slow processor, slow 4G, all simulated). It uses
 * the system's Chromium; nothing is downloaded and nothing is reported to anybody.
 */

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
type Row = Record<string, string | number>;

/** Scores of each page in both languages, and what keeps a score from being full. */
export async function lighthouseScores(port: number, host: string): Promise<{ rows: Row[]; faults: Row[] }> {
  const [{ default: lighthouse }, { launch }] = await Promise.all([import('lighthouse'), import('chrome-launcher')]);
  const text = async (path: string) => (await http(port, host, path)).text;
  const course = /\/knowledge\/course\/[0-9a-f-]{36}/.exec(await text('/knowledge'))![0];
  const lecturer = /\/lecturer\/view\/[0-9a-f-]{36}/.exec(await text('/lecturer'))![0];
  const announcement = /\/info\/[0-9a-f-]{36}/.exec(await text('/info'))![0];
  const rows: Row[] = [];
  const faults: Row[] = [];
  for (const path of ['/', '/knowledge', course, lecturer, announcement].flatMap((each) => [each, english(each)])) {
    const url = `http://${host}:${port}${path}`;
    // A browser of its own for each page: nothing is kept. The first visit only makes the pictures.
    for (const counts of [false, true]) {
      const chrome = await launch({
        chromePath: findChromium()!,
        chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
      });
      try {
        const result = await lighthouse(url, { port: chrome.port, logLevel: 'error', onlyCategories: CATEGORIES });
        if (!result || !counts) continue;
        const { categories, audits } = result.lhr;
        rows.push({
          page: path.replace(/[0-9a-f-]{36}/, '…'),
          ...Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name]!.score ?? 0) * 100)])),
          CLS: Number((audits['cumulative-layout-shift']!.numericValue ?? 0).toFixed(3)),
          'LCP ms': Math.round(audits['largest-contentful-paint']!.numericValue ?? 0),
          'TBT ms': Math.round(audits['total-blocking-time']!.numericValue ?? 0),
        });
        for (const name of CATEGORIES)
          for (const { id, weight } of categories[name]!.auditRefs) {
            const audit = audits[id]!;
            if (weight > 0 && audit.score !== null && audit.score < 0.9)
              faults.push({
                page: path.replace(/[0-9a-f-]{36}/, '…'),
                category: name,
                audit: id,
                value: audit.displayValue ?? '',
              });
          }
      } finally {
        chrome.kill();
      }
    }
  }
  return { rows, faults };
}

const english = (path: string) => (path === '/' ? '/en' : `/en${path}`);
