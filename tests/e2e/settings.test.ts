import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ownMember } from './support/own-tenant.ts';
import { consentingSessionOf, keepCookies, sessionOf, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import type { Texts } from './support/texts.ts';

/* Personal settings: profile with picture, sessions. The persons are this file's own, one for each test. */
const [PICTURED, CANCELLED, EDITED, WATCHFUL] = [14, 10, 13, 12];

/** Left half red, right half blue, twice as wide as high. */
const picture = () =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#0000ff' } })
    .composite([
      { input: { create: { width: 400, height: 400, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();

const choose = async (page: Page, t: Texts, file: { name: string; mimeType: string; buffer: Buffer }) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: t('account:avatar.choose') }).click(),
  ]);
  await chooser.setFiles(file);
};

/** The person's picture in the top bar. */
const headerPicture = (page: Page) => page.getByRole('banner').locator('summary img');
/** The same on the panel. */
const ownPicture = (page: Page, t: Texts) =>
  page.getByRole('region', { name: t('account:profile.mine') }).locator('img');

/** Colour in the middle of the picture in the header, as the server keeps it. */
async function headerColour(page: Page): Promise<number[]> {
  const src = await headerPicture(page).getAttribute('src');
  const numbers = await page.evaluate(async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())], src!);
  const bytes = Buffer.from(numbers);
  const { width, height } = await sharp(bytes).metadata();
  expect(width).toBe(height);
  return [
    ...(await sharp(bytes)
      .extract({ left: width >> 1, top: height >> 1, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()),
  ];
}

test('a picture is chosen, cut by keyboard and pointer, sent with progress, and is in the header at once', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  await signIn(context, tenant, PICTURED);
  await page.goto(path('/account?change=4'));
  const problem = page.getByRole('main').getByRole('alert').filter({ hasText: /./ });
  const dialog = page.getByRole('dialog', { name: t('account:avatar.crop') });

  // The cropper is loaded with the first picture, and nothing is sent that cannot be taken.
  let loaded = 0;
  page.on('request', (request) => (loaded += Number(/CropDialog[^/]*\.js$/.test(request.url()))));
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.url().endsWith('/upload/pic'))));
  await choose(page, t, { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(problem).toHaveText(t('errors:pictureType'));
  await choose(page, t, { name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(problem).toHaveText(t('errors:fileTooLarge'));
  expect(loaded).toBe(0);
  await choose(page, t, { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(problem).toHaveText(t('errors:pictureBroken'));
  expect(sent).toBe(0);

  await choose(page, t, { name: 'me.png', mimeType: 'image/png', buffer: await picture() });
  await expect(dialog).toBeVisible();
  expect(loaded).toBe(1);
  await expect(problem).toHaveCount(0);
  // Keys pull the picture to the right until its left half fills the frame.
  await expect(page.getByRole('application', { name: t('account:avatar.frame') })).toBeFocused();
  for (let n = 0; n < 20; n++) await page.keyboard.press('ArrowRight');
  // The line is slow, so that the progress shows.
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/upload/pic', async (route) => {
    await held;
    await route.continue();
  });
  await dialog.getByRole('button', { name: t('account:avatar.save') }).click();
  await expect(dialog.getByRole('progressbar', { name: t('account:avatar.progress') })).toBeVisible();
  release();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: t('account:avatar.saved') })).toBeVisible();
  const [red, , blue] = await headerColour(page);
  expect(red).toBeGreaterThan(200);
  expect(blue).toBeLessThan(60);

  // Another one, moved by the pointer to the other half. No page was loaded meanwhile.
  await choose(page, t, { name: 'me.png', mimeType: 'image/png', buffer: await picture() });
  const frame = (await page.getByRole('application', { name: t('account:avatar.frame') }).boundingBox())!;
  await page.mouse.move(frame.x + frame.width * 0.9, frame.y + frame.height / 2);
  await page.mouse.down();
  await page.mouse.move(frame.x + frame.width * 0.1, frame.y + frame.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.mouse.wheel(0, -100);
  await expect(dialog.getByRole('slider', { name: t('account:avatar.zoom') })).not.toHaveValue('1');
  const before = await headerPicture(page).getAttribute('src');
  await dialog.getByRole('button', { name: t('account:avatar.save') }).click();
  await expect(headerPicture(page)).not.toHaveAttribute('src', before!);
  const other = await headerColour(page);
  expect(other[0]).toBeLessThan(60);
  expect(other[2]).toBeGreaterThan(200);

  await page.getByRole('button', { name: t('account:avatar.remove') }).click();
  await expect(headerPicture(page)).toHaveCount(0);
  await expect(ownPicture(page, t)).toHaveCount(0);
  await page.reload();
  await expect(headerPicture(page)).toHaveCount(0);
  await expect(ownPicture(page, t)).toHaveCount(0);
});

test('an upload that is cancelled stops, and changes nothing', async ({ page, context, path, t, tenant }) => {
  await signIn(context, tenant, CANCELLED);
  await page.goto(path('/account?change=4'));
  await page.route('**/upload/pic', () => undefined);
  await choose(page, t, { name: 'me.png', mimeType: 'image/png', buffer: await picture() });
  const dialog = page.getByRole('dialog', { name: t('account:avatar.crop') });
  const stopped = page.waitForEvent('requestfailed');
  await dialog.getByRole('button', { name: t('account:avatar.save') }).click();
  await dialog.getByRole('button', { name: t('common:cancel') }).click();
  expect((await stopped).url()).toContain('/upload/pic');
  await expect(dialog).toBeHidden();
  await expect(ownPicture(page, t)).toHaveCount(0);
  await expect(page.locator('#toasts')).toBeEmpty();
});

test.describe('the profile', () => {
  test.use({ expectedLines: /status of 422/ });

  test('keeps what was typed beside its error; a new name shows once an administrator has approved it', async ({
    page,
    context,
    browser,
    path,
    t,
    tenant,
  }) => {
    const old = 'Li Lei';
    await signIn(context, tenant, await ownMember(tenant, { userName: old }));
    await page.goto(path('/account?change=4&settingType=1'));
    const name = page.getByLabel(t('account:profile.name'), { exact: true });
    const email = page.getByLabel(t('account:profile.email'), { exact: true });
    const save = page.getByRole('button', { name: t('account:profile.save'), exact: true });
    await email.fill('nobody');
    await name.fill('');
    await save.click();
    await expect(name).toHaveAccessibleDescription(
      `${t('account:profile.nameHint')} ${t('errors:field.nameRequired')}`,
    );
    await expect(email).toHaveAccessibleDescription(t('errors:field.email'));
    await expect(name).toBeFocused();
    await expect(email).toHaveValue('nobody');

    const wanted = `Han Meimei ${randomUUID().slice(0, 8)}`;
    await name.fill(wanted);
    await expect(name).toHaveAccessibleDescription(t('account:profile.nameHint'));
    await page.getByLabel(t('account:profile.nickname'), { exact: true }).fill('Mei');
    await email.fill('somebody@example.com');
    await page.getByLabel(t('account:profile.sexes.2'), { exact: true }).check();
    await save.click();
    await expect(page.getByText(t('account:profile.nameWaiting', { name: wanted }))).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(old);
    await expect(email).toHaveValue('somebody@example.com');
    await expect(page.getByLabel(t('account:profile.sexes.2'), { exact: true })).toBeChecked();

    await page.getByRole('link', { name: t('account:profile.seeRequest') }).click();
    await expect(page.getByRole('heading', { name: `${old} → ${wanted}` })).toBeVisible();
    const request = new URL(page.url()).searchParams.get('id')!;

    const desk = await browser.newContext({ locale: 'zh-CN' });
    await signIn(desk, tenant, await ownMember(tenant, { userName: 'Admin', isAdmin: true }));
    const admin = await desk.newPage();
    await admin.goto(new URL(path(`/account?change=6&id=${request}`), tenant.origin).href);
    await admin.getByRole('button', { name: t('flow:do.approve') }).click();
    await expect(admin.getByRole('region', { name: `${old} → ${wanted}` })).toContainText(t('flow:state.approved'));
    await desk.close();

    await page.goto(path('/account?change=4&settingType=1'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wanted);
    await expect(page.locator('header').getByText(wanted, { exact: true }).first()).toBeAttached();
    await expect(name).toHaveValue(wanted);
    await expect(page.getByLabel(t('account:profile.nickname'), { exact: true })).toHaveValue('Mei');
  });

  test('names the texts that were accepted, and leads to the very versions', async ({
    page,
    context,
    path,
    t,
    tenant,
  }) => {
    await keepCookies(context, tenant, await consentingSessionOf(tenant, EDITED));
    await page.goto(path('/account?change=4&settingType=7'));
    const link = page.getByRole('region', { name: t('account:data.consents') }).locator('a[href$="&version=1"]');
    await link.first().click();
    await expect(page).toHaveURL(/\/agreement\?code=\w+&version=1$/);
    await expect(page.getByText(t('site:agreement.version', { version: 1 }))).toBeVisible();
  });
});

test('another session is ended here, and that browser is signed out', async ({
  page,
  context,
  browser,
  path,
  t,
  tenant,
}) => {
  await signIn(context, tenant, WATCHFUL);
  const elsewhere = await browser.newContext({ baseURL: tenant.origin });
  await keepCookies(elsewhere, tenant, await sessionOf(tenant, WATCHFUL));
  const other = await elsewhere.newPage();
  await other.goto(path('/account?change=1'));
  await expect(other).toHaveURL(/\/account/);

  await page.goto(path('/account?change=4&settingType=3'));
  const list = page.getByRole('region', { name: t('account:session.title') });
  const rows = list.getByRole('listitem');
  await expect(rows.first()).toContainText(t('account:session.current'));
  await expect(rows.first()).toContainText(t('account:session.localNetwork'));
  const count = await rows.count();
  expect(count).toBeGreaterThan(1);
  await rows.nth(1).getByRole('button').click();
  await expect(rows).toHaveCount(count - 1);
  await expect(page.getByRole('status').filter({ hasText: t('account:session.ended') })).toBeVisible();

  // Whatever earlier tests left goes too; it asks first.
  const others = page.getByRole('button', { name: t('account:session.endOthers') });
  if (await others.isVisible()) {
    await others.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('account:session.confirm.others.yes') })
      .click();
  }
  await expect(rows).toHaveCount(1);
  await expect(others).toBeHidden();
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await elsewhere.close();

  // The one in use asks first, too.
  await rows.first().getByRole('button').click();
  await page
    .getByRole('button', { name: t('common:cancel') })
    .last()
    .click();
  await page.reload();
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole('button').click();
  await page.getByRole('button', { name: t('account:session.confirm.current.yes') }).click();
  await expect(page.getByRole('link', { name: t('common:signIn'), exact: true }).first()).toBeVisible();
  await page.goto(path('/account'));
  await expect(page).toHaveURL(/\/login/);
});

test('agreement and privacy are linked from the footer and lead to each other', async ({ page, path, t }) => {
  await page.goto(path('/'));
  const privacy = page.locator('footer').locator('a[href*="/agreement?code=privacy"]');
  await privacy.click();
  const tabs = page.getByRole('navigation', { name: t('site:agreement.texts') });
  await expect(tabs.getByRole('link', { name: t('site:agreement.title.privacy') })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByText(t('site:agreement.version', { version: 1 }))).toBeVisible();
  await tabs.getByRole('link', { name: t('site:agreement.title.agreement') }).click();
  await expect(page).toHaveURL(new RegExp(`${path('/agreement')}$`));
  await page.goto(path('/agreement?code=privacy&version=99'));
  await expect(page).toHaveURL(new RegExp(`${path('/agreement').replace('/', '\\/')}\\?code=privacy$`));
});
