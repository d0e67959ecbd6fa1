import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* A questionnaire from the empty course to the answers of a learner (docs/decisions/106). */

// What cannot be published.
test.use({ expectedLines: /status of 422/ });

test('a questionnaire is written in the course editor and filled in by a learner', async ({
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

  // What was answered keeps its meaning.
  await page.reload();
  await page.getByRole('treeitem').click();
  await questions.getByRole('combobox').first().selectOption('text');
  await saved();
  await publish();
  await expect(questions.getByText(t('errors:field.questionAnswered'))).toBeVisible();
});
