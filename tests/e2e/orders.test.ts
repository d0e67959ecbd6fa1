import type { Browser, Page } from '@playwright/test';
import { addMember, newcomer } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, listen, test } from './support/test.ts';

/* What takes somebody's word before it can be studied: seats that are bought, registrations, practical operations. */

const ADMIN = 4;
const ORGANISATION = 3;

/** A page of somebody else, in a browser of their own. Its console stays clean too. */
async function pageOf(browser: Browser, tenant: DemoTenant, who: number | string, work: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL: tenant.origin });
  await signIn(context, tenant, who);
  const page = await context.newPage();
  const lines = listen(page);
  await work(page);
  expect(lines).toEqual([]);
  await context.close();
}

/** Where the request on a page stands. */
const requestState = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true }).locator('[data-state]');

/** Address of a course, Chinese form. */
async function courseOf(tenant: DemoTenant, title: string): Promise<string> {
  const { envelope } = await gateway(hostOf(tenant), 'POST /course/api/course/info/page', { keyword: title });
  return `/knowledge/course/${(envelope.data as { list: { id: string }[] }).list[0]!.id}`;
}

test('an organisation buys two seats: the chosen learner studies, another is refused until given the second', async ({
  page,
  context,
  browser,
  tenant,
  path,
  t,
  lang,
}) => {
  test.setTimeout(120_000);
  const [buyer, chosen, other] = [
    await addMember(tenant, ORGANISATION),
    await addMember(tenant),
    await addMember(tenant),
  ];
  const { title, two } = tenant.paidCourse;
  const course = await courseOf(tenant, title);
  const action = page.locator('#course-action');
  const startButton = (on: Page) => on.getByRole('link', { name: t('course:start') });

  await test.step('signed out, adding to the cart asks to log in first', async () => {
    await page.goto(path(course));
    await action.getByRole('link', { name: t('course:buy.add') }).click();
    await expect(page.getByText(t('common:loginFirst')).first()).toBeVisible();
  });

  await signIn(context, tenant, buyer);
  await test.step('two seats, one of them for somebody', async () => {
    await page.goto(path(course));
    await action.getByRole('button', { name: t('course:buy.add') }).click();
    await expect(page.getByText(t('course:buy.added'))).toBeVisible();
    await action.getByRole('link', { name: t('course:buy.toCart') }).click();
    const row = page.getByRole('listitem', { name: title });
    await row.getByLabel(t('order:cart.seats'), { exact: true }).fill('2');
    await expect(page.locator('output')).toHaveText(two[lang]);
    await row.getByRole('button', { name: t('order:cart.chooseFor', { title }) }).click();
    const picker = page.getByRole('dialog', { name: t('order:picker.title') });
    await picker.getByRole('searchbox').fill(chosen);
    await picker.getByRole('checkbox', { name: newcomer(chosen) }).check();
    await picker.getByRole('button', { name: t('order:picker.done') }).click();
    await expect(row).toContainText(newcomer(chosen));
    await page.getByLabel(t('order:cart.reference')).fill('HT-2026-118');
    await page.getByRole('button', { name: t('order:cart.submit') }).click();
    await expect(page).toHaveURL(/change=7&order=/);
    await expect(page.getByRole('main')).toContainText(t('order:opensWhenApproved'));
  });
  const orderPage = page.url();
  const orderNo = (await page.getByRole('heading', { name: /^PO-/ }).textContent())!.trim();
  await page.goto(path('/cart'));
  await expect(page.getByText(t('order:cart.empty'))).toBeVisible();

  const { orderApprovers } = tenant;
  for (const [i, approver] of orderApprovers.entries()) {
    const isLast = i === orderApprovers.length - 1;
    await test.step(`approver ${i + 1} of ${orderApprovers.length} approves`, () =>
      pageOf(browser, tenant, approver, async (desk) => {
        await desk.goto(path(`/account?change=6&flow=todo&keyword=${orderNo}`));
        await desk.getByRole('link', { name: title }).click();
        const request = desk.getByRole('region', { name: title, exact: true });
        await expect(request).toContainText(newcomer(buyer));
        // Only those with the organisation centre see the people.
        if (approver === ADMIN) await expect(request).toContainText(newcomer(chosen));
        await desk.getByRole('button', { name: t('flow:do.approve') }).click();
        await expect(requestState(desk, title)).toHaveText(
          isLast ? t('flow:state.approved') : t('flow:state.ongoing', { step: i + 2, count: orderApprovers.length }),
        );
        if (orderApprovers.length > 1) {
          const steps = desk.getByRole('region', { name: t('flow:steps.title') }).getByRole('listitem');
          await expect(steps).toHaveCount(orderApprovers.length);
          await expect(steps.nth(i)).toContainText(t('flow:steps.approved'));
          if (!isLast) await expect(steps.nth(i + 1)).toContainText(t('flow:steps.administrators'));
        }
        await expectAccessibleInBoth(desk);
      }));
    if (!isLast) {
      await page.goto(path('/account?change=6&flow=mine'));
      await expect(page.locator('[data-state]').first()).toHaveAttribute('data-state', 'ongoing');
      await page.goto(orderPage);
      await expect(page.getByRole('main')).toContainText(t('order:opensWhenApproved'));
    }
  }

  await test.step('the chosen learner studies, the other one is told how to get a seat', async () => {
    await pageOf(browser, tenant, chosen, async (learner) => {
      await learner.goto(path(course));
      await startButton(learner).click();
      await expect(learner.getByRole('heading', { name: title })).toBeVisible();
    });
    await pageOf(browser, tenant, other, async (learner) => {
      await learner.goto(path(course));
      await expect(learner.locator('#course-action')).toContainText(t('course:seat.none'));
      await learner.getByLabel(t('course:registerNote.label')).fill('HT-2026-119');
      await learner.getByRole('button', { name: t('course:seat.ask') }).click();
      await expect(learner.locator('#course-action')).toContainText(t('course:seat.pending'));
      await expectAccessibleInBoth(learner);
      await learner.goto(path(course.replace('/knowledge/course/', '/watch/course?id=')));
      await expect(learner.getByRole('main')).toContainText(t('errors:purchaseFirst'));
    });
  });

  await test.step('the organisation sees what the other one asks for, and declines; the learner reads why', async () => {
    await page.goto(path('/account?change=6&flow=todo&flowType=purchase'));
    await page
      .getByRole('listitem')
      .filter({ hasText: newcomer(other) })
      .getByRole('link', { name: title })
      .click();
    await expect(page.getByRole('button', { name: t('flow:do.order') })).toBeVisible();
    await page.getByLabel(t('flow:comment')).fill('There is a second seat');
    await page.getByRole('button', { name: t('flow:do.reject') }).click();
    await expect(requestState(page, title)).toHaveAttribute('data-state', 'rejected');
    await pageOf(browser, tenant, other, async (learner) => {
      await learner.goto(path(course));
      await expect(learner.locator('#course-action')).toContainText('There is a second seat');
    });
  });

  await test.step('the second seat goes to the other one, and back as long as they have not begun', async () => {
    await page.goto(orderPage);
    const seats = page.getByRole('region', { name: t('order:seat.of', { title }) });
    const give = seats.getByRole('button', { name: t('order:seat.give') });
    await give.click();
    const picker = page.getByRole('dialog', { name: t('order:picker.title') });
    await picker.getByRole('searchbox').fill(other);
    await picker.getByRole('checkbox', { name: newcomer(other) }).check();
    await picker.getByRole('button', { name: t('order:picker.done') }).click();
    await expect(seats).toContainText(newcomer(other));
    await expect(give).toBeHidden();
    await pageOf(browser, tenant, other, async (learner) => {
      await learner.goto(path(course));
      await expect(startButton(learner)).toBeVisible();
    });
    await seats.getByRole('button', { name: t('order:seat.takeBackOf', { name: newcomer(other) }) }).click();
    await expect(seats).not.toContainText(newcomer(other));
    await expect(give).toBeVisible();
  });
});

test('a registration is turned down with a reason, asked again and approved; a practical operation is signed off', async ({
  page,
  context,
  browser,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const me = await addMember(tenant);
  const { title } = tenant.registeredCourse;
  const course = await courseOf(tenant, title);
  const action = page.locator('#course-action');
  await signIn(context, tenant, me);

  /** The administrator's answer to what this person asked last, by the call that the screen makes. */
  const answer = async (decision: 'approve' | 'reject', comment: string) => {
    const { authorization, cookie } = await sessionOf(tenant, ADMIN);
    const headers = { authorization, cookie };
    const todo = await gateway(
      hostOf(tenant),
      'POST /user/auth/flow/instance/undo',
      { keyword: newcomer(me) },
      headers,
    );
    const { id } = (todo.envelope.data as { list: { id: string }[] }).list[0]!;
    const input = { id, action: decision, comment };
    const done = await gateway(hostOf(tenant), 'POST /user/auth/flow/instance/submitFlow', input, headers);
    expect(done.envelope.code).toBe(200);
  };

  await test.step('registered, and withdrawn again', async () => {
    await page.goto(path(course));
    await action.getByLabel(t('course:registerNote.label')).fill('NEW-LINE');
    await action.getByRole('button', { name: t('course:register') }).click();
    await expect(action).toContainText(t('course:state.registrationPending'));
    await action.getByRole('link', { name: t('course:seeRequest') }).click();
    await page.getByRole('button', { name: t('flow:do.withdraw') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('flow:do.withdraw') })
      .click();
    await expect(requestState(page, title)).toHaveText(t('flow:state.withdrawn'));
  });

  await test.step('turned down on screen, which takes a reason', async () => {
    await page.goto(path(course));
    await action.getByRole('button', { name: t('course:register') }).click();
    await expect(action).toContainText(t('course:state.registrationPending'));
    await pageOf(browser, tenant, ADMIN, async (desk) => {
      await desk.goto(path(`/account?change=6&flow=todo&keyword=${encodeURIComponent(newcomer(me))}`));
      await desk.getByRole('link', { name: title }).click();
      await desk.getByRole('button', { name: t('flow:do.reject') }).click();
      await expect(desk.getByText(t('errors:field.rejectReason'))).toBeVisible();
      await expect(desk.getByLabel(t('flow:comment'), { exact: true })).toBeFocused();
      await desk.keyboard.type('NO-PLACE');
      await desk.getByRole('button', { name: t('flow:do.reject') }).click();
      await expect(requestState(desk, title)).toHaveText(t('flow:state.rejected'));
    });
    await page.reload();
    await expect(action).toContainText(t('course:state.registrationRejected'));
    await expect(action).toContainText('NO-PLACE');
  });

  await test.step('asked again with a reason, approved, open', async () => {
    const again = action.getByRole('button', { name: t('course:registerAgain') });
    await again.click();
    await expect(action.getByText(t('errors:field.askAgainReason'))).toBeVisible();
    await action.getByLabel(t('course:registerNote.again')).fill('NEW-POST');
    await again.click();
    await expect(action).toContainText(t('course:state.registrationPending'));
    await answer('approve', 'WELCOME');
    await page.reload();
    await expect(action.getByRole('link', { name: t('course:start') })).toBeVisible();
  });

  await test.step('the practical operation', async () => {
    const { title: practiceCourse, practice } = tenant.practiceCourse;
    await page.goto(path((await courseOf(tenant, practiceCourse)).replace('/knowledge/course/', '/watch/course?id=')));
    const tree = page.getByRole('complementary', { name: t('study:tree.label') });
    await tree.getByRole('link', { name: practice }).click();
    const handIn = page.getByRole('button', { name: t('study:practice.submit') });
    await handIn.click();
    await expect(page.getByText(t('study:practice.missing'))).toBeVisible();
    await page.getByLabel(t('study:practice.label')).fill('PUMP-3');
    await handIn.click();
    await expect(page.getByText(t('study:practice.state.pending'))).toBeVisible();
    await answer('reject', 'AGAIN-PLEASE');
    await page.reload();
    await expect(page.getByText(t('study:practice.reason', { reason: 'AGAIN-PLEASE' }))).toBeVisible();
    await page.getByLabel(t('study:practice.label')).fill('PUMP-4');
    await handIn.click();
    await expect(page.getByText(t('study:practice.state.pending'))).toBeVisible();
    await answer('approve', 'WELL-DONE');
    await page.reload();
    await expect(page.getByText(t('study:practice.state.approved'))).toBeVisible();
    await expect(tree.getByRole('link', { name: practice })).toContainText(t('enum:learningState.completed'));
  });

  await test.step('the dashboard tells how it ended, until one has seen it', async () => {
    await page.goto(path('/home'));
    const news = page.getByRole('list', { name: t('record:home.decided.label') });
    await expect(news.getByRole('link')).toHaveText([
      t('record:home.decided.approved', { title: tenant.practiceCourse.practice }),
      t('record:home.decided.approved', { title }),
    ]);
    await expectAccessibleInBoth(page);
    const told = page.waitForResponse(/flow\/instance\/see$/);
    await news.getByRole('link').first().click();
    await expect(requestState(page, tenant.practiceCourse.practice)).toHaveText(t('flow:state.approved'));
    await told;
    await page.goto(path('/home'));
    await expect(news.getByRole('link')).toHaveText([t('record:home.decided.approved', { title })]);
  });

  await test.step('what was asked for is kept with how it ended', async () => {
    const told = page.waitForResponse(/flow\/instance\/see$/);
    await page.goto(path('/account?change=6&flow=mine'));
    const list = page.getByRole('region', { name: t('flow:tab.mine') });
    await expect(list.getByText(t('flow:new'), { exact: true })).toHaveCount(1);
    await told;
    await page.reload();
    await expect(list.getByText(t('flow:new'), { exact: true })).toHaveCount(0);
    await expect(list.getByRole('listitem')).toHaveCount(5);
    await expect(list.getByText(t('flow:state.approved'), { exact: true })).toHaveCount(2);
    await expect(list.getByText(t('flow:state.rejected'), { exact: true })).toHaveCount(2);
  });
});
