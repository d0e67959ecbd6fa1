import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { WORD_HTML } from '../factories/office-clipboard.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Pictures that are pasted into texts of the back office become public files of the media library (docs/decisions/116). */

const drawn = (background: string) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();

test('pictures are pasted and dropped into an announcement, and visitors see them', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Pictures');
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  await page.goto(`${tenant.origin}${path('/admin/announcements/edit')}`);
  await page.getByRole('textbox', { name: t('site:admin.announcement.name'), exact: true }).fill('Pump');
  const body = page.getByRole('textbox', { name: t('site:admin.announcement.body'), exact: true });
  await body.click();
  type Given = { name: string; bytes: Buffer; html?: string; by?: 'paste' | 'drop' };
  const give = ({ name, bytes, html = '', by = 'paste' }: Given) =>
    body.evaluate(
      (element, given) => {
        const data = new DataTransfer();
        if (given.html) data.setData('text/html', given.html);
        const file = Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0));
        if (given.name) data.items.add(new File([file], given.name, { type: 'image/png' }));
        const box = element.getBoundingClientRect();
        const at = { clientX: box.x + 20, clientY: box.y + 20, bubbles: true, cancelable: true };
        element.dispatchEvent(
          given.by === 'drop'
            ? new DragEvent('drop', { ...at, dataTransfer: data })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      },
      { name, html, by, base64: bytes.toString('base64') },
    );
  const pictures = body.locator('img[src^="/media/"]');
  const publish = page.getByRole('button', { name: t('editing:publish'), exact: true });

  await test.step('a picture is sent, shown in the text and stored with it', async () => {
    await give({ name: 'red.png', bytes: await drawn('#a00') });
    await expect(pictures).toHaveCount(1, { timeout: 30_000 });
    await give({ name: 'green.png', bytes: await drawn('#0a0'), by: 'drop' });
    await expect(pictures).toHaveCount(2, { timeout: 30_000 });
    // The library has it already.
    await give({ name: 'again.png', bytes: await drawn('#a00') });
    await expect(pictures).toHaveCount(3, { timeout: 30_000 });
    const sources = await pictures.evaluateAll((all) => all.map((each) => each.getAttribute('src')));
    expect(new Set(sources).size).toBe(2);
    await expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
  });

  await test.step('what is no picture is refused at its place, and can be removed', async () => {
    await give({ name: 'text.png', bytes: await readFile('package.json') });
    const place = body.getByRole('alert');
    await expect(place).toBeVisible({ timeout: 30_000 });
    await expectAccessibleInBoth(page);
    // It is not published without it either.
    await publish.click();
    await expect(page.getByText(t('editing:picture.unsent'))).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await body.getByRole('button', { name: t('editor:picture.remove') }).click();
    await expect(place).toHaveCount(0);
    await expect(pictures).toHaveCount(3);
  });

  await test.step('of a text of Word it is said that its pictures are missing', async () => {
    await body.press('Control+End');
    await give({ name: '', bytes: Buffer.alloc(0), html: WORD_HTML });
    await expect(page.getByText(t('editor:picture.lost', { count: 1 }))).toBeVisible();
    await expect(body.getByRole('heading', { name: 'Pump manual' })).toBeVisible();
  });

  await test.step('publishing waits for a picture that is on its way', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    await page.route('**/data/auth/media/publish', async (route) => {
      await arrived;
      await route.continue();
    });
    await give({ name: 'blue.png', bytes: await drawn('#00a') });
    await expect(page.getByText(t('editing:picture.sending_other', { count: 1 }))).toBeVisible();
    await publish.click();
    await expect(page.getByRole('button', { name: t('editing:picture.waits') })).toBeDisabled();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    arrive();
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 30_000 });
    await expect(pictures).toHaveCount(4);
  });
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('editing:publishNow'), exact: true })
    .click();
  await expect(page.getByText(t('editing:state.published'), { exact: true })).toBeVisible();
  const theirs = await browser.newContext();
  const visitor = await theirs.newPage();
  await visitor.goto(`${tenant.origin}${path('/info')}`);
  await visitor.getByRole('link', { name: 'Pump' }).click();
  const seen = visitor.locator('article img[src*="/media/"]');
  await expect(seen).toHaveCount(4);
  await expect(seen.first()).toHaveJSProperty('complete', true);
  await expect(seen.first()).toHaveJSProperty('naturalWidth', 64);
  await theirs.close();

  await page.goto(`${tenant.origin}${path('/admin/media')}`);
  await expect(page.getByRole('row').filter({ hasText: 'red.png' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'again.png' })).toHaveCount(0);
});
