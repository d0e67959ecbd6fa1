import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addMember, asOperator } from './support/database.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessible, expectFits } from './support/sound.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Tasks that open step by step, and coaching: both people, from the proposal of a meeting to the complete task. */

const withTenant = (tenant: DemoTenant, statements: [text: string, values: unknown[]][]) =>
  asOperator(async (client) => {
    const of = "select set_config('app.enterprise_id', id::text, false) as id from portal.enterprise where key = $1";
    const enterpriseId = (await client.query<{ id: string }>(of, [tenant.key])).rows[0]!.id;
    for (const [text, values] of statements) await client.query(text, [enterpriseId, ...values]);
  });

/** A person by phone. */
const person = (n: number) => `(select id from portal.user_account where phone = $${n})`;

/** An ordered task of a learner: a course, then a coaching by a mentor with one meeting and one goal. */
async function mintCoachingTask(tenant: DemoTenant, learner: string, mentor: string) {
  const [plan, task, coaching] = [randomUUID(), randomUUID(), randomUUID()];
  const title = `Coaching ${plan.slice(0, 8)}`;
  const course = '(select id from course where enterprise_id = $1 and code = $3)';
  await withTenant(tenant, [
    [
      `insert into coaching_plan (enterprise_id, id, code, title, required_meetings, required_goals)
       values ($1, $2::uuid, $2::uuid::text, $3, 1, 1)`,
      [plan, title],
    ],
    [
      `insert into coaching (enterprise_id, id, plan_id, learner_id, mentor_id)
       values ($1, $2, $3, ${person(4)}, ${person(5)})`,
      [coaching, plan, learner, mentor],
    ],
    [`insert into coaching_goal (enterprise_id, coaching_id, title) values ($1, $2, 'Goal of the test')`, [coaching]],
    [
      `insert into study_task (enterprise_id, id, code, title, task_type, start_at, end_at, ordered)
       values ($1, $2::uuid, $2::uuid::text, $3, 4, now() - interval '1 day', now() + interval '9 days', true)`,
      [task, `Task ${title}`],
    ],
    [
      `insert into study_task_item (enterprise_id, task_id, course_id, sort) values ($1, $2, ${course}, 0)`,
      [task, tenant.course.code],
    ],
    [
      'insert into study_task_item (enterprise_id, task_id, coaching_plan_id, sort) values ($1, $2, $3, 1)',
      [task, plan],
    ],
    [`insert into study_task_user (enterprise_id, task_id, user_id) values ($1, $2, ${person(3)})`, [task, learner]],
  ]);
  return { task, coaching, title };
}

const finishCourse = (tenant: DemoTenant, learner: string) =>
  withTenant(tenant, [
    [
      `insert into course_progress (enterprise_id, user_id, course_id, study_progress, status, completed_at)
       select $1, ${person(3)}, id, 100, 'completed', now() from course where enterprise_id = $1 and code = $2`,
      [tenant.course.code, learner],
    ],
  ]);

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

// The proposal without an agenda is refused.
test.use({ expectedLines: /status of 422/ });

test('an item opens when the one before is complete; a coaching is complete when both have confirmed its meeting', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  test.slow();
  const [learner, mentor] = [await addMember(tenant), await addMember(tenant)];
  const { task, coaching, title } = await mintCoachingTask(tenant, learner, mentor);
  const room = path(`/account/coaching/${coaching}`);
  const says = (key: string) => page.getByText(t(key), { exact: true });
  const openAs = async (who: string) => {
    await context.clearCookies();
    await signIn(context, tenant, who);
    await page.goto(room);
  };

  await test.step('the coaching is locked, and the task says what opens it', async () => {
    await signIn(context, tenant, learner);
    await page.goto(path(`/account/task/${task}`));
    const after = t('record:task.quoted', { title: tenant.course.title });
    await expect(row(page, title).last()).toContainText(t('record:task.opensAfter', { titles: after }));
    await expect(page.getByRole('region', { name: t('record:task.rule.title') })).toContainText(
      t('record:task.rule.ordered'),
    );
    await expectAccessible(page);
    await page.getByRole('link', { name: t('record:task.openCoaching') }).click();
    await expect(page).toHaveURL(room);
    await expect(page.getByRole('note')).toHaveText(t('coaching:locked'));
    await expect(page.getByRole('button', { name: t('coaching:meetings.propose') })).toHaveCount(0);
    await finishCourse(tenant, learner);
    await page.goto(path(`/account/task/${task}`));
    await expect(row(page, title).last()).not.toContainText(t('record:task.locked'));
  });

  await test.step('the learner proposes a meeting of an hour ago', async () => {
    await page.goto(room);
    await page.getByRole('button', { name: t('coaching:meetings.propose') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('coaching:meetings.place')).fill('Room 3');
    const zone = tenant.key === 'huaxin' ? 'Asia/Shanghai' : 'Europe/Oslo';
    const ago = new Date(Date.now() - 3_600_000).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T');
    await dialog.getByLabel(t('coaching:meetings.startsAt')).fill(ago.slice(0, 16));
    await dialog.getByRole('button', { name: t('coaching:meetings.send') }).click();
    // The field that is missing is named at its place.
    await expect(dialog.getByLabel(t('coaching:meetings.agenda'))).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel(t('coaching:meetings.agenda')).fill('The first week');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: t('coaching:meetings.send') }).click();
    await expect(row(page, 'Room 3')).toContainText(t('coaching:meetings.state.proposed'));
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the mentor accepts and confirms it, and marks the goal', async () => {
    await openAs(mentor);
    await page.getByRole('button', { name: t('coaching:meetings.accept'), exact: true }).click();
    await confirmMeeting('Went well');
    await expect(row(page, 'Room 3')).toContainText(t('coaching:meetings.state.halfConfirmed'));
    await page
      .getByLabel(t('coaching:goals.stateOf', { title: 'Goal of the test' }))
      .selectOption({ label: t('coaching:goals.state.reached') });
    await expect(says('coaching:goals.saved')).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });

  await test.step('the learner confirms it too: coaching and task are complete, and the bell has said each step', async () => {
    await openAs(learner);
    await expect(row(page, 'Room 3')).toContainText('Went well');
    await confirmMeeting('I learned a lot');
    await expect(row(page, 'Room 3')).toContainText(t('coaching:meetings.state.held'));
    await page.goto(path(`/account/task/${task}`));
    await expect(
      page.getByRole('progressbar', { name: t('record:task.progressOf', { title: `Task ${title}` }) }).first(),
    ).toHaveAttribute('value', '100');
    await page.goto(path('/account?change=5&of=me'));
    await expect(page.getByText(t('notice:coaching.completed', { title })).first()).toBeVisible();
  });

  async function confirmMeeting(note: string) {
    await page.getByRole('button', { name: t('coaching:meetings.confirm') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('coaching:meetings.note')).fill(note);
    await dialog.getByRole('button', { name: t('coaching:meetings.confirm') }).click();
    await expect(dialog).toHaveCount(0);
  }
});
