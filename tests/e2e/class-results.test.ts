import { randomUUID } from 'node:crypto';
import { inZone } from '#src/lib/dates.ts';
import { asOperator } from './support/database.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* A class with an assistant, materials and results that count, from the empty form to what a learner sees (docs/decisions/108). */

/* What cannot be saved. */
test.use({ expectedLines: /status of 422/ });

test('a class that requires a pass: planned with an assistant and materials, results entered, hours only for who has passed', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(150_000);
  const tenant = await ownTenant('Welding');
  const [courseId, resourceId] = [randomUUID(), randomUUID()];
  const within = <T>(work: (client: Parameters<Parameters<typeof asOperator>[0]>[0], id: string) => Promise<T>) =>
    asOperator(async (client) => {
      const found = await client.query<{ id: string }>('select id from portal.enterprise where key = $1', [tenant.key]);
      await client.query(`select set_config('app.enterprise_id', $1, true)`, [found.rows[0]!.id]);
      return work(client, found.rows[0]!.id);
    });
  await within(async (client, id) => {
    for (const [sort, name] of ['Mei Main', 'Hao Helper'].entries())
      await client.query(
        `insert into lecturer (enterprise_id, code, lecturer_name, lecturer_level, sort) values ($1, $2, $2, 'Senior', $3)`,
        [id, name, sort],
      );
    await client.query(
      `insert into course (enterprise_id, id, code, title, class_hours, hour_kind, lecturer_id)
       select $1, $2::uuid, $2::text, 'Welding', 3, 'required', l.id from lecturer l where l.code = 'Mei Main'`,
      [id, courseId],
    );
    await client.query(
      `insert into course_resource (enterprise_id, id, course_id, code, sub_resource_name, content_type)
       values ($1, $2::uuid, $3, $2::text, 'Workshop', 6)`,
      [id, resourceId, courseId],
    );
  });
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const [passer, failer] = [
    await ownMember(tenant, { userName: 'Pia Passer' }),
    await ownMember(tenant, { userName: 'Finn Failer' }),
  ];
  const at = (where: string) => `${tenant.origin}${path(where)}`;
  const day = inZone(new Date(Date.now() + 86_400_000), 'Asia/Shanghai').format('YYYY-MM-DD');
  await signIn(context, tenant, admin);
  await page.goto(at(`/admin/calendar?view=list&day=${day}`));
  await page.getByRole('button', { name: t('calendar:plan'), exact: true }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(t('calendar:form.startAt'), { exact: true }).fill(`${day}T09:00`);
  await dialog.getByLabel(t('calendar:form.endAt'), { exact: true }).fill(`${day}T11:00`);
  await dialog.getByRole('textbox', { name: t('calendar:form.place'), exact: true }).fill('Hall 1');
  await dialog.getByRole('checkbox', { name: 'Hao Helper' }).check();
  await dialog.getByRole('checkbox', { name: t('calendar:form.passRequired') }).check();
  await dialog.getByRole('button', { name: t('calendar:save') }).click();
  const entry = page.getByRole('button', { name: /Workshop/ });
  await expect(entry).toContainText('Hao Helper');

  await entry.click();
  const panel = page.getByRole('dialog').last();
  for (const [n, name] of ['Slides', 'Solutions'].entries()) {
    await panel.getByRole('button', { name: t('calendar:materials.link') }).click();
    await panel
      .getByRole('textbox', { name: t('calendar:materials.name') })
      .nth(n)
      .fill(name);
    if (n === 0) await panel.getByRole('button', { name: t('calendar:materials.save') }).click();
    // An address is missing.
    if (n === 0) await expect(panel.getByText(t('errors:field.required'))).toBeVisible();
    await panel
      .getByRole('textbox', { name: t('calendar:materials.url') })
      .nth(n)
      .fill(`https://example.com/${name}`);
  }
  await panel
    .getByRole('combobox', { name: t('calendar:materials.shown') })
    .nth(1)
    .selectOption('after');
  await panel.getByRole('button', { name: t('calendar:materials.save') }).click();
  await expect(page.getByText(t('calendar:materials.saved_one', { count: 1 })).first()).toBeVisible();
  await expectAccessibleInBoth(page);

  const contexts = await Promise.all([passer, failer].map(() => browser.newContext()));
  const [pia, finn] = await Promise.all(
    contexts.map(async (each, n) => {
      await signIn(each, tenant, [passer, failer][n]!);
      return each.newPage();
    }),
  );
  const session = at(`/watch/course?id=${courseId}&resource=${resourceId}`);
  for (const learner of [pia!, finn!]) {
    await learner.goto(session);
    await learner.getByRole('button', { name: t('training:book'), exact: true }).click();
    await expect(learner.getByRole('link', { name: 'Slides' })).toHaveAttribute('href', 'https://example.com/Slides');
    await expect(learner.getByRole('link', { name: 'Solutions' })).toHaveCount(0);
    await expect(learner.getByText(t('training:passRequired'))).toBeVisible();
  }

  // The class takes place.
  const id = await within(async (client) => {
    await client.query(
      `update training_session set start_at = now() - interval '2 hours', end_at = now() - interval '1 minute' where resource_id = $1`,
      [resourceId],
    );
    await client.query(
      `insert into training_attendance (enterprise_id, session_id, user_id, state, signed_in_at, sign_way)
       select x.enterprise_id, x.session_id, x.user_id, 'present', now() - interval '2 hours', 'qr' from training_seat x
       join training_session s on s.enterprise_id = x.enterprise_id and s.id = x.session_id where s.resource_id = $1`,
      [resourceId],
    );
    const { rows } = await client.query<{ id: string }>('select id from training_session where resource_id = $1', [
      resourceId,
    ]);
    return rows[0]!.id;
  });
  await page.goto(at(`/account/sessions/${id}`));
  await page.getByRole('button', { name: t('training:result.enter') }).click();
  const grid = page.getByRole('dialog');
  const choose = (name: string, value: string) =>
    grid.getByRole('combobox', { name: t('training:result.passedOf', { name }) }).selectOption(value);
  await choose('Pia Passer', 'yes');
  await choose('Finn Failer', 'no');
  await grid.getByRole('spinbutton', { name: t('training:result.scoreOf', { name: 'Finn Failer' }) }).fill('41.5');
  await grid
    .getByRole('textbox', { name: t('training:result.noteOf', { name: 'Finn Failer' }) })
    .fill('Practise the seams');
  await expectAccessibleInBoth(page);
  await grid.getByRole('button', { name: t('training:result.save') }).click();
  await expect(grid).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Finn Failer/ })).toContainText('41.5');
  await page.getByRole('button', { name: t('training:confirm.action') }).click();
  const confirm = page.getByRole('dialog');
  await confirm.getByRole('button', { name: t('training:confirm.action') }).click();
  await expect(page.getByText(t('training:confirm.done', { completed: 1, withdrawn: 0 })).first()).toBeVisible();

  await finn!.goto(session);
  await expect(finn!.getByText('Practise the seams')).toBeVisible();
  await expect(finn!.getByText(t('training:result.failed'))).toBeVisible();
  await expect(finn!.getByRole('link', { name: 'Solutions' })).toBeVisible();
  await expect(finn!.getByText(t('training:panel.done'))).toHaveCount(0);
  await pia!.goto(session);
  await expect(pia!.getByText(t('training:panel.done'))).toBeVisible();
  await expect(pia!.getByText('Practise the seams')).toHaveCount(0);
  for (const each of contexts) await each.close();
});
