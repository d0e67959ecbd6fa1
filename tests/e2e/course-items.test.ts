import sharp from 'sharp';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* The items of a course are ordered by dragging and by keys, and its cover is cut out (docs/decisions/090 and 107). */

test('items are dragged, moved by keys, and the cover is cut out of a picture', async ({ page, context, path, t }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1440, height: 1400 });
  const tenant = await ownTenant('Empty');
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  await page.goto(`${tenant.origin}${path('/admin/courses/edit')}`);
  const saved = () => expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
  const items = page.getByRole('treeitem');
  const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(name) });
  await page.getByRole('textbox', { name: t('editing:name'), exact: true }).fill('Welding');
  await saved();
  for (const [n, name] of ['Aims', 'Tools', 'Practice'].entries()) {
    await page.getByRole('combobox', { name: t('editing:course.addOther') }).selectOption('practice');
    await expect(items).toHaveCount(n + 1);
    await page
      .getByRole('textbox', { name: t('editing:course.itemName'), exact: true })
      .last()
      .fill(name);
    await expect(item(name)).toBeVisible();
  }
  await expect(items).toHaveText([/Aims/, /Tools/, /Practice/]);

  await test.step('the last one is dragged before the first', async () => {
    await expect(item('Practice')).toHaveAttribute('draggable', 'true');
    await item('Aims').evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const from = (await item('Practice').boundingBox())!;
    const to = (await item('Aims').boundingBox())!;
    await page.mouse.move(from.x + 60, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 60, to.y + to.height / 2, { steps: 5 });
    await page.mouse.move(to.x + 60, to.y + 3, { steps: 3 });
    // Playwright reports the element that is entered; only the next movement is one over it.
    await page.mouse.move(to.x + 61, to.y + 2);
    await expect(item('Aims')).toHaveAttribute('data-drop', 'before');
    await page.mouse.up();
    await expect(items).toHaveText([/Practice/, /Aims/, /Tools/]);
  });

  await test.step('and moved to the end with the keyboard only', async () => {
    await item('Practice').focus();
    await page.keyboard.press('Enter');
    await expect(item('Practice')).toHaveAttribute('aria-selected', 'true');
    const move = page.getByRole('button', { name: t('admin:tree.moveTo'), exact: true });
    await move.focus();
    await page.keyboard.press('Enter');
    const place = page.getByRole('dialog').getByRole('combobox', { name: t('admin:tree.place') });
    await place.focus();
    await page.keyboard.press('End');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('admin:row.move'), exact: true })
      .focus();
    await page.keyboard.press('Enter');
    await expect(items).toHaveText([/Aims/, /Tools/, /Practice/]);
    await saved();
    await page.reload();
    await expect(items).toHaveText([/Aims/, /Tools/, /Practice/]);
  });

  await test.step('without a picture the drawing of the course is shown; a part of a picture takes its place', async () => {
    const group = page.getByRole('group', { name: t('editing:cover'), exact: true });
    await expect(group.locator('svg.cover')).toBeVisible();
    const tall = { create: { width: 400, height: 900, channels: 3 as const, background: { r: 200, g: 20, b: 20 } } };
    await group.getByRole('button', { name: t('editing:picture.choose') }).click();
    const library = page.getByRole('dialog');
    const file = { name: 'tall.png', mimeType: 'image/png', buffer: await sharp(tall).png().toBuffer() };
    await library.locator('input[type=file]').setInputFiles(file);
    const picture = group.locator('img');
    await expect(picture).toBeVisible({ timeout: 30_000 });
    const before = (await picture.getAttribute('src'))!;
    await group.getByRole('button', { name: t('editing:coverField.crop') }).click();
    const dialog = page.getByRole('dialog', { name: t('editing:coverField.cropTitle') });
    await expect(page.getByRole('application', { name: t('editing:coverField.frame') })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await dialog.getByRole('button', { name: t('editing:coverField.save') }).click();
    await expect(dialog).toBeHidden();
    await expect(picture).not.toHaveAttribute('src', before);
    const src = (await picture.getAttribute('src'))!.split('?')[0]!;
    const bytes = await page.evaluate(async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())], src);
    const { width, height } = await sharp(Buffer.from(bytes)).metadata();
    expect(width / height).toBeCloseTo(16 / 9, 1);
    await saved();
  });
});
