import { readFile } from 'node:fs/promises';
import { readPdf } from '../factories/read-pdf.ts';
import { addMember, asOperator, newcomer } from './support/database.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, listen, test } from './support/test.ts';

/* From an empty list to a certificate that its holder downloads (docs/specification.md, section "Templates of certificates"). */

const ADMIN = 4;

test('a template is made, published and chosen, and the certificate that is issued then is made of it', async ({
  page,
  context,
  browser,
  tenant,
  path,
  t,
  lang,
}) => {
  test.setTimeout(120_000);
  const phone = await addMember(tenant);
  const name = newcomer(phone);
  const mark = phone.slice(-6);
  await signIn(context, tenant, ADMIN);
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
  const dialog = page.getByRole('dialog');

  await test.step('begun with the layout of the portal', async () => {
    await page.goto(path('/admin/certificates/templates'));
    await button('record:template.add').click();
    await dialog.getByLabel(t('record:template.name')).fill(`Template ${mark}`);
    await dialog.getByLabel(t('record:template.orientation.portrait')).check();
    await button('record:template.begin').click();
    await expect(page).toHaveURL(/templates\/edit\?id=/);
  });

  await test.step('changed by numbers, keys and pointer', async () => {
    await button('record:template.kind.text').click();
    await page.getByLabel(t(`record:template.text.${lang}`)).fill(`MARK ${mark} {number}`);
    await page.getByRole('spinbutton', { name: t('record:template.field.x') }).fill('20');
    await page.getByRole('spinbutton', { name: t('record:template.field.y') }).fill('265');
    const added = page
      .getByRole('group', { name: t('record:template.canvas') })
      .getByRole('button', { name: new RegExp(`MARK ${mark}`) });
    await added.focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('spinbutton', { name: t('record:template.field.y') })).toHaveValue('264');
    const box = (await added.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect(page.getByRole('spinbutton', { name: t('record:template.field.x') })).not.toHaveValue('20');
    await expectAccessibleInBoth(page);
  });

  await test.step('shown as PDF before it is published', async () => {
    const shown = page.waitForEvent('popup');
    const answer = context.waitForEvent('response', (response) =>
      response.url().includes('/admin/certificate-preview/'),
    );
    await button(`record:template.preview.${lang}`).click();
    expect((await answer).status()).toBe(200);
    await (await shown).close();
  });

  await test.step('published, and chosen for a kind', async () => {
    await button('record:template.publish').click();
    await dialog.getByRole('button', { name: t('record:template.publish') }).click();
    await expect(page.getByText(t('record:template.version', { version: 1 })).first()).toBeVisible();
    await page.goto(path('/admin/certificates/kinds'));
    await button('record:kind.add').click();
    await dialog.getByLabel(t('record:kind.name')).fill(`Kind ${mark}`);
    await dialog.getByLabel(t('record:kind.issuer')).fill('Academy');
    await dialog.getByRole('button', { name: t('record:kind.save') }).click();
    await expect(dialog).toBeHidden();
    await page.goto(path(`/admin/certificates/kinds?keyword=${mark}`));
    await page.getByRole('button', { name: t('record:kind.chooseTemplate') }).click();
    await dialog.getByLabel(t('record:kind.template'), { exact: true }).selectOption({ label: `Template ${mark}` });
    await dialog.getByRole('button', { name: t('record:kind.save') }).click();
    await expect(page.getByRole('link', { name: `Template ${mark}` })).toBeVisible();
  });

  const id = await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      tenant.key,
    ]);
    const { rows } = await client.query<{ id: string }>(
      `insert into user_certificate (enterprise_id, user_id, user_name, certificate_id, source, issue_way, issued_at, certificate_no)
       select k.enterprise_id, u.user_id, u.user_name, k.id, 'e2e', 'manual', now(), $2
       from certificate k join enterprise_user u on u.enterprise_id = k.enterprise_id
       where k.enterprise_id = current_setting('app.enterprise_id')::uuid and k.certificate_name = $1 and u.user_name = $3
       returning id`,
      [`Kind ${mark}`, `E2E-${mark}`, name],
    );
    return rows[0]!.id;
  });

  await test.step('seen and downloaded by its holder', async () => {
    const own = await browser.newContext({ baseURL: tenant.origin });
    await signIn(own, tenant, phone);
    const holder = await own.newPage();
    const lines = listen(holder);
    await holder.goto(path(`/account/certificate?id=${id}`));
    await expect(holder.getByRole('img', { name: `Kind ${mark}` })).toContainText(`MARK ${mark} E2E-${mark}`);
    const download = holder.waitForEvent('download');
    await holder.getByRole('link', { name: t('record:certificate.pdf') }).click();
    const bytes = await readFile(await (await download).path());
    const { size, texts } = await readPdf(new Response(new Uint8Array(bytes)));
    expect(size.map(Math.round)).toEqual([0, 0, 595, 842]);
    expect(texts).toEqual(expect.arrayContaining([name, `Kind ${mark}`]));
    expect(texts.join(' ')).toContain(`MARK ${mark} E2E-${mark}`);
    expect(lines).toEqual([]);
    await own.close();
  });
});
