import { asOperator } from './support/database.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* A questionnaire from the empty course to the answers of a learner (docs/decisions/106). */

// What cannot be published, and what somebody else has changed.
test.use({ expectedLines: /status of (409|422)/ });

test('a questionnaire is written in the course editor, filled in by a learner, and changed by two editors', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(180_000);
  const tenant = await ownTenant('Opinions');
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const learner = await ownMember(tenant, { userName: 'Lea Rner' });
  await signIn(context, tenant, admin);
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
  await page.goto(`${tenant.origin}${path('/admin/categories')}`);
  await button('editing:categories.add').click();
  await page.getByRole('textbox', { name: t('editing:nameIn.zh') }).fill('安全');
  await button('editing:save').click();
  await expect(page.getByRole('treeitem')).toHaveCount(1);
  await page.goto(`${tenant.origin}${path('/admin/courses')}`);
  await page.getByRole('link', { name: t('editing:course.add') }).click();
  const saved = () => expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
  await page.getByRole('textbox', { name: t('editing:name'), exact: true }).fill('Opinions');
  await page.getByRole('combobox', { name: t('editing:category'), exact: true }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: t('editing:course.addOther') }).selectOption('questionnaire');
  await button('editing:questionnaire.begin').click();
  const questions = page.getByRole('group', { name: t('editing:questionnaire.questions') });
  const field = (key: string, values?: { number: number }) =>
    questions.getByRole('textbox', { name: t(`editing:questionnaire.${key}`, values), exact: true });
  await field('option', { number: 1 }).fill('Day shift');
  await saved();
  const id = new URL(page.url()).searchParams.get('id')!;
  const publish = async () => {
    await button('editing:publish').click();
  };
  // Nothing is asked yet.
  await publish();
  await expect(field('title')).toHaveAccessibleDescription(t('errors:field.required'));
  await field('title').fill('Which shift?');
  await field('option', { number: 2 }).fill('Night shift');
  const scale = t('editing:questionnaire.add', { kind: t('editing:questionnaire.kinds.scale') });
  await page.getByRole('button', { name: scale, exact: true }).click();
  await field('title').nth(1).fill('How bright is the light?');
  await saved();
  await expectAccessibleInBoth(page);
  await publish();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('editing:publishNow') })
    .click();
  await expect(page.getByText(t('editing:saving.none'))).toBeVisible();

  const theirs = await browser.newContext();
  await signIn(theirs, tenant, learner);
  const seat = await theirs.newPage();
  await seat.goto(`${tenant.origin}${path(`/watch/course?id=${id}`)}`);
  await seat.getByRole('radio', { name: 'Night shift' }).check();
  await seat.getByRole('radio', { name: '4', exact: true }).check();
  await seat.getByRole('button', { name: t('questionnaire:form.submit') }).click();
  await expect(seat.getByText(t('questionnaire:form.done.title'))).toBeVisible();
  await theirs.close();

  await test.step('two editors: both versions are shown, and the one that is chosen stays', async () => {
    await page.reload();
    await page.getByRole('treeitem').click();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('treeitem').click();
    const first = (on: typeof page) =>
      on
        .getByRole('group', { name: t('editing:questionnaire.questions') })
        .getByRole('textbox', { name: t('editing:questionnaire.title'), exact: true })
        .first();
    await first(other).fill('Their shift?');
    await expect(other.getByText(t('editing:saving.saved'))).toBeVisible();
    await first(page).fill('My shift?');
    await expect(page.getByRole('heading', { name: t('editing:conflictTitle') })).toBeVisible();
    await expect(page.getByText(/Their shift\?/).first()).toBeVisible();
    await expect(page.getByText(/My shift\?/).first()).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: t('admin:conflict.continue'), exact: true }).click();
    await saved();
    await other.reload();
    await other.getByRole('treeitem').click();
    await expect(first(other)).toHaveValue('My shift?');
    await other.close();
  });

  // What was answered keeps its meaning.
  await page.reload();
  await page.getByRole('treeitem').click();
  await questions.getByRole('combobox').first().selectOption('text');
  await saved();
  await publish();
  await expect(questions.getByText(t('errors:field.questionAnswered'))).toBeVisible();
});

test('pages, a table of choices and conditions are written, tried out, and honoured by the form of learners', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(180_000);
  const tenant = await ownTenant('Branches');
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const learner = await ownMember(tenant, { userName: 'Lea Rner' });
  await signIn(context, tenant, admin);
  const q = (key: string, values?: Record<string, string | number>) => t(`editing:questionnaire.${key}`, values);
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
  const saved = () => expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
  await page.goto(`${tenant.origin}${path('/admin/categories')}`);
  await button('editing:categories.add').click();
  await page.getByRole('textbox', { name: t('editing:nameIn.zh') }).fill('安全');
  await button('editing:save').click();
  await expect(page.getByRole('treeitem')).toHaveCount(1);
  await page.goto(`${tenant.origin}${path('/admin/courses/edit')}`);
  await page.getByRole('textbox', { name: t('editing:name'), exact: true }).fill('Branches');
  await page.getByRole('combobox', { name: t('editing:category'), exact: true }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: t('editing:course.addOther') }).selectOption('questionnaire');
  await button('editing:questionnaire.begin').click();

  /** The fields of a question or page, by its name. */
  const row = (name: string) => page.getByRole('group', { name, exact: true });
  const add = (on: ReturnType<typeof row>, kind: string) =>
    on.getByRole('button', { name: q('add', { kind: q(`kinds.${kind}`) }), exact: true }).click();
  const nameIt = (on: ReturnType<typeof row>, title: string) =>
    on.getByRole('textbox', { name: q('title'), exact: true }).fill(title);
  const text = (on: ReturnType<typeof row>, key: string, number: number) =>
    on.getByRole('textbox', { name: q(key, { number }), exact: true });

  await test.step('two pages: a choice, and a table of choices after one answer to it', async () => {
    await nameIt(row(q('question', { number: 1 })), 'Shift?');
    await text(row('Shift?'), 'option', 1).fill('Day');
    await text(row('Shift?'), 'option', 2).fill('Night');
    await button('editing:questionnaire.addPage').click();
    const second = row(q('page', { number: 2 }));
    await second.getByRole('textbox', { name: q('pageTitle') }).fill('At night');
    const night = row('At night');
    await night.getByRole('combobox', { name: q('showPageIf') }).selectOption({ label: 'Shift?' });
    await night.getByRole('checkbox', { name: 'Day', exact: true }).uncheck();
    await expect(night.getByText(q('fault.empty'))).toBeVisible();
    await night.getByRole('checkbox', { name: 'Night', exact: true }).check();
    await expect(night.getByText(q('fault.empty'))).toHaveCount(0);
    await add(night, 'matrix');
    await nameIt(row(q('question', { number: 1 })), 'How is it?');
    const table = row('How is it?');
    await text(table, 'row', 1).fill('Light');
    await table.getByRole('button', { name: q('addRow') }).click();
    await text(table, 'row', 2).fill('Noise');
    await text(table, 'option', 1).fill('Bad');
    await text(table, 'option', 2).fill('Good');
    await saved();
    await expectAccessibleInBoth(page);
  });

  await test.step('a question is duplicated, moved to another page and removed', async () => {
    await page.getByRole('button', { name: q('duplicate', { name: 'Shift?' }), exact: true }).click();
    await nameIt(row('Shift?').nth(1), 'Which one?');
    await row('Which one?')
      .getByRole('combobox', { name: q('onPage') })
      .selectOption({ label: 'At night' });
    await expect(row('At night').getByRole('group', { name: 'Which one?', exact: true })).toBeVisible();
    await saved();
    await page.reload();
    await page.getByRole('treeitem').click();
    await expect(row('At night').getByRole('group', { name: 'Which one?', exact: true })).toBeVisible();
    await row('At night')
      .getByRole('button', { name: new RegExp(`${t('admin:row.remove')}.*Which one`) })
      .click();
    await expect(row('Which one?')).toHaveCount(0);
  });

  await test.step('removing or moving what others refer to says so', async () => {
    const up = page.getByRole('button', { name: t('admin:row.up', { name: 'At night' }), exact: true });
    await up.click();
    const asks = page.getByRole('dialog');
    await expect(asks.getByText(q('referredBy', { name: 'At night' }))).toBeVisible();
    await asks.getByRole('button', { name: t('common:cancel') }).click();
    await expect(page.getByText(q('fault.later'))).toHaveCount(0);
    const remove = page.getByRole('button', { name: new RegExp(`${t('admin:row.remove')}.*Shift`) });
    await remove.click();
    await asks.getByRole('button', { name: q('goOn') }).click();
    await expect(row('At night').getByText(q('fault.gone'))).toBeVisible();
    await saved();
    // Its page has no question any more, and the other one a condition without one.
    await button('editing:publish').click();
    await expect(row('At night').getByRole('combobox', { name: q('showPageIf') })).toHaveAccessibleDescription(
      q('fault.gone'),
    );
    await button('admin:undo').last().click();
    await expect(page.getByText(q('fault.gone'))).toHaveCount(0);
    await saved();
  });

  await test.step('it is tried out as learners see it', async () => {
    await button('editing:questionnaire.preview').click();
    const form = page.getByRole('dialog');
    await form.getByRole('radio', { name: 'Night' }).check();
    await form.getByRole('button', { name: t('questionnaire:form.next') }).click();
    await expect(form.getByRole('heading', { name: 'At night' })).toBeVisible();
    await form.getByRole('button', { name: t('questionnaire:form.submit') }).click();
    await expect(form.getByText(t('questionnaire:form.error.required'))).toBeVisible();
    for (const line of ['Light', 'Noise'])
      await form.getByRole('radiogroup', { name: line }).getByRole('radio', { name: 'Bad' }).check();
    await form.getByRole('button', { name: t('questionnaire:form.submit') }).click();
    await expect(form.getByText(q('previewDone'))).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const id = new URL(page.url()).searchParams.get('id')!;
  await button('editing:publish').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('editing:publishNow') })
    .click();
  await expect(page.getByText(t('editing:saving.none'))).toBeVisible();

  await test.step('a learner fills it in, and the answers are stored', async () => {
    const theirs = await browser.newContext();
    await signIn(theirs, tenant, learner);
    const seat = await theirs.newPage();
    await seat.goto(`${tenant.origin}${path(`/watch/course?id=${id}`)}`);
    const next = seat.getByRole('button', { name: t('questionnaire:form.next') });
    const submit = seat.getByRole('button', { name: t('questionnaire:form.submit') });
    await seat.getByRole('radio', { name: 'Day' }).check();
    await expect(submit).toBeVisible();
    await seat.getByRole('radio', { name: 'Night' }).check();
    await next.click();
    await seat.getByRole('radiogroup', { name: 'Light' }).getByRole('radio', { name: 'Bad' }).check();
    await seat.getByRole('radiogroup', { name: 'Noise' }).getByRole('radio', { name: 'Good' }).check();
    await submit.click();
    await expect(seat.getByText(t('questionnaire:form.done.title'))).toBeVisible();
    await theirs.close();
    const sheets = await asOperator(async (client) => {
      await client.query(
        `select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`,
        [tenant.key],
      );
      const { rows } = await client.query<{ words: string }>(
        `select o.value ->> 'text' as words from questionnaire_sheet s
         join questionnaire q on q.enterprise_id = s.enterprise_id and q.id = s.questionnaire_id
         cross join lateral jsonb_path_query(q.pages, '$[*].questions[*].options[*]') o (value)
         where s.answers::text like '%' || (o.value ->> 'code') || '%' order by 1`,
      );
      return rows.map(({ words }) => words);
    });
    expect(sheets).toEqual(['Bad', 'Good', 'Night']);
  });
});
