import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { convertVideo } from '#src/server/file/convert-video.ts';
import { renditionKey } from '#src/server/file/rendition.ts';
import { findFfmpeg } from '../config/find-ffmpeg.ts';
import { addMember, asOperator, newcomer } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, signIn, type Session } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import type { DemoTenant } from './support/tenants.ts';

/* The video player: captions and transcript, questions and rules of a course, HLS. */

/** Courses of the demo: without skipping and with a question at second 14, and one for the HLS rendition. */
const STRICT = { huaxin: '设备点检与日常保养', bluebay: 'Bridge resource management' };
const CONVERTED = { huaxin: 'lean-5s', bluebay: 'mooring' };
const keyOf = ({ key }: DemoTenant) => key as keyof typeof STRICT;

async function courseId(tenant: DemoTenant, me: Session, keyword: string): Promise<string> {
  const found = await gateway(hostOf(tenant), 'POST /course/auth/course/info/page', { keyword }, me);
  return (found.envelope.data as { list: { id: string }[] }).list[0]!.id;
}
const playing = (page: Page): Locator => page.locator('video');
const position = (page: Page) => playing(page).evaluate((video: HTMLVideoElement) => video.currentTime);

test('captions in two languages, remembered, with a transcript that seeks', async ({
  page,
  context,
  tenant,
  path,
  t,
  lang,
}) => {
  const me = await signIn(context, tenant, await addMember(tenant));
  await page.goto(path(`/watch/course?id=${await courseId(tenant, me, tenant.course.title)}`));
  const language = page.getByRole('combobox', { name: t('study:player.captionsLanguage') });
  await expect(language).toHaveValue(lang);
  await page.getByRole('button', { name: t('study:player.transcript') }).click();
  const lines = page.getByRole('list', { name: t('study:player.transcript') }).getByRole('button');
  await expect(lines).toHaveCount(4);
  const own = await lines.nth(3).innerText();
  const other = lang === 'zh' ? 'en' : 'zh';
  await language.selectOption(other);
  await expect(lines.nth(3)).not.toHaveText(own);
  // Chosen captions are shown in the picture.
  await expect(page.getByRole('button', { name: t('study:player.captions'), exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect
    .poll(() =>
      playing(page).evaluate((video: HTMLVideoElement) => [
        video.textTracks[0]!.mode,
        video.textTracks[0]!.cues?.length,
      ]),
    )
    .toEqual(['showing', 4]);
  await lines.nth(3).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => position(page)).toBe(20);
  await expect(lines.nth(3)).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expect(language).toHaveValue(other);
});

test('a question stops the video, cannot be skipped, and its result is shown to administrators', async ({
  page,
  context,
  browser,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const number = await addMember(tenant);
  const me = await signIn(context, tenant, number);
  const id = await courseId(tenant, me, STRICT[keyOf(tenant)]);
  await page.goto(path(`/watch/course?id=${id}`));
  const player = page.locator('[data-phase]');
  await expect(player.locator('.media-watermark')).toHaveText(new RegExp(`${number.slice(-4)}$`));
  const speed = page.getByRole('combobox', { name: t('study:player.speed') });
  await expect(speed.getByRole('option').last()).toHaveText('1.5×');
  await speed.selectOption('1.5');
  await player
    .getByRole('button', { name: t('study:player.play') })
    .first()
    .click();
  await player.focus();
  await page.keyboard.press('9');
  await expect(player).toContainText(t('study:player.held.skipping'));
  await expect.poll(() => position(page)).toBeLessThan(12);

  const dialog = player.getByRole('dialog', { name: t('study:question.label') });
  await expect(dialog).toBeVisible({ timeout: 40_000 });
  await expect(playing(page)).toHaveJSProperty('paused', true);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(t('study:question.wrong', { keys: 'B' }));
  await dialog.getByRole('button', { name: t('study:question.continue') }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => position(page)).toBeGreaterThan(15);

  const office = await browser.newContext();
  await signIn(office, tenant, 4);
  const desk = await office.newPage();
  await desk.goto(`${tenant.origin}${path(`/watch/course?id=${id}`)}`);
  await desk.getByRole('link', { name: t('study:question.results.link') }).click();
  await desk
    .getByRole('link', { name: t('study:question.results.people') })
    .first()
    .click();
  await expect(desk.getByRole('row', { name: newcomer(number) })).toContainText(t('study:question.results.no'));
  await office.close();
});

test('a video in HLS plays natively and with hls.js, in a chosen quality, and falls back to the original', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(300_000);
  await signIn(context, tenant, await addMember(tenant));
  const { course, resource } = await convertFilm(tenant, CONVERTED[keyOf(tenant)]);
  const address = path(`/watch/course?id=${course}&resource=${resource}`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // Not the position: a page that continues begins at one. A seek over a gap begins another range.
  const secondsPlayed = ({ played }: HTMLVideoElement) =>
    Array.from({ length: played.length }, (_, range) => played.end(range) - played.start(range)).reduce(
      (sum, length) => sum + length,
      0,
    );
  const plays = () => expect.poll(() => playing(page).evaluate(secondsPlayed), { timeout: 60_000 }).toBeGreaterThan(1);
  const play = async () => {
    await page
      .getByRole('button', { name: t('study:player.play') })
      .first()
      .click();
    await plays();
  };
  const loaded = (part: RegExp) => asked.some((url) => part.test(url));

  await test.step('natively', async () => {
    await page.goto(address);
    await play();
    // Which quality comes first depends on how fast the machine is.
    expect([loaded(/hls-source/), loaded(/p-\d+\.ts$/)]).toEqual([false, true]);
    const quality = page.getByRole('combobox', { name: t('study:player.quality') });
    await expect(quality.getByRole('option')).toHaveCount(4);
    asked.length = 0;
    await quality.selectOption('144');
    await expect.poll(() => loaded(/\/144p-\d+\.ts$/)).toBe(true);
    await expect.poll(() => position(page)).toBeGreaterThan(2);
  });
  await test.step('with hls.js', async () => {
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.canPlayType = () => '';
    });
    asked.length = 0;
    // Play is chosen before hls.js has arrived: it plays when it can.
    const clicked = Promise.withResolvers<void>();
    await page.route(/hls-source/, async (route) => {
      await clicked.promise;
      await route.continue();
    });
    await page.goto(address);
    await page
      .getByRole('button', { name: t('study:player.play') })
      .first()
      .click();
    await expect(page.getByRole('button', { name: t('study:player.pause') }).first()).toBeVisible();
    clicked.resolve();
    await plays();
    expect([loaded(/hls-source/), loaded(/p-\d+\.ts$/)]).toEqual([true, true]);
  });
  await test.step('the original, when the rendition is lost', async () => {
    await page.route(/\/hls\//, (route) =>
      route.fulfill({ status: 200, contentType: 'text/plain', body: 'no playlist' }),
    );
    await page.goto(address);
    await play();
    expect(await playing(page).getAttribute('src')).not.toContain('/hls/');
  });
  await test.step('a message, when nothing can be played, and a retry', async () => {
    await page.route(/\/media\/[0-9a-f-]+\?/, (route) =>
      route.fulfill({ status: 200, contentType: 'video/mp4', body: 'no video' }),
    );
    await page.goto(address);
    const message = page.getByRole('alertdialog', { name: t('study:player.failed') });
    await expect(message).toBeVisible();
    await page.unrouteAll();
    // Play is chosen as soon as it is there, before the new source is attached.
    await page.evaluate((label) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('[role=alertdialog]')) return;
        observer.disconnect();
        document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)!.click();
      }).observe(document.body, { childList: true, subtree: true });
    }, t('study:player.play'));
    await message.getByRole('button', { name: t('common:retry') }).click();
    await expect(message).toBeHidden();
    await plays();
  });
});

/** Converts the first film of a course, as the job does, in the data of the portal. */
async function convertFilm({ key }: DemoTenant, code: string): Promise<{ course: string; resource: string }> {
  let found: { course: string; resource: string } | undefined;
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      key,
    ]);
    const { rows } = await client.query<{
      tenant: string;
      course: string;
      resource: string;
      file: string;
      key: string;
    }>(
      `select c.enterprise_id as tenant, c.id as course, r.id as resource, f.id as file, f.store_key as key
       from course c
       join course_resource r on r.enterprise_id = c.enterprise_id and r.course_id = c.id and r.resource_type = 2
       join file f on f.enterprise_id = r.enterprise_id and f.id = r.file_id
       where c.code = $1 order by r.sort limit 1`,
      [code],
    );
    const [film] = rows;
    if (!film) throw new Error(`no film in the course ${code}`);
    const files = join(process.env.E2E_DATA_DIR!, 'files');
    const name = randomUUID();
    const folder = join(files, renditionKey(film.key, name, ''));
    const made = await convertVideo(findFfmpeg(), { input: join(files, film.key), format: 'mp4', folder });
    await client.query(
      `insert into file_rendition (enterprise_id, file_id, status, folder, heights, thumbnails, ready_at)
       values ($1, $2, 'ready', $3, $4, $5, now())`,
      [film.tenant, film.file, name, JSON.stringify(made.heights), JSON.stringify(made.thumbnails)],
    );
    found = film;
  });
  return found!;
}

test('a sound that is heard to its end completes its course, and its hours are posted', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const me = await signIn(context, tenant, await addMember(tenant));
  const course = await shortSound(tenant);
  await page.goto(path(`/watch/course?id=${course}`));
  await page.getByRole('combobox', { name: t('study:player.speed') }).selectOption('2');
  await page
    .getByRole('button', { name: t('study:player.play') })
    .first()
    .click();
  const tree = page.getByRole('complementary', { name: t('study:tree.label') });
  await expect(tree.getByRole('status')).toHaveText(t('study:courseCompleted'), { timeout: 60_000 });
  const hours = async () => {
    const found = await gateway(
      hostOf(tenant),
      'POST /data/auth/course/hour/user/course/hour/page',
      { pageSize: 50 },
      me,
    );
    const { list } = found.envelope.data as { list: { title: string; amount: number }[] };
    return list.map(({ title, amount }) => [title, amount]);
  };
  await expect.poll(hours).toEqual([[`Sound ${course}`, 2]]);
});

/** Inserts a course of two hours with the first seconds of a sound of the demo. */
async function shortSound(tenant: DemoTenant): Promise<string> {
  const course = randomUUID();
  await asOperator(async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from portal.enterprise where key = $1', [
      tenant.key,
    ]);
    const { id } = rows[0]!;
    await client.query(`select set_config('app.enterprise_id', $1, true)`, [id]);
    await client.query(
      `insert into course (enterprise_id, id, code, title, class_hours) values ($1, $2::uuid, $2::text, $3, 2)`,
      [id, course, `Sound ${course}`],
    );
    await client.query(
      `insert into course_resource (enterprise_id, id, course_id, code, sub_resource_name, content_type, resource_type,
         file_id, total_duration)
       select enterprise_id, $3, $2, 'sound', 'SOUND', content_type, resource_type, file_id, 10 from course_resource
       where enterprise_id = $1 and resource_type = 3 and file_id is not null order by code limit 1`,
      [id, course, randomUUID()],
    );
  });
  return course;
}
