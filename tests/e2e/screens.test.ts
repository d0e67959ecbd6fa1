import type { Browser, Page } from '@playwright/test';
import { addTalk } from './support/community.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { gateway, http } from './support/http.ts';
import { expectNoShift, watchShifts } from './support/layout-shift.ts';
import { expectAccessibleInBoth, expectFits, expectReadableInBoth } from './support/sound.ts';
import { terminalLog } from './support/terminals.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, listen, test as base } from './support/test.ts';

/** First link on a page that matches. */
const linkOn = async (tenant: DemoTenant, list: string, pattern: RegExp) =>
  pattern
    .exec((await http(hostOf(tenant), list)).text)![1]!
    .replace(/&amp;/g, '&')
    .replace(/^\/en\//, '/');

/** First link on the feed of the community that matches. */
const linkAfterTalk = async (tenant: DemoTenant, pattern: RegExp) => {
  await addTalk(tenant);
  const session = await sessionOf(tenant, 19);
  return pattern.exec((await http(hostOf(tenant), '/community', { headers: session })).text)![1]!;
};

const COURSE = /href="(\/knowledge\/course\/[^"]+)"/;
/** A recorded course of the demo that other tests do not touch; they add newer courses. */
const recorded = (tenant: DemoTenant) =>
  linkOn(
    tenant,
    `/knowledge?keyword=${encodeURIComponent(tenant.key === 'huaxin' ? '入职' : 'Welcome to Bluebay')}`,
    COURSE,
  );

type Leaf = { subResourceId: string; kind: string; subTrainingProgress: Leaf[] };
/** The study room with the first resource of a kind, in a course of the demo. */
const inRoom = (huaxin: string, bluebay: string, kind: string) => async (tenant: DemoTenant) => {
  const session = await sessionOf(tenant, 19);
  const keyword = tenant.key === 'huaxin' ? huaxin : bluebay;
  const found = await gateway(hostOf(tenant), 'POST /course/auth/course/info/page', { keyword }, session);
  const courseId = (found.envelope.data as { list: { id: string }[] }).list[0]!.id;
  const view = `GET /course/auth/study/course/view?courseId=${courseId}`;
  const room = await gateway(hostOf(tenant), view, null, session);
  const leaves = (list: Leaf[]): Leaf[] =>
    list.flatMap((leaf) => (leaf.subTrainingProgress.length > 0 ? leaves(leaf.subTrainingProgress) : [leaf]));
  const leaf = leaves((room.envelope.data as { resources: Leaf[] }).resources).find((each) => each.kind === kind)!;
  return `/watch/course?id=${courseId}&resource=${leaf.subResourceId}`;
};

/** Results of the first exam in the list. */
const resultsOf = (query: string) => async (tenant: DemoTenant) => {
  const list = await http(hostOf(tenant), '/test/analysis', { headers: await sessionOf(tenant, 2) });
  return `/test/analysis?id=${/analysis\?id=([0-9a-f-]{36})/.exec(list.text)![1]}${query}`;
};

/** The page of the first thing in a table of the back office. */
const firstOf =
  (list: string, more = '') =>
  async (tenant: DemoTenant) => {
    const page = await http(hostOf(tenant), `/admin/${list}`, { headers: await sessionOf(tenant, 4) });
    return `/admin/${list}/${new RegExp(`admin/${list}/([0-9a-f-]{36})`).exec(page.text)![1]}${more}`;
  };
/** The page of the first person in the table. */
const personOf = (query: string) => firstOf('people', query);

/** The editor of the first thing in a table of content. */
const editorOf = (list: string) => async (tenant: DemoTenant) => {
  const page = await http(hostOf(tenant), `/admin/${list}`, { headers: await sessionOf(tenant, 4) });
  return `/admin/${list}/edit?id=${new RegExp(`admin/${list}/edit\\?id=([0-9a-f-]{36})`).exec(page.text)![1]}`;
};

type Screen = [name: string, person: number | null, find: (tenant: DemoTenant) => string | Promise<string>];

/** The main screens, as their reader sees them: anonymous, or the nth demo person. */
const SCREENS: Screen[] = [
  ['landing page', null, () => '/'],
  ['courses', null, () => '/knowledge'],
  ['course', null, recorded],
  ['course with one’s own rating', 19, recorded],
  ['filtered courses', 19, () => '/knowledge?type=0&state=notStarted&sort=rating'],
  ['categories', null, () => '/knowledge/menu-tree'],
  ['project', 19, (tenant) => linkOn(tenant, '/knowledge?kind=project', /href="(\/knowledge\/project\/[^"]+)"/)],
  ['lecturers', null, () => '/lecturer'],
  ['lecturer', null, (tenant) => linkOn(tenant, '/lecturer', /href="(\/lecturer\/view\/[^"]+)"/)],
  ['announcements', null, () => '/info'],
  ['announcement', null, (tenant) => linkOn(tenant, '/info', /href="(\/info[^"]*[=/][0-9a-f-]{36})"/)],
  ['about page', null, (tenant) => linkOn(tenant, '/', /href="(\/tpl\?id=[^"]+)"/)],
  ['search', null, (tenant) => `/search?keyword=${tenant.key === 'huaxin' ? '%E5%AE%89%E5%85%A8' : 'safety'}`],
  ['search without a hit', null, () => '/search?keyword=zzqqxx&type=3'],
  ['login', null, () => '/login'],
  ['login with a code', null, () => '/login?way=code'],
  ['agreement', null, () => '/agreement'],
  ['privacy', null, () => '/agreement?code=privacy'],
  ['verification of certificates', null, () => '/certificate'],
  [
    'verified certificate',
    null,
    async (tenant) => {
      const page = await http(hostOf(tenant), '/admin/certificates', { headers: await sessionOf(tenant, 4) });
      return `/certificate/${/[A-Z]+-\d{4}-\d{6}/.exec(page.text)![0]}`;
    },
  ],
  ['home', 19, () => '/home'],
  ['rankings', 19, () => '/home/rank?by=hours'],
  ['daily check-in', 19, () => '/sign/sign'],
  ['exams', 19, () => '/test'],
  ['exams of the enterprise', 4, () => '/admin/exams'],
  ['new exam', 4, () => '/admin/exams/edit'],
  ['page of an exam', 4, firstOf('exams')],
  ['schedule of exams', 4, () => '/admin/exams/schedule'],
  ['grid of questions', 4, firstOf('questions', '/grid')],
  ['similar questions', 4, firstOf('questions', '/similar')],
  ['accommodations', 4, () => '/admin/accommodations'],
  ['rehearsals', 4, () => '/admin/rehearsal'],
  ['shared terminals', 4, () => '/admin/terminals'],
  ['PINs and badges', 4, () => '/admin/terminals/people'],
  ['sign-ins at a terminal', 4, terminalLog],
  ['badges to print', 4, () => '/admin/terminals/badges'],
  ['registration of a terminal', null, () => '/terminal'],
  ['study room', 19, async (tenant) => (await recorded(tenant)).replace('/knowledge/course/', '/watch/course?id=')],
  ['study room, questionnaire', 19, inRoom('统计过程控制', 'Garbage, oil', 'questionnaire')],
  ['study room, evaluation', 19, inRoom('班组长的一天', 'Safe mooring', 'evaluation')],
  ['study room, practice', 19, inRoom('设备点检', 'Enclosed space', 'practice')],
  ['study room, PDF', 19, inRoom('车间安全生产', 'ISM Code', 'reading')],
  ['study room, archive', 19, inRoom('质量问题分析', 'Bridge resource', 'download')],
  ['my tasks', 19, () => '/account?change=1'],
  ['profile', 19, () => '/account?change=4&settingType=1'],
  ['second factor', 19, () => '/account/factor'],
  ['sessions', 19, () => '/account?change=4&settingType=3'],
  ['notification settings', 19, () => '/account?change=4&settingType=5'],
  ['preferences', 19, () => '/account?change=4&settingType=6'],
  ['own-data', 19, () => '/account?change=4&settingType=7'],
  ['my requirements', 19, () => '/account/requirements'],
  ['my records', 19, () => '/account?change=3&recordType=1'],
  ['my enterprises', 19, () => '/company'],
  ['arrival from another enterprise', null, () => '/company?enter=1'],
  ['registration of an enterprise', 19, () => '/appCompany'],
  ['administration', 4, () => '/admin'],
  ['export of people', 3, () => '/admin/export'],
  ['certificates by hand', 4, () => '/admin/certificates'],
  ['kinds of certificates', 4, () => '/admin/certificates/kinds'],
  ['templates of certificates', 4, () => '/admin/certificates/templates'],
  ['editor of a template', 4, editorOf('certificates/templates')],
  ['question banks', 4, () => '/admin/questions'],
  ['roles', 4, () => '/admin/roles'],
  ['people', 4, () => '/admin/people'],
  ['person', 4, personOf('')],
  ['sign-ins of a person', 4, personOf('?tab=signIns')],
  ['departments', 4, () => '/admin/departments'],
  ['positions', 4, () => '/admin/positions'],
  ['media', 4, () => '/admin/media'],
  ['courses in the back office', 4, () => '/admin/courses'],
  ['new course', 4, () => '/admin/courses/edit'],
  ['editor of a course', 4, editorOf('courses')],
  ['projects in the back office', 4, () => '/admin/projects'],
  ['editor of a project', 4, editorOf('projects')],
  ['categories in the back office', 4, () => '/admin/categories'],
  ['lecturers in the back office', 4, () => '/admin/lecturers'],
  ['editor of a lecturer', 4, editorOf('lecturers')],
  ['announcements in the back office', 4, () => '/admin/announcements'],
  ['editor of an announcement', 4, editorOf('announcements')],
  ['site', 4, () => '/admin/site'],
  ['articles', 4, () => '/admin/articles'],
  ['editor of an article', 4, editorOf('articles')],
  ['import of a course', 4, () => '/admin/courses/import'],
  ['calendar', 4, () => '/admin/calendar'],
  ['requirements', 4, () => '/admin/requirements'],
  ['new requirement', 4, () => '/admin/requirements/edit'],
  ['tasks', 4, () => '/admin/tasks'],
  ['new task', 4, () => '/admin/tasks/edit'],
  ['reports', 4, () => '/admin/reports'],
  ['report', 4, () => '/admin/reports/view?report=people'],
  ['builder of reports', 4, () => '/admin/reports/edit'],
  ['settings', 4, () => '/admin/settings'],
  ['rules of orders', 4, () => '/admin/settings/rules?kind=orders'],
  ['texts of messages', 4, () => '/admin/messages'],
  ['log of notices', 4, () => '/admin/messages/log'],
  ['required notices', 4, () => '/admin/settings/rules?kind=notices'],
  ['text of a message', 4, () => '/admin/messages/edit?kind=mail.invitation'],
  ['certificates that expire', 4, () => '/admin/certificates/expiring'],
  ['statements of departments', 4, () => '/admin/statements'],
  ['audit log', 4, () => '/admin/audit'],
  ['reminder log', 4, () => '/admin/requirements/messages'],
  ['matrix', 4, () => '/admin/matrix'],
  ['lapses', 4, () => '/admin/matrix/lapses'],
  ['imports of people', 4, () => '/admin/people/import'],
  ['invitations', 4, () => '/admin/people/invitations'],
  ['link of an e-mail that is not valid', null, () => '/unsubscribe?token=none'],
  ['link of an invitation', null, () => '/company/invitation#none'],
  ['synchronisation of contacts', 4, () => '/admin/sync'],
  ['cart', 3, () => '/cart'],
  ['approvals', 4, () => '/account?change=6'],
  ['what waits for a lecturer', 2, () => '/account?change=8'],
  ['exams to mark', 2, () => '/test/marking?view=exams'],
  ['appeals against switches', 2, () => '/test/marking?view=switches'],
  ['appeals against marks', 2, () => '/test/marking?view=appeals'],
  ['sessions to run', 2, () => '/account/sessions'],
  ['live classes to run', 2, () => '/account/live'],
  ['live classes', 19, () => '/live/watch'],
  ['evaluations', 2, () => '/account/evaluations'],
  ['coaching', 2, () => '/account/coaching'],
  ['questionnaires', 2, () => '/account/questionnaires'],
  ['exams with results', 2, () => '/test/analysis'],
  ['exams in the control room', 4, () => '/test/control'],
  ['results of an exam', 2, resultsOf('')],
  ['item analysis', 2, resultsOf('&tab=questions')],
  ['my classes', 19, () => '/account?change=2&kind=classes'],
  ['my notes', 19, () => '/account?change=2&kind=notes'],
  ['organisation centre', 3, () => '/account?change=7'],
  ['people of an organisation', 3, () => '/account?change=7&part=people'],
  ['seats of an organisation', 3, () => '/account?change=7&part=seats'],
  ['class hours of an organisation', 3, () => '/account?change=7&part=hours'],
  ['invoice data', 3, () => '/account?change=7&part=invoice'],
  ['my certificates', 19, () => '/account?change=3&recordType=2'],
  ['community', 19, async (tenant) => (await addTalk(tenant), '/community')],
  ['community, unanswered', 19, () => '/community?order=unanswered'],
  ['blog', 19, async (tenant) => `/community/blog/${(await addTalk(tenant)).blog}`],
  ['question', 19, async (tenant) => `/community/question/${(await addTalk(tenant)).question}`],
  ['label', 19, async (tenant) => linkAfterTalk(tenant, /href="(\/community\/label\/[^"]+)"/)],
  ['author', 19, async (tenant) => linkAfterTalk(tenant, /href="(\/community\/author\/[^"]+)"/)],
  ['a new question', 19, () => '/community/write?kind=question'],
  ['a new blog', 19, () => '/community/write?kind=blog'],
  ['my drafts', 19, () => '/community/drafts'],
  ['decisions about one’s own posts', 19, () => '/community/moderation/mine'],
  ['moderation queue', 4, () => '/community/moderation'],
  ['rules of the community', 4, () => '/admin/community'],
  ['labels of the community', 4, () => '/admin/community?section=labels'],
];

/** A page, and what its console has said. */
type Reader = { page: Page; lines: string[] };

/**
 * One page per reader for all screens of a worker: a new browser context takes a quarter of the time of a screen. What is loaded is not cached,
 * so that things move as for somebody who comes for the first time.
 */
const test = base.extend<object, { readers: Map<string, Reader> }>({
  readers: [
    async ({}, use) => {
      const readers = new Map<string, Reader>();
      await use(readers);
      for (const { page } of readers.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
});

async function openReader(browser: Browser, tenant: DemoTenant, person: number | null, lang: string): Promise<Reader> {
  const locale = lang === 'zh' ? 'zh-CN' : 'en-GB';
  const context = await browser.newContext({ baseURL: tenant.origin, locale, timezoneId: 'Asia/Shanghai' });
  if (person !== null) await signIn(context, tenant, person);
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  await watchShifts(page);
  return { page, lines: listen(page) };
}

for (const [index, [name, person, find]] of SCREENS.entries()) {
  test(`${name}: nothing moves while it loads, no serious fault of accessibility, nothing sticks out, a clean console`, async ({
    browser,
    readers,
    tenant,
    path,
    lang,
  }) => {
    const address = path(await find(tenant));
    const reader = readers.get(String(person)) ?? (await openReader(browser, tenant, person, lang));
    readers.set(String(person), reader);
    const { page, lines } = reader;
    // One language loads it on a phone, the other one on a wide screen.
    const width = (index % 2 === 0) === (lang === 'zh') ? 390 : 1440;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
    const answer = await page.goto(address, { waitUntil: 'networkidle' });
    expect(answer!.status()).toBe(200);
    await expectNoShift(page, width);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await (lang === 'zh' ? expectAccessibleInBoth : expectReadableInBoth)(page);
    await expectFits(page);
    expect(lines.splice(0), 'the console of the browser stays clean').toEqual([]);
  });
}
