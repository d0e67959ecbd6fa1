import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { gateway } from './support/http.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Documents, slides, sheets and archives of a demo course, in the page; the console of the browser stays clean. */

/** The person of these tests; no other uses them. One player of a person counts, so the tests run one after the other. */
const PERSON = 20;
const COURSE = {
  huaxin: {
    title: '质量问题分析：8D 与 5Why',
    word: '问题',
    guide: '什么时候写 8D',
    report: 'D1 成立小组',
    sheet: '月度统计',
  },
  bluebay: {
    title: 'Bridge resource management',
    word: 'pilot',
    guide: 'Before the pilot',
    report: '1. The ship',
    sheet: 'By month',
  },
};
const KB = 1024;
/** The study page before a PDF is opened. */
const BUDGET = 150 * KB;

test.describe.configure({ mode: 'serial' });

type Leaf = { subResourceId: string; fileName: string | null; subTrainingProgress: Leaf[] };

/** Returns the address in the study room of each file of the course, by the ending of its name. */
async function roomOf(tenant: DemoTenant, me: Parameters<typeof gateway>[3]) {
  const host = hostOf(tenant);
  const found = await gateway(host, 'POST /course/auth/course/info/page', { keyword: COURSE[tenant.key].title }, me);
  const courseId = (found.envelope.data as { list: { id: string }[] }).list[0]!.id;
  const room = await gateway(host, `GET /course/auth/study/course/view?courseId=${courseId}`, null, me);
  const leaves = (list: Leaf[]): Leaf[] =>
    list.flatMap((leaf) => (leaf.subTrainingProgress.length > 0 ? leaves(leaf.subTrainingProgress) : [leaf]));
  const all = leaves((room.envelope.data as { resources: Leaf[] }).resources);
  return (ending: string) => {
    const leaf = all.find(({ fileName }) => fileName?.endsWith(`.${ending}`))!;
    return `/watch/course?id=${courseId}&resource=${leaf.subResourceId}`;
  };
}

/** Collects the scripts that the page loads. */
function scriptsOf(page: Page): Map<string, Promise<Buffer>> {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.ok() && /\.m?js$/.test(new URL(response.url()).pathname)) scripts.set(response.url(), response.body());
  });
  return scripts;
}

test('a PDF is searched, paged through and counted by its pages', async ({ page, context, tenant, path, t }) => {
  test.setTimeout(240_000);
  const me = await signIn(context, tenant, PERSON);
  const address = await roomOf(tenant, me);
  const scripts = scriptsOf(page);

  await test.step('pdf.js is not loaded for another document', async () => {
    await page.goto(path(address('md')));
    await expect(page.getByRole('heading', { name: COURSE[tenant.key].guide })).toBeVisible();
    expect([...scripts.keys()].filter((url) => /pdf/i.test(url))).toEqual([]);
    const bodies = await Promise.all(scripts.values());
    expect(bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0)).toBeLessThan(BUDGET);
  });

  await page.goto(path(address('pdf')));
  const shown = (number: number) => page.getByRole('group', { name: t('document:page', { number, count: 2 }) });
  await test.step('it is drawn, with its text for screen readers', async () => {
    // Its pages are counted in a thread of lower priority, then pdf.js is loaded with its worker.
    await expect(shown(1).locator('canvas')).toBeVisible({ timeout: 90_000 });
    await expect(shown(1)).toContainText(COURSE[tenant.key].word);
    expect(context.pages()).toHaveLength(1);
  });
  await test.step('it is searched, and zoomed', async () => {
    await page.getByRole('searchbox', { name: t('document:search') }).fill(COURSE[tenant.key].word);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^1 \/ \d+$/)).toBeVisible();
    const marked = () => page.evaluate(() => CSS.highlights.get('document-search-current')?.size ?? 0);
    await expect.poll(marked).toBe(1);
    const width = async () => (await shown(1).locator('canvas').boundingBox())!.width;
    const before = await width();
    await page.getByRole('button', { name: t('document:zoomIn') }).click();
    await expect.poll(width).toBeGreaterThan(before);
    await page.getByRole('button', { name: t('document:fitWidth') }).click();
  });
  const seen = (count: number) => page.getByText(t('document:seen', { seen: count, count: 2 }));
  await test.step('the first page is seen after its time, and does not count for the second', async () => {
    await expect(page.getByText(t('document:pageSeen'))).toBeVisible({ timeout: 60_000 });
    await expect(seen(1)).toBeVisible();
  });
  await test.step('the second page is turned to by key, and completes it', async () => {
    await shown(1).press('ArrowRight');
    await expect(shown(2).locator('canvas')).toBeVisible();
    await expect(seen(2)).toBeVisible({ timeout: 60_000 });
    const tree = page.getByRole('complementary', { name: t('study:tree.label') });
    await expect(tree.locator('li a').nth(1).getByText(t('enum:learningState.completed'))).toBeAttached();
  });
  await test.step('the page is remembered', async () => {
    await page.reload();
    await expect(shown(2).locator('canvas')).toBeVisible();
    await expect(seen(2)).toBeVisible();
  });
});

test('Word, Excel and PowerPoint files and archives are shown in the page', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(300_000);
  const me = await signIn(context, tenant, PERSON);
  const address = await roomOf(tenant, me);
  // A document that is opened the first time is converted in a thread of lower priority.
  const converted = { timeout: 60_000 };
  const next = page.getByRole('button', { name: t('document:next') });
  const region = (kind: 'section' | 'sheet' | 'slide', number: number, count: number) =>
    page.getByRole('group', { name: t(`document:part.${kind}`, { number, count }) });

  await page.goto(path(address('docx')));
  await expect(page.getByRole('heading', { name: COURSE[tenant.key].report })).toBeVisible(converted);
  await expect(page.getByRole('table')).toBeVisible();

  await page.goto(path(address('xlsx')));
  await expect(region('sheet', 1, 2).getByRole('columnheader')).toHaveCount(6, converted);
  await next.click();
  await expect(region('sheet', 2, 2).getByRole('heading', { name: COURSE[tenant.key].sheet })).toBeVisible();

  await page.goto(path(address('pptx')));
  await expect(region('slide', 1, 4).getByRole('heading')).toBeVisible(converted);
  await page.getByRole('button', { name: t('document:outline') }).click();
  await page
    .getByRole('navigation', { name: t('document:outline') })
    .getByRole('button')
    .last()
    .click();
  await expect(region('slide', 4, 4).getByRole('listitem')).toHaveCount(3);

  await page.goto(path(address('zip')));
  await expect(page.getByRole('link', { name: t('document:archive.all') })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /\.csv$/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const stream = await download.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString('utf8').trim().split('\n')).toHaveLength(4);
});
