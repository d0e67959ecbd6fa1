import { hostOf, signIn } from './support/sign-in.ts';
import { http } from './support/http.ts';
import { expectNoShift, watchShifts } from './support/layout-shift.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/** First link on a page that matches. */
const linkOn = async (tenant: DemoTenant, list: string, pattern: RegExp) =>
  pattern
    .exec((await http(hostOf(tenant), list)).text)![1]!
    .replace(/&amp;/g, '&')
    .replace(/^\/en\//, '/');

type Screen = [name: string, person: number | null, find: (tenant: DemoTenant) => string | Promise<string>];

/** The main screens, as their reader sees them: anonymous, or the nth demo person. */
const SCREENS: Screen[] = [
  ['landing page', null, () => '/'],
  ['courses', null, () => '/knowledge'],
  ['course', null, (tenant) => linkOn(tenant, '/knowledge', /href="(\/knowledge\/course\/[^"]+)"/)],
  ['course with one’s own rating', 19, (tenant) => linkOn(tenant, '/knowledge', /href="(\/knowledge\/course\/[^"]+)"/)],
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
  ['home', 19, () => '/home'],
  ['rankings', 19, () => '/home/rank?by=hours'],
  ['daily check-in', 19, () => '/sign/sign'],
  ['exams', 19, () => '/test'],
  [
    'study room',
    19,
    async (tenant) =>
      (await linkOn(tenant, '/knowledge', /href="(\/knowledge\/course\/[^"]+)"/)).replace(
        '/knowledge/course/',
        '/watch/course?id=',
      ),
  ],
  ['my tasks', 19, () => '/account?change=1'],
  ['profile', 19, () => '/account?change=4&settingType=1'],
  ['sessions', 19, () => '/account?change=4&settingType=3'],
  ['my records', 19, () => '/account?change=3&recordType=1'],
  ['my enterprises', 19, () => '/company'],
  ['arrival from another enterprise', null, () => '/company?enter=1'],
  ['registration of an enterprise', 19, () => '/appCompany'],
  ['administration', 4, () => '/admin'],
  ['cart', 3, () => '/cart'],
  ['approvals', 4, () => '/account?change=6'],
  ['organisation centre', 3, () => '/account?change=7'],
  ['my certificates', 19, () => '/account?change=3&recordType=2'],
];

for (const [name, person, find] of SCREENS) {
  test(`${name}: nothing moves while it loads, no serious fault of accessibility, nothing sticks out, a clean console`, async ({
    page,
    context,
    tenant,
    path,
  }) => {
    if (person) await signIn(context, tenant, person);
    const address = path(await find(tenant));
    await watchShifts(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const answer = await page.goto(address, { waitUntil: 'networkidle' });
      expect(answer!.status()).toBe(200);
      await expectNoShift(page, width);
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessibleInBoth(page);
    await expectFits(page);
  });
}
