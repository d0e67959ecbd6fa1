import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http } from '../config/http.ts';
import { weighPage } from '../config/page-weight.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';

/*
 * Size budget of public pages: JavaScript before and after interaction, and stylesheets, brotli-compressed, measured on the
 * built portal. Signed-in pages and forms are measured in tests/e2e/page-weight.test.ts, the exam screen in
 * tests/e2e/journey.test.ts.
 */

const KB = 1024;
const BUDGET = { before: 15 * KB, after: 95 * KB, form: 105 * KB, style: 20 * KB };
const HOST = 'huaxin.localhost';

let portal: PortalProcess;
beforeAll(async () => {
  portal = await new PortalProcess({ port: await freePort(), env: { JOBS: 'off' } }).start();
}, 300_000);
afterAll(() => portal?.dispose());

async function load(path: string): Promise<string> {
  const answer = await http(portal.port, HOST, path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return answer.text;
}
/** Returns the first link on a page that matches a pattern. */
const firstLink = async (list: string, pattern: RegExp) => pattern.exec(await load(list))![1]!.replace(/&amp;/g, '&');

const PAGES: [name: string, find: () => Promise<string>][] = [
  ['landing page', async () => '/'],
  ['list of courses', async () => '/knowledge'],
  ['a course', () => firstLink('/knowledge', /href="(\/knowledge\/course\/[^"]+)"/)],
  ['a project', () => firstLink('/knowledge?kind=project', /href="(\/knowledge\/project\/[^"]+)"/)],
  ['categories', async () => '/knowledge/menu-tree'],
  ['list of lecturers', async () => '/lecturer'],
  ['a lecturer', () => firstLink('/lecturer', /href="(\/lecturer\/view\/[^"]+)"/)],
  ['list of announcements', async () => '/info'],
  ['an announcement', () => firstLink('/info', /href="(\/info[^"]*[=/][0-9a-f-]{36})"/)],
  ['about', async () => '/tpl?id=about'],
  ['search', async () => '/search?keyword=a'],
];

/** Pages that consist of a form, which is an island hydrated on load. */
const FORM_PAGES = ['/login', '/login?way=code', '/forget', '/forget?way=password'];

describe('size of form pages', () => {
  it.each(FORM_PAGES)('%s: at most 105 KB of JavaScript in total, and 20 KB of styles', async (path) => {
    const html = await load(path);
    const { before, all, files } = await weighPage(html, load);
    expect(all, `${path} loads ${files.join(', ')}`).toBeLessThanOrEqual(BUDGET.form);
    expect(before, 'the form does not wait for a touch').toBeGreaterThan(BUDGET.before);
    await expectSmallStyles(path, html);
  });
});

describe('size of public pages', () => {
  it.each(PAGES)(
    '%s: at most 15 KB of JavaScript before interaction, 95 KB after it, 20 KB of styles',
    async (_, find) => {
      const path = await find();
      const html = await load(path);
      const { before, all, files } = await weighPage(html, load);
      expect(before, `${path} loads ${files.join(', ')}`).toBeLessThanOrEqual(BUDGET.before);
      expect(all, `${path} loads ${files.join(', ')}`).toBeLessThanOrEqual(BUDGET.after);
      await expectSmallStyles(path, html);
      // An empty page would also be within the budget.
      expect(html.length).toBeGreaterThan(2 * KB);
    },
  );
});

async function expectSmallStyles(path: string, html: string): Promise<void> {
  const sheets = [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, href]) => href!);
  expect(sheets.length, 'a page without styles proves nothing').toBeGreaterThan(1);
  const styles = await Promise.all(sheets.map(load));
  const weight = styles.reduce((sum, text) => sum + brotliCompressSync(text).length, 0);
  // Otherwise the layers of a feature's stylesheet that is loaded before the theme would have the wrong order.
  expect(styles[0], `${sheets[0]} says the order of the layers`).toMatch(/^@layer [a-z,]*base,components,utilities;/);
  expect(weight, `${path} loads ${sheets.join(', ')}`).toBeLessThanOrEqual(BUDGET.style);
}
