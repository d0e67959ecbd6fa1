import { tenantWithExam } from './support/own-exam.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { gateway } from './support/http.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* What is different on a phone: the bottom bar, no keys to explain, contents before questions, documents without blanks. */

const PHONE = { width: 390, height: 844 };
test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

test('the bottom bar leads to the five places, says where one is and what is unread, and covers nothing', async ({
  page,
  context,
  path,
  t,
}) => {
  const tenant = await ownTenant('底栏', {
    nav: [{ code: 'lecturer', title: 'Lecturers', navMenuType: 3 }],
    announcements: 2,
  });
  const at = (to: string) => tenant.origin + path(to);
  await page.goto(at('/lecturer'));
  const bar = page.getByRole('navigation', { name: t('common:bar.label') });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar, 'visitors have none').toHaveCount(0);

  await signIn(context, tenant, await ownMember(tenant, { userName: '壬' }));
  await page.goto(at('/home'));
  const link = (name: string) => bar.getByRole('link', { name });
  const messages = link(`${t('common:bar.messages')} ${t('common:bar.unread', { n: 2 })}`);
  await expect(bar.getByRole('link')).toHaveCount(5);
  await expect(bar.locator('[aria-current]')).toHaveText(t('common:bar.home'));
  await expect(messages).toHaveAttribute('href', path('/account?change=5'));
  await expect(page.locator('#bell')).toBeHidden();
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await page.setViewportSize(PHONE);

  // The top bar goes with the page, the bottom bar stays, and the end of the page is above it.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await expect(bar).toBeInViewport();
  const end = (await page.locator('footer').boundingBox())!;
  expect(end.y + end.height).toBeLessThanOrEqual((await bar.boundingBox())!.y + 1);

  await link(t('common:bar.exams')).click();
  await expect(page).toHaveURL(at('/test'));
  await expect(bar.locator('[aria-current]')).toHaveText(t('common:bar.exams'));
  await messages.click();
  await expect(page).toHaveURL(at('/account?change=5'));
  await expect(bar.locator('[aria-current]')).toContainText(t('common:bar.messages'));
  // The sections of the account change without a new page.
  await page.getByRole('link', { name: t('record:account.tab.3'), exact: true }).click();
  await expect(bar.locator('[aria-current]')).toHaveText(t('common:bar.me'));

  await page.setViewportSize({ width: 640, height: 800 });
  await expect(bar).toBeHidden();
  await expect(page.locator('#bell')).toBeVisible();
});

test('in the exam there is no bottom bar, and no button for keys that a phone does not have', async ({
  page,
  browser,
  path,
  t,
}) => {
  const tenant = await tenantWithExam({ policy: 'none' });
  const phone = await ownMember(tenant, { userName: 'Candidate' });
  await signIn(page.context(), tenant, phone);
  await page.goto(`${tenant.origin}${path(`/test/id?id=${tenant.examId}`)}`);
  await page.getByRole('button', { name: t('exam:start.button') }).click();
  await expect(page.getByRole('button', { name: t('exam:hall.submit'), exact: true })).toBeEnabled();
  await expect(page.getByRole('button', { name: t('exam:hall.pad') })).toBeVisible();
  await expect(page.getByRole('button', { name: t('exam:hall.keys.title') })).toBeHidden();
  await expect(page.getByRole('navigation', { name: t('common:bar.label') })).toHaveCount(0);

  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false });
  await signIn(desk, tenant, phone);
  const seat = await desk.newPage();
  await seat.goto(page.url());
  await expect(seat.getByRole('button', { name: t('exam:hall.keys.title') })).toBeVisible();
  await desk.close();
});

type Leaf = { subResourceId: string; kind: string; fileName: string | null; subTrainingProgress: Leaf[] };

test('in the study room the contents are above the questions, the player shows a cover, and a short document leaves no blank', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  const me = await signIn(context, tenant, 17);
  const leaves = (list: Leaf[]): Leaf[] =>
    list.flatMap((leaf) => (leaf.subTrainingProgress.length > 0 ? leaves(leaf.subTrainingProgress) : [leaf]));
  const roomOf = async (keyword: string) => {
    const found = await gateway(hostOf(tenant), 'POST /course/auth/course/info/page', { keyword }, me);
    const courseId = (found.envelope.data as { list: { id: string }[] }).list[0]!.id;
    const room = await gateway(hostOf(tenant), `GET /course/auth/study/course/view?courseId=${courseId}`, null, me);
    const all = leaves((room.envelope.data as { resources: Leaf[] }).resources);
    return { address: (leaf: Leaf) => path(`/watch/course?id=${courseId}&resource=${leaf.subResourceId}`), all };
  };
  const tree = page.getByRole('complementary', { name: t('study:tree.label') });
  const questions = page.getByRole('heading', { name: t('posts:subject.title'), exact: true });

  const recorded = await roomOf(tenant.key === 'huaxin' ? '入职' : 'Welcome to Bluebay');
  await page.goto(recorded.address(recorded.all.find(({ kind }) => kind === 'media')!));
  await expect(questions).toBeVisible();
  expect((await tree.boundingBox())!.y).toBeLessThan((await questions.boundingBox())!.y);
  await expect(page.locator('[data-phase] > div').locator('img, svg.cover').first()).toBeVisible();

  const documents = await roomOf(tenant.key === 'huaxin' ? '质量问题分析' : 'Bridge resource');
  await page.goto(documents.address(documents.all.find(({ fileName }) => fileName?.endsWith('.xlsx'))!));
  const pane = page.getByRole('group', { name: t('document:part.sheet', { number: 1, count: 3 }).split('3')[0]! });
  await expect(pane).toBeVisible();
  const rest = await pane.evaluate((element) => {
    const content = element.lastElementChild!.getBoundingClientRect();
    return element.getBoundingClientRect().bottom - content.bottom;
  });
  expect(rest, 'blank below the table').toBeLessThan(120);
});
