import { inZone } from '#src/lib/dates.ts';
import { gateway } from './support/http.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Two people who change one session of an offline class, or one room of the calendar. */

/** Of the second of two saves. */
test.use({ expectedLines: /status of 409/ });
/** The administrator. */
const ADMIN = 4;
const day = (days: number) => inZone(new Date(Date.now() + days * 86_400_000), 'Asia/Shanghai').format('YYYY-MM-DD');

test('two people who change a session see both versions, from the calendar and as its lecturer, and its history', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  test.setTimeout(90_000);
  await signIn(context, tenant, ADMIN);
  const host = hostOf(tenant);
  const admin = await sessionOf(tenant, ADMIN);
  const ask = async <T>(name: string, input: unknown) => {
    const { envelope } = await gateway(host, name, input, admin);
    expect(envelope.code, JSON.stringify(envelope)).toBe(200);
    return envelope.data as T;
  };
  const [resource] = await ask<{ id: string }[]>('GET /course/auth/training/resource/list', {});
  const fields = { place: 'Park', startAt: `${day(60)}T09:00`, endAt: `${day(60)}T10:00`, capacity: 5 };
  const title = `Twice ${Date.now()}`;
  const { id } = await ask<{ id: string }>('POST /course/auth/training/session/save', {
    ...{ resourceId: resource!.id, title, ...fields },
  });
  const session = () =>
    ask<{ title: string; capacity: number; place: string; endAt: string }>(
      `GET /course/auth/training/run/view?id=${id}`,
      {},
    );
  const dialog = page.getByRole('dialog').last();
  const conflict = page.getByRole('region', { name: t('admin:conflict.title') });
  const part = (label: string) => conflict.getByRole('group', { name: label, exact: true });
  const mine = t('admin:conflict.mine');
  const theirs = t('admin:conflict.theirs');

  await test.step('in the calendar', async () => {
    await page.goto(path(`/admin/calendar?view=list&day=${day(60)}`));
    await page
      .getByRole('button', { name: new RegExp(title) })
      .last()
      .click();
    await page.getByRole('button', { name: t('calendar:change'), exact: true }).click();
    await ask('POST /course/auth/training/session/save', {
      id,
      revision: 1,
      title,
      ...fields,
      capacity: 7,
      place: 'Hall',
    });
    await dialog.getByRole('spinbutton', { name: t('calendar:form.capacity') }).fill('9');
    await dialog.getByRole('textbox', { name: t('calendar:form.title') }).fill(`${title} mine`);
    await dialog.getByRole('button', { name: t('calendar:save') }).click();
    // Of what only they have changed theirs is chosen; of what both have changed, the own one.
    await expect(part(t('calendar:form.place')).getByRole('radio', { name: theirs })).toBeChecked();
    await expect(part(t('calendar:form.title')).getByRole('radio', { name: mine })).toBeChecked();
    const capacity = part(t('calendar:form.capacity'));
    await expect(capacity.getByRole('radio', { name: mine })).toBeChecked();
    await expect(capacity).toContainText('9');
    await expect(capacity).toContainText('7');
    await expectAccessibleInBoth(page);
    await capacity.getByRole('radio', { name: theirs }).check();
    await conflict.getByRole('button', { name: t('admin:conflict.continue') }).click();
    await expect(dialog.getByRole('textbox', { name: t('calendar:form.title') })).toHaveValue(`${title} mine`);
    await expect(dialog.getByRole('textbox', { name: t('calendar:form.place'), exact: true })).toHaveValue('Hall');
    await expect(dialog.getByRole('spinbutton', { name: t('calendar:form.capacity') })).toHaveValue('7');
    await dialog.getByRole('button', { name: t('calendar:save') }).click();
    await expect(page.getByText(t('calendar:changed_one')).first()).toBeVisible();
    expect(await session()).toMatchObject({ title: `${title} mine`, capacity: 7, place: 'Hall' });
  });

  await test.step('on the page of its lecturer', async () => {
    await page.goto(path(`/account/sessions/${id}`));
    await page.getByRole('button', { name: t('training:run.change'), exact: true }).click();
    await ask('POST /course/auth/training/session/save', {
      ...{ id, revision: 3, title: `${title} theirs`, ...fields, place: 'Hall', capacity: 7, signInFrom: 45 },
    });
    await dialog.getByRole('textbox', { name: t('training:form.place'), exact: true }).fill('Garden');
    await dialog.getByRole('button', { name: t('training:form.save') }).click();
    await expect(part(t('training:form.place')).getByRole('radio', { name: mine })).toBeChecked();
    await expect(part(t('training:form.title')).getByRole('radio', { name: theirs })).toBeChecked();
    await expect(part(t('training:form.signInFrom')).getByRole('radio', { name: theirs })).toBeChecked();
    await conflict.getByRole('button', { name: t('admin:conflict.continue') }).click();
    await dialog.getByRole('button', { name: t('training:form.save') }).click();
    await expect(page.getByRole('heading', { name: `${title} theirs`, level: 1 })).toBeVisible();
    expect(await session()).toMatchObject({ title: `${title} theirs`, place: 'Garden', signInFrom: 45 });
  });

  await test.step('the history says what was changed', async () => {
    await page.getByRole('button', { name: t('admin:history.title'), exact: true }).click();
    const entries = dialog.getByRole('listitem');
    await expect(entries.filter({ hasText: 'Garden' }).first()).toContainText('Hall');
    await expect(dialog.getByText(t('history:action.training.planned'))).toBeVisible();
    await expectAccessibleInBoth(page);
  });
});

test('what somebody else has changed in a later session of a series is shown before it is replaced', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  await signIn(context, tenant, ADMIN);
  const admin = await sessionOf(tenant, ADMIN);
  const ask = async <T>(name: string, input: unknown) => {
    const { envelope } = await gateway(hostOf(tenant), name, input, admin);
    expect(envelope.code, JSON.stringify(envelope)).toBe(200);
    return envelope.data as T;
  };
  const SAVE = 'POST /course/auth/training/session/save';
  const [resource] = await ask<{ id: string }[]>('GET /course/auth/training/resource/list', {});
  const on = (days: number) => ({ startAt: `${day(days)}T14:00`, endAt: `${day(days)}T15:00`, capacity: 5 });
  const title = `Series ${Date.now()}`;
  const { id } = await ask<{ id: string }>(SAVE, {
    ...{ resourceId: resource!.id, title, place: 'Park', ...on(63), days: [day(64)] },
  });
  type View = { place: string; later: { id: string }[] };
  const placeOf = async (one: string) => (await ask<View>(`GET /course/auth/training/run/view?id=${one}`, {})).place;
  const second = (await ask<View>(`GET /course/auth/training/run/view?id=${id}`, {})).later[0]!.id;

  await page.goto(path(`/admin/calendar?view=list&day=${day(63)}`));
  await page
    .getByRole('button', { name: new RegExp(title) })
    .first()
    .click();
  await page.getByRole('button', { name: t('calendar:change'), exact: true }).click();
  const dialog = page.getByRole('dialog').last();
  const change = dialog.getByRole('alert').filter({ hasText: t('calendar:laterChanged') });
  await ask(SAVE, { id: second, revision: 1, title, place: 'Hall', ...on(64) });
  await dialog.getByRole('textbox', { name: t('calendar:form.place'), exact: true }).fill('Garden');
  await dialog.getByRole('checkbox', { name: t('calendar:following') }).check();
  await dialog.getByRole('button', { name: t('calendar:save') }).click();
  await expect(change).toContainText('Hall');
  await expectAccessibleInBoth(page);
  expect([await placeOf(id), await placeOf(second)]).toEqual(['Park', 'Hall']);
  await dialog.getByRole('button', { name: t('calendar:save') }).click();
  await expect(page.getByText(t('calendar:changed_other', { count: 2 })).first()).toBeVisible();
  expect([await placeOf(id), await placeOf(second)]).toEqual(['Garden', 'Garden']);
});

test('two people change a room; one without sessions is deleted and restored', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  await signIn(context, tenant, ADMIN);
  const admin = await sessionOf(tenant, ADMIN);
  const name = `Hall ${Date.now()}`;
  const dialog = page.getByRole('dialog').last();
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  const field = (key: string) => dialog.getByLabel(t(`calendar:rooms.${key}`), { exact: true });
  await page.goto(path('/admin/calendar'));
  await page.getByRole('button', { name: t('calendar:rooms.title'), exact: true }).click();
  await page.getByRole('button', { name: t('calendar:rooms.add') }).click();
  await field('name').fill(name);
  await field('address').fill('Park 1');
  await dialog.getByRole('button', { name: t('calendar:save') }).click();
  await expect(row(name)).toBeVisible();

  await row(name)
    .getByRole('button', { name: t('calendar:rooms.edit') })
    .click();
  const { envelope } = await gateway(hostOf(tenant), 'POST /course/auth/calendar/room/list', {}, admin);
  const { id } = (envelope.data as { rooms: { id: string; name: string }[] }).rooms.find((each) => each.name === name)!;
  const theirs = { id, revision: 1, name, address: 'Park 2', capacity: 12 };
  await gateway(hostOf(tenant), 'POST /course/auth/calendar/room/save', theirs, admin);
  await field('name').fill(`${name} mine`);
  await dialog.getByRole('button', { name: t('calendar:save') }).click();
  await expect(page.getByRole('region', { name: t('admin:conflict.title') })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: t('admin:conflict.continue') }).click();
  await expect(field('name')).toHaveValue(`${name} mine`);
  await expect(field('address')).toHaveValue('Park 2');
  await dialog.getByRole('button', { name: t('calendar:save') }).click();
  await expect(row(`${name} mine`)).toContainText('Park 2');

  await row(`${name} mine`)
    .getByRole('button', { name: t('calendar:rooms.delete') })
    .click();
  await dialog.getByRole('button', { name: t('calendar:rooms.delete') }).click();
  const deleted = page.getByRole('region', { name: t('calendar:rooms.deletedTitle') });
  await deleted
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: t('calendar:rooms.restore') })
    .click();
  await expect(row(name).getByRole('button', { name: t('calendar:rooms.edit') })).toBeVisible();
  await row(name)
    .getByRole('button', { name: t('admin:history.of', { name: `${name} mine` }) })
    .click();
  await expect(dialog.getByText(t('history:action.training.room.restore', { name: `${name} mine` }))).toBeVisible();
  await expectAccessibleInBoth(page);
});
