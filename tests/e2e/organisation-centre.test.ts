import { addMember, newcomer } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The organisation centre: from an order to the page of one of its people. */

const ORGANISATION = 3;

test('an organisation orders, gives seats to a department, follows a person and takes unused seats back', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const buyer = await addMember(tenant, ORGANISATION);
  const department = `Crew ${buyer}`;
  const [first, second] = [await addMember(tenant, 1, department), await addMember(tenant, 1, department)];
  const { title } = tenant.paidCourse;
  const host = hostOf(tenant);
  const courses = await gateway(host, 'POST /course/api/course/info/page', { keyword: title });
  const courseId = (courses.envelope.data as { list: { id: string }[] }).list[0]!.id;

  await signIn(context, tenant, buyer);
  await test.step('the invoice data are checked, and stored', async () => {
    await page.goto(path('/account?change=7&part=invoice'));
    await page.getByLabel(t('order:invoice.title'), { exact: true }).fill('North Yard');
    await page.getByLabel(t('order:invoice.taxNumber'), { exact: true }).fill('9144030071526726XH');
    await page.getByRole('button', { name: t('centre:invoice.save') }).click();
    await expect(page.getByText(t('errors:field.taxNumber'))).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByLabel(t('order:invoice.taxNumber'), { exact: true }).fill('9144030071526726XG');
    await page.getByRole('button', { name: t('centre:invoice.save') }).click();
    await expect(page.getByText(t('centre:invoice.saved'))).toBeVisible();
  });

  const mine = await sessionOf(tenant, buyer);
  await gateway(host, 'POST /course/auth/order/cart/save', { courseId, seats: 3 }, mine);
  await test.step('an order with three seats is approved', async () => {
    await page.goto(path('/cart'));
    await page.getByRole('button', { name: t('order:cart.submit') }).click();
    await expect(page).toHaveURL(/change=7&order=/);
    await expect(page.getByRole('main')).toContainText('9144030071526726XG');
  });
  const orderPage = page.url();
  const id = new URL(orderPage).searchParams.get('order')!;
  const order = await gateway(host, `GET /course/auth/order/view?id=${id}`, null, mine);
  const { instanceId } = order.envelope.data as { instanceId: string };
  for (const approver of tenant.orderApprovers)
    await gateway(
      host,
      'POST /user/auth/flow/instance/submitFlow',
      { id: instanceId, action: 'approve' },
      await sessionOf(tenant, approver),
    );

  await test.step('its seats go to the department, which is shown before', async () => {
    await page.goto(orderPage);
    await page.getByRole('button', { name: t('order:department.open') }).click();
    const dialog = page.getByRole('dialog', { name: t('order:department.title') });
    await dialog.getByRole('combobox').selectOption(department);
    await expect(dialog.getByRole('status')).toContainText(newcomer(second));
    await expect(dialog.getByRole('status')).toContainText(newcomer(first));
    await expectAccessibleInBoth(page);
    // The texts have plural forms in English.
    await dialog.getByRole('button', { name: /2/ }).click();
    await expect(page.getByText(t('order:seat.given'))).toBeVisible();
    await expect(page.getByRole('region', { name: t('order:seat.of', { title }) })).toContainText(newcomer(second));
  });

  await test.step('the people, and the page of one of them', async () => {
    await page.goto(path('/account?change=7'));
    const parts = page.getByRole('navigation', { name: t('centre:parts') });
    await parts.getByRole('link', { name: t('centre:part.people'), exact: true }).click();
    const table = page.getByRole('region', { name: t('centre:part.people') }).getByRole('table');
    await expect(table.getByRole('row')).toHaveCount(3);
    await expectFits(page);
    const tools = page.getByRole('main').getByRole('search');
    await tools.getByRole('searchbox').fill(newcomer(first));
    await tools.getByRole('button', { name: t('order:list.search') }).click();
    await expect(table.getByRole('row')).toHaveCount(2);
    await table.getByRole('link', { name: newcomer(first) }).click();
    await expect(page.getByRole('heading', { name: newcomer(first) })).toBeVisible();
    await expect(page.getByRole('region', { name: t('centre:part.seats') })).toContainText(title);
    await expectAccessibleInBoth(page);
    const lists = page.getByRole('navigation', { name: t('centre:lists') });
    await lists.getByRole('link', { name: t('centre:part.exams'), exact: true }).click();
    await expect(page.getByRole('region', { name: t('centre:part.exams') })).toBeVisible();
    await page.getByRole('link', { name: t('centre:back') }).click();
    await expect(table.getByRole('row')).toHaveCount(3);
  });

  await test.step('the annual statement of its people, which anybody can verify', async () => {
    await page.goto(path('/account?change=7&part=statements'));
    await expect(page.getByText(t('centre:statement.empty'))).toBeVisible();
    await page.getByRole('button', { name: t('centre:statement.issue') }).click();
    await expect(page.getByText(t('centre:statement.requested'))).toBeVisible();
    const table = page.getByRole('region', { name: t('centre:statement.title') }).getByRole('table');
    await expect(async () => {
      await page.reload();
      await expect(table.getByRole('row')).toHaveCount(2, { timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expectAccessibleInBoth(page);
    await expectFits(page);
    await table.getByRole('rowheader').getByRole('link').click();
    await expect(page.getByText(t('statement:verify.current'))).toBeVisible();
    await expect(page.getByText(t('statement:verify.organisationOf'))).toBeVisible();
  });

  await test.step('unused seats are taken back together, and the order is made again', async () => {
    await page.goto(orderPage);
    await page.getByRole('button', { name: t('order:seat.takeBackUnused') }).click();
    await page
      .getByRole('dialog', { name: t('order:seat.takeBackUnused') })
      .getByRole('button', { name: t('order:seat.takeBack') })
      .click();
    await expect(page.getByText(t('order:seat.nobody'))).toBeVisible();
    await page.getByRole('button', { name: t('order:repeat.action') }).click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(
      page.getByRole('listitem', { name: title }).getByLabel(t('order:cart.seats'), { exact: true }),
    ).toHaveValue('3');
  });
});
