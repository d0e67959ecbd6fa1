import { randomInt, randomUUID } from 'node:crypto';
import { COMMENT_LENGTH } from '#src/contract/rules/community.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { HOSTILE_NAMES, HOSTILE_TEXTS } from '../factories/hostile-texts.ts';
import { addAnnouncement, addComments, attachFile } from './support/announcement.ts';
import { asOperator } from './support/database.ts';
import { intruders, watchScripts } from './support/intruders.ts';
import { signIn } from './support/sign-in.ts';
import { type DemoTenant, tenants } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Stored texts that want to run, wherever people's and tenants' words are shown: nothing of them does. */

const NAME = HOSTILE_NAMES.join(' ');
const ALL = HOSTILE_TEXTS.join('\n\n');

/** A tenant of this test's own, whose people, lecturers, courses and announcements are all called like that. */
async function hostileTenant() {
  const key = `x${randomUUID().slice(0, 8)}`;
  const tenant: DemoTenant = { ...tenants.huaxin, key: key as 'huaxin' };
  tenant.origin = tenants.bluebay.origin.replace('bluebay', key);
  const [id, user, lecturer, course] = Array.from({ length: 4 }, () => randomUUID());
  const phone = `14${String(randomInt(1e9)).padStart(9, '0')}`;
  await asOperator(async (client) => {
    const run = (text: string, values: unknown[]) => client.query(text, values);
    await run(
      `insert into portal.enterprise (id, key, name, time_zone, lang) values ($1, $2, $3, 'Asia/Shanghai', 'zh')`,
      [...[id, key, NAME]],
    );
    await run(`select set_config('app.enterprise_id', $1, true)`, [id]);
    const both = JSON.stringify({ zh: NAME, en: NAME });
    await run(
      `insert into website (enterprise_id, website_title, slogan, description, footer, brand_color)
       values ($1, $2, $2, $2, $2, '#1355a0')`,
      [id, both],
    );
    await run('insert into portal.user_account (id, phone) values ($1, $2)', [user, phone]);
    await run('insert into enterprise_user (enterprise_id, user_id, user_name) values ($1, $2, $3)', [id, user, NAME]);
    await run(
      `insert into lecturer (enterprise_id, id, code, lecturer_name, lecturer_level, title, intro)
       values ($1, $2, 'a', $3, $3, $3, $4)`,
      [id, lecturer, NAME, ALL],
    );
    await run(
      `insert into course (enterprise_id, id, code, title, summary, description, lecturer_id)
       values ($1, $2, 'a', $3, $3, $4, $5)`,
      [id, course, NAME, ALL, lecturer],
    );
    await run(
      `insert into teaching_record (enterprise_id, lecturer_id, code, title, place, taught_at, class_hours)
       values ($1, $2, 'a', $3, $3, now(), 2)`,
      [id, lecturer, NAME],
    );
    await run(
      `insert into comment (enterprise_id, subject_type, subject_id, user_id, body)
       select $1, 'course', $2, $3, unnest($4::text[])`,
      [id, course, user, HOSTILE_TEXTS.slice(0, 8)],
    );
  });
  const more = { title: NAME, summary: NAME, author: NAME };
  const markdown = await addAnnouncement(tenant, { ...more, body: ALL });
  const html = await addAnnouncement(tenant, { ...more, body: `<p>Text</p>${ALL}` });
  await addComments(tenant, markdown, phone, HOSTILE_TEXTS.map((text) => text.slice(0, COMMENT_LENGTH))); // prettier-ignore
  return { tenant, phone, lecturer: lecturer!, course: course!, markdown, html };
}

/** Announcements with a document of the demo tenant's own under hostile names, as many as one may have; there are no bytes behind it, nobody fetches it. */
async function attachHostile(tenant: DemoTenant): Promise<string[]> {
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      tenant.key,
    ]);
    await client.query(
      `insert into file (enterprise_id, store_key, sha256, file_name, content_type, file_size, visibility)
       select id, 'none', 'none', 'x.pdf', 'application/pdf', 10, 'public' from portal.enterprise where key = $1`,
      [tenant.key],
    );
  });
  const ids: string[] = [];
  for (const [i, name] of HOSTILE_TEXTS.entries()) {
    if (i % MAX_ITEMS.attachments === 0) ids.push(await addAnnouncement(tenant, { title: NAME, body: ALL }));
    await attachFile(tenant, ids.at(-1)!, `${name}.pdf`);
  }
  return ids;
}

test('what tenants and people write runs nowhere, neither from the server nor drawn in the browser', async ({
  page,
  context,
  path,
  t,
}) => {
  test.slow();
  const { tenant, phone, lecturer, course, markdown, html } = await hostileTenant();
  const withFiles = await attachHostile(tenant);
  const ran = await watchScripts(page);
  const visit = async (address: string) => {
    const answer = await page.goto(tenant.origin + path(address));
    expect(answer!.status(), address).toBe(200);
    await page.mouse.move(300, 300);
    await page.mouse.move(320, 500);
    expect(await intruders(page), address).toEqual([]);
  };
  const keyword = encodeURIComponent(HOSTILE_NAMES[0]);
  const PUBLIC = ['/', '/info', `/info/${markdown}`, `/info/${html}`, '/lecturer', `/lecturer?keyword=${keyword}`];
  for (const address of [...PUBLIC, `/lecturer/view/${lecturer}`, '/knowledge', `/knowledge/course/${course}`])
    await visit(address);

  await signIn(context, tenant, phone);
  for (const address of ['/home', '/info', '/account?change=5', '/account?change=4&settingType=1', `/info/${html}`])
    await visit(address);
  let files = 0;
  for (const id of withFiles) {
    await visit(`/info/${id}`);
    files += await page.locator('main ul a[download]').count();
  }
  expect(files).toBe(HOSTILE_TEXTS.length);

  // Drawn by the browser: more comments, a comment and a reply just written.
  await visit(`/info/${markdown}`);
  const more = page.getByRole('button', { name: t('community:more') });
  for (let shown = 10; shown < HOSTILE_TEXTS.length; shown += 10) {
    await expect(page.locator('#comments > ol > li')).toHaveCount(shown);
    await more.click();
  }
  await expect(page.locator('#comments > ol > li')).toHaveCount(HOSTILE_TEXTS.length);
  await page.locator('#comment-content').fill(ALL.slice(0, COMMENT_LENGTH));
  await page.getByRole('button', { name: t('community:send'), exact: true }).click();
  await expect(page.locator('#comments > ol > li')).toHaveCount(HOSTILE_TEXTS.length + 1);
  await page
    .getByRole('button', { name: t('community:reply'), exact: true })
    .first()
    .click();
  await page.locator('#reply-content').fill(ALL.slice(-COMMENT_LENGTH));
  await page.locator('form:has(#reply-content) [type=submit]').click();
  await expect(page.locator('#comments ol ol > li')).toHaveCount(1);
  await expect(page.locator('#comments ol ol bdi').first()).toHaveText(NAME);
  expect(await intruders(page)).toEqual([]);
  expect(ran).toEqual([]);
});

test('the tour would notice', async ({ page, tenant, path }) => {
  const ran = await watchScripts(page);
  await page.goto(tenant.origin + path('/info'));
  await page.evaluate(() => {
    document.querySelector('main')!.insertAdjacentHTML('beforeend', '<p data-text><b id="b">x</b></p>');
    (window as unknown as { xss: () => void }).xss();
  });
  expect(await intruders(page)).toHaveLength(1);
  await expect.poll(() => ran).toEqual([expect.stringContaining('xss()')]);
});
