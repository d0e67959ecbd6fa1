import { randomUUID } from 'node:crypto';
import { asOperator } from './support/database.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const NOTHING = {
  ...{ hint: null, showIf: null, options: [], rows: [], other: false, least: null, most: null, leastLabel: null },
  ...{ mostLabel: null, long: false, maxLength: null, retired: false, required: true },
};
const PAGES = [
  {
    ...{ code: 'work', title: 'Work', introduction: null, showIf: null },
    questions: [
      {
        ...NOTHING,
        ...{ code: 'shift', kind: 'single', title: 'Which shift?' },
        options: [
          { code: 'day', text: 'Day shift' },
          { code: 'night', text: 'Night shift' },
        ],
      },
      {
        ...NOTHING,
        ...{ code: 'light', kind: 'scale', title: 'How good is the light?', least: 1, most: 5 },
        showIf: { question: 'shift', is: ['night'], from: null, to: null },
      },
    ],
  },
  {
    ...{ code: 'idea', title: 'Ideas', introduction: null, showIf: null },
    questions: [{ ...NOTHING, code: 'change', kind: 'text', title: 'What would you change?', long: true }],
  },
];

/** A course of a lecturer with an anonymous questionnaire that others have filled in. */
async function mintSurvey(key: string, { teacher, others }: { teacher: string; others: string[] }) {
  const [courseId, resourceId, questionnaireId, lecturerId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await asOperator(async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from portal.enterprise where key = $1', [key]);
    const tenant = rows[0]!.id;
    await client.query(`select set_config('app.enterprise_id', $1, true)`, [tenant]);
    await client.query(
      `insert into lecturer (enterprise_id, id, code, user_id, lecturer_name, lecturer_level)
       select $1, $2::uuid, $2::uuid::text, id, 'Lecturer', 'Senior' from portal.user_account where phone = $3`,
      [tenant, lecturerId, teacher],
    );
    await client.query(
      `insert into course (enterprise_id, id, code, title, lecturer_id) values ($1, $2::uuid, $2::uuid::text, 'Shifts', $3)`,
      [tenant, courseId, lecturerId],
    );
    await client.query(
      `insert into course_resource (enterprise_id, id, code, course_id, sub_resource_name, content_type, activity)
       values ($1, $2::uuid, $2::uuid::text, $3, 'Survey of shifts', 5, 'questionnaire')`,
      [tenant, resourceId, courseId],
    );
    await client.query(
      `insert into questionnaire (enterprise_id, id, code, resource_id, title, anonymous, pages)
       values ($1, $2::uuid, $2::uuid::text, $3, 'Survey of shifts', true, $4)`,
      [tenant, questionnaireId, resourceId, JSON.stringify(PAGES)],
    );
    for (const phone of others) {
      await client.query(
        `insert into questionnaire_completion (enterprise_id, questionnaire_id, user_id, anonymous, completed_on)
         select $1, $2, id, true, current_date from portal.user_account where phone = $3`,
        [tenant, questionnaireId, phone],
      );
      await client.query(
        `insert into questionnaire_sheet (enterprise_id, questionnaire_id, answers) values ($1, $2, $3)`,
        [tenant, questionnaireId, JSON.stringify({ shift: { chosen: ['day'] }, change: { text: `Idea ${phone}` } })],
      );
    }
  });
  return { courseId, resourceId };
}

test('a learner fills in a questionnaire with a branch; with the fifth answer the lecturer sees charts', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.slow();
  const tenant = await ownTenant('问卷');
  const at = (to: string) => tenant.origin + path(to);
  const teacher = await ownMember(tenant, { userName: 'Lecturer', userType: 2 });
  const learner = await ownMember(tenant, { userName: 'Learner' });
  const others: string[] = [];
  for (const userName of ['A', 'B', 'C', 'D']) others.push(await ownMember(tenant, { userName }));
  const { courseId, resourceId } = await mintSurvey(tenant.key, { teacher, others });
  const desk = await browser.newContext({ locale: 'en-GB' });
  const results = await desk.newPage();
  await signIn(desk, tenant, teacher);
  await signIn(context, tenant, learner);

  await test.step('four answers are too few', async () => {
    await results.goto(at(`/account/questionnaires/${resourceId}`));
    await expect(results.getByText(t('questionnaire:results.tooFew', { count: 4, needed: 5 }))).toBeVisible();
  });
  await test.step('fill in, with a reload on the way', async () => {
    await page.goto(at(`/watch/course?id=${courseId}`));
    await expect(page.getByRole('note')).toContainText(t('questionnaire:form.privacy.anonymousTitle'));
    const next = page.getByRole('button', { name: t('questionnaire:form.next'), exact: true });
    await next.click();
    await expect(page.getByText(t('questionnaire:form.error.required'))).toBeVisible();
    await page.getByRole('radio', { name: 'Night shift' }).check();
    await page.getByRole('radio', { name: '4', exact: true }).check();
    await expect(page.getByText(t('questionnaire:form.kept'))).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: '4', exact: true })).toBeChecked();
    await next.click();
    await page.getByRole('textbox', { name: 'What would you change?' }).fill('Lamps at the press');
    await page.getByRole('button', { name: t('questionnaire:form.submit') }).click();
    await expect(page.getByText(t('questionnaire:form.done.title'))).toBeVisible();
  });
  await test.step('the course is complete', async () => {
    const tree = page.getByRole('complementary', { name: t('study:tree.label') });
    await expect(tree.getByText(t('study:courseCompleted'))).toBeVisible();
  });
  await test.step('the charts', async () => {
    await results.goto(at('/account/questionnaires'));
    await results.getByRole('link', { name: 'Survey of shifts' }).click();
    const shift = results.getByRole('region', { name: 'Which shift?' });
    await expect(shift.getByRole('progressbar', { name: 'Day shift' })).toHaveAttribute('value', '80');
    await expect(shift).toContainText(t('questionnaire:results.count', { count: 1, percent: 20 }));
    await expect(results.getByRole('region', { name: 'How good is the light?' })).toContainText(
      t('questionnaire:results.withheld', { needed: 5 }),
    );
    await expect(results.getByText('Lamps at the press')).toBeVisible();
    await expect(results.getByRole('main')).not.toContainText('Learner');
  });
  await desk.close();
});
