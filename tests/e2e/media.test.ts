import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { asOperator } from './support/database.ts';
import { gateway } from './support/http.ts';
import { ownMember, ownTenant, type OwnTenant } from './support/own-tenant.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The media library, in an enterprise of the test's own. */

const FILMS = ['huaxin/media/infosec-phishing.mp4', 'huaxin/media/chemicals-label.mp4'].map((name) =>
  fileURLToPath(new URL(`../../src/demo/packs/${name}`, import.meta.url)),
) as [string, string];

// A line that is cut.
test.use({ expectedLines: /net::ERR_|status of 409/ });

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhixing-media-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

const written = async (name: string, bytes: Buffer | string): Promise<string> => {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
};
const picture = (colour: string) =>
  sharp({ create: { width: 320, height: 180, channels: 3, background: colour } })
    .png()
    .toBuffer();
const at = (tenant: OwnTenant, path: string) => tenant.origin + path;

/** A course whose only resource is a video of the library. @returns the path of its study room */
async function courseWith({ key }: OwnTenant, fileId: string): Promise<string> {
  const [courseId, resourceId] = [randomUUID(), randomUUID()];
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      key,
    ]);
    await client.query(
      `insert into course (enterprise_id, id, code, title)
       select id, $2::uuid, $2::text, 'Phishing' from portal.enterprise where key = $1`,
      [key, courseId],
    );
    await client.query(
      `insert into course_resource (enterprise_id, id, code, course_id, sub_resource_name, content_type, resource_type, file_id, total_duration)
       select f.enterprise_id, $2::uuid, $2::text, $3, 'Film', 2, 2, f.id, f.duration from file f where f.id = $1`,
      [fileId, resourceId, courseId],
    );
  });
  return `/watch/course?id=${courseId}`;
}

async function open(page: Page, tenant: OwnTenant, path: string): Promise<void> {
  await page.goto(at(tenant, path));
}

test('an editor fills the library, gives a film captions and a picture, and a learner sees them', async ({
  page,
  context,
  browser,
  path,
  t,
  lang,
}) => {
  test.setTimeout(180_000);
  const tenant = await ownTenant('Media');
  const editor = await ownMember(tenant, { userName: 'Editor', isAdmin: true });
  await signIn(context, tenant, editor);
  await open(page, tenant, path('/admin/media'));
  const table = page.getByRole('table', { name: t('media:title') });
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });
  const upload = page.getByLabel(t('media:upload'), { exact: true });

  await test.step('files of several kinds are uploaded at once; one that is not what its name says is refused', async () => {
    await expect(page.getByText(t('media:empty'))).toBeVisible();
    await upload.setInputFiles([
      FILMS[0],
      await written('red.png', await picture('#a00')),
      await written('page.mp4', '<!doctype html><title>No film</title>'),
    ]);
    await expect(row('infosec-phishing.mp4')).toBeVisible({ timeout: 30_000 });
    await expect(row('red.png')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(t('errors:mediaType'))).toBeVisible({ timeout: 30_000 });
    await expectAccessibleInBoth(page);
    await expectFits(page);
    await page.getByRole('button', { name: t('media:clearDone') }).click();
  });

  await test.step('the same content is recognised, and the file that was there is used', async () => {
    await upload.setInputFiles(await written('again.png', await picture('#a00')));
    await expect(page.getByText(t('media:sameAs', { name: 'red.png' }))).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: t('media:useSame') }).click();
    await expect(row('again.png')).toHaveCount(0);
  });

  await test.step('a folder is made, and a file moved into it', async () => {
    await page.getByRole('button', { name: t('media:folder.add') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('media:folder.name')).fill('Pictures');
    await dialog.getByRole('button', { name: t('media:save') }).click();
    await row('red.png').getByRole('checkbox').check();
    await page.getByRole('button', { name: t('media:move'), exact: true }).click();
    await dialog.getByRole('treeitem', { name: 'Pictures' }).click();
    await dialog.getByRole('button', { name: t('media:moveHere') }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('treeitem', { name: 'Pictures' }).click();
    await expect(row('infosec-phishing.mp4')).toHaveCount(0);
    await expect(row('red.png')).toBeVisible();
    await page.getByRole('link', { name: t('media:all') }).click();
  });

  const session = await sessionOf(tenant, editor);
  const found = await gateway(hostOf(tenant), 'POST /data/auth/media/page', { kind: 'video' }, session);
  const film = (found.envelope.data as { list: { id: string }[] }).list[0]!.id;
  const room = await courseWith(tenant, film);
  const panel = page.getByRole('dialog');

  await test.step('captions are read from SRT, with the lines that cannot be read', async () => {
    await row('infosec-phishing.mp4').getByRole('button').click();
    await expect(panel.getByRole('link', { name: 'Phishing · Film' })).toBeVisible();
    await panel.getByLabel(t('media:captions.language')).fill(lang);
    const srt = '1\n00:00:00,000 --> 00:00:04,000\nBeware of the hook\n\n2\n00:00:09,000 --> 00:00:08,000\nwrong\n';
    await panel.getByLabel(t('media:captions.add')).setInputFiles(await written('film.srt', srt));
    await expect(panel.getByText(t('media:captions.read', { count: 1 }))).toBeVisible();
    const fault = t('media:captions.problem', { line: 6, message: t('media:captionFault.endsFirst') });
    await expect(panel.getByText(fault)).toBeVisible();
  });

  await test.step('a frame of the film becomes its picture', async () => {
    const video = panel.locator('video');
    await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.readyState)).toBeGreaterThan(1);
    await panel.getByRole('button', { name: t('media:poster.take') }).click();
    await expect(video).toHaveAttribute('poster', /^\/media\//);
    await panel.getByLabel(t('media:name'), { exact: true }).fill('Hook.mp4');
    await panel.getByRole('button', { name: t('media:rename') }).click();
    await expect(page.getByText(t('media:renamed'), { exact: true })).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await expect(row('Hook.mp4').locator('img')).toHaveAttribute('src', /320\.webp$/);
  });

  const learner = await browser.newContext({ locale: lang });
  const seat = await learner.newPage();
  await signIn(learner, tenant, await ownMember(tenant, { userName: 'Learner' }));

  await test.step('a learner sees the captions', async () => {
    await open(seat, tenant, path(room));
    // The length of the film, which the player has read.
    await expect(seat.getByText('0:00 / 0:24')).toBeVisible();
    await seat.getByRole('button', { name: t('study:player.transcript') }).click();
    await expect(seat.getByRole('button', { name: /Beware of the hook/ })).toBeVisible();
  });

  await test.step('the film is replaced while it is watched: the learner goes on, and later sees the new one', async () => {
    const before = await seat.locator('video').evaluate((each: HTMLVideoElement) => each.currentSrc);
    await row('Hook.mp4').getByRole('button').click();
    await panel.getByLabel(t('media:replace.choose')).setInputFiles(FILMS[1]);
    await expect(panel.getByText(t('media:replace.places', { count: 1 }))).toBeVisible({ timeout: 30_000 });
    await panel.getByRole('button', { name: t('media:replace.apply'), exact: true }).click();
    await expect(page.getByText(t('media:replace.done'))).toBeVisible();
    const bytes = await seat.evaluate(async (url) => (await (await fetch(url)).arrayBuffer()).byteLength, before);
    expect(bytes).toBe((await readFile(FILMS[0])).length);
    await seat.reload();
    const after = await seat.locator('video').evaluate((each: HTMLVideoElement) => each.currentSrc);
    const newer = await seat.evaluate(async (url) => (await (await fetch(url)).arrayBuffer()).byteLength, after);
    expect(newer).toBe((await readFile(FILMS[1])).length);
  });
  await learner.close();

  await test.step('what is used is not deleted; what is not can be restored', async () => {
    for (const name of ['Hook.mp4', 'red.png']) await row(name).getByRole('checkbox').check();
    await page.getByRole('button', { name: t('media:delete'), exact: true }).click();
    await expect(panel.getByRole('link', { name: 'Phishing · Film' })).toBeVisible();
    await panel.getByRole('button', { name: t('media:delete'), exact: true }).click();
    await expect(row('red.png')).toHaveCount(0);
    await page.getByRole('link', { name: t('media:deleted') }).click();
    await row('red.png').getByRole('checkbox').check();
    await page.getByRole('button', { name: t('media:restore'), exact: true }).click();
    await expect(row('red.png')).toHaveCount(0);
    await page.getByRole('link', { name: t('media:all') }).click();
    await expect(row('red.png')).toBeVisible();
  });
});

test('an upload goes on after a pause and after a reload of the page', async ({ page, context, path, t }) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Uploads');
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Editor', isAdmin: true }));
  // A picture that is larger than two pieces: what follows its end is no part of it.
  const file = await written('large.png', Buffer.concat([await picture('#0a0'), randomBytes(20 * 1024 * 1024)]));
  await open(page, tenant, path('/admin/media'));
  const upload = page.getByLabel(t('media:upload'), { exact: true });
  let patches = 0;
  await page.route('**/gateway/data/auth/media/upload/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    patches += 1;
    // The second piece never arrives.
    if (patches > 1) return;
    await route.continue();
  });
  // The bar counts what is sent; only what is answered has arrived.
  const first = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await upload.setInputFiles(file);
  expect((await first).ok()).toBe(true);
  await expect(page.getByRole('progressbar', { name: /large\.png/ })).toHaveAttribute('value', '39');
  // The second piece is on its way: a pause gives it up.
  await expect.poll(() => patches).toBe(2);
  const givenUp = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: t('media:pause', { name: 'large.png' }) }).click();
  await givenUp;
  await expect(page.getByText(t('media:uploadState.paused'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(t('media:chooseAgain', { percent: 39 }))).toBeVisible();
  // Not before: a request that is held would be sent then.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(Number(request.headers()['upload-offset']));
  });
  await upload.setInputFiles(file);
  await expect(page.getByRole('row').filter({ hasText: 'large.png' })).toBeVisible({ timeout: 60_000 });
  expect(sent[0]).toBe(8 * 1024 * 1024);
});

test('two editors rename one file: the second one is told, and what they typed stays', async ({
  page,
  context,
  browser,
  path,
  t,
  lang,
}) => {
  const tenant = await ownTenant('Editors');
  await signIn(context, tenant, await ownMember(tenant, { userName: 'First', isAdmin: true }));
  await open(page, tenant, path('/admin/media'));
  await page
    .getByLabel(t('media:upload'), { exact: true })
    .setInputFiles(await written('a.png', await picture('#00a')));
  await expect(page.getByRole('row').filter({ hasText: 'a.png' })).toBeVisible({ timeout: 30_000 });
  const other = await browser.newContext({ locale: lang });
  await signIn(other, tenant, await ownMember(tenant, { userName: 'Second', isAdmin: true }));
  const second = await other.newPage();
  await open(second, tenant, path('/admin/media'));
  for (const each of [page, second])
    await each.getByRole('row').filter({ hasText: 'a.png' }).getByRole('button').click();
  const rename = async (each: Page, name: string) => {
    await each.getByRole('dialog').getByLabel(t('media:name'), { exact: true }).fill(name);
    await each
      .getByRole('dialog')
      .getByRole('button', { name: t('media:rename') })
      .click();
  };
  await rename(page, 'First.png');
  await expect(page.getByText(t('media:renamed'), { exact: true })).toBeVisible();
  await rename(second, 'Second.png');
  await expect(second.getByRole('dialog').getByText(t('errors:revisionChanged'))).toBeVisible();
  await expect(second.getByRole('dialog').getByLabel(t('media:name'), { exact: true })).toHaveValue('Second.png');
  // They see what it is called now, and may rename it nevertheless.
  await expect(second.getByRole('dialog').getByRole('heading', { name: 'First.png' })).toBeVisible();
  await rename(second, 'Second.png');
  await expect(second.getByText(t('media:renamed'), { exact: true })).toBeVisible();
  await other.close();
});
