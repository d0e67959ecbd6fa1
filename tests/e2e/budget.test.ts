import { weighPage } from '../config/page-weight.ts';
import { http } from './support/http.ts';
import { expect, test } from './support/test.ts';

const KB = 1024;
const host = 'huaxin.localhost';
const load = async (path: string) => {
  const answer = await http(host, path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return answer.text;
};
/** First link on a page that leads to one thing of a kind. */
const firstLink = async (list: string, pattern: RegExp) =>
  pattern.exec((await http(host, list)).text)![1]!.replace(/&amp;/g, '&');

/* No page ships more JavaScript than its budget (issue 2, design section 12). The exam hall is weighed in journey.test.ts. */
test.describe('JavaScript before any interaction', () => {
  const PAGES: [name: string, find: () => Promise<string>][] = [
    ['landing page', async () => '/'],
    ['login', async () => '/login'],
    ['list of courses', async () => '/knowledge'],
    ['a course', () => firstLink('/knowledge', /href="(\/knowledge\/course\/[^"]+)"/)],
    ['list of lecturers', async () => '/lecturer'],
    ['a lecturer', () => firstLink('/lecturer', /href="(\/lecturer\/view\/[^"]+)"/)],
    ['list of announcements', async () => '/info'],
    ['an announcement', () => firstLink('/info', /href="(\/info[^"]*[=/][0-9a-f-]{36})"/)],
  ];
  for (const [name, find] of PAGES) {
    test(`${name}: at most 25 KB`, async () => {
      const path = await find();
      const answer = await http(host, path);
      expect(answer.status).toBe(200);
      const { before, files } = await weighPage(answer.text, load);
      expect(before, `${path} loads ${files.join(', ')}`).toBeLessThanOrEqual(25 * KB);
      // An empty page would pass too.
      expect(answer.text.length).toBeGreaterThan(2 * KB);
    });
  }
});
