import type { Page } from '@playwright/test';
import { inZone } from '#src/lib/dates.ts';
import { addMember } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/** The administrator. */
const ADMIN = 4;
const day = (days: number) => inZone(new Date(Date.now() + days * 86_400_000), 'Asia/Shanghai').format('YYYY-MM-DD');

test('a series is planned from the empty form, clashes are shown, and a learner books and is told of the cancellation and its end', async ({
  page,
  context,
  browser,
  path,
  t,
  lang,
  tenant,
}) => {
  test.setTimeout(120_000);
  await signIn(context, tenant, ADMIN);
  const mark = String(Date.now());
  const [first, second] = [day(40), day(47)];
  const dialog = (on: Page) => on.getByRole('dialog').last();

  await test.step('a room', async () => {
    await page.goto(path(`/admin/calendar?view=list&day=${first}`));
    await page.getByRole('button', { name: t('calendar:rooms.title'), exact: true }).click();
    await page.getByRole('button', { name: t('calendar:rooms.add') }).click();
    await dialog(page)
      .getByRole('textbox', { name: t('calendar:rooms.name') })
      .fill(`Room ${mark}`);
    await dialog(page)
      .getByRole('textbox', { name: t('calendar:rooms.address') })
      .fill('Park 1');
    await dialog(page)
      .getByRole('button', { name: t('calendar:save') })
      .click();
    await expect(page.getByRole('listitem').filter({ hasText: `Room ${mark}` })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const plan = async (title: string, weeks: number, from: string, to: string) => {
    await page.getByRole('button', { name: t('calendar:plan'), exact: true }).click();
    const form = dialog(page);
    // The course of the drill needs a registration before a place is booked.
    const classes = form.locator('select[name=resourceId] option');
    await classes.first().waitFor({ state: 'attached' });
    const free = (await classes.allTextContents()).find((label) => !/消防应急演练|[Ll]ifeboat/.test(label))!;
    await form.locator('select[name=resourceId]').selectOption({ label: free });
    await form.getByRole('textbox', { name: t('calendar:form.title') }).fill(title);
    await form.getByLabel(t('calendar:form.startAt'), { exact: true }).fill(`${first}T${from}`);
    await form.getByLabel(t('calendar:form.endAt'), { exact: true }).fill(`${first}T${to}`);
    await form.locator('select[name=roomId]').selectOption({ label: `Room ${mark} · Park 1` });
    await form.getByRole('spinbutton', { name: t('calendar:form.weeks') }).fill(String(weeks));
    return form;
  };
  await test.step('a series of two', async () => {
    const form = await plan(`Series ${mark}`, 2, '09:00', '11:00');
    await expect(form.getByText(t('calendar:noClash'))).toBeVisible();
    await form.getByRole('button', { name: t('calendar:save') }).click();
    await expect(page.getByText(t('calendar:planned_other', { count: 2 }))).toBeVisible();
  });
  await test.step('a clash is told before it is saved, and shown in the calendar', async () => {
    const form = await plan(`Other ${mark}`, 1, '10:00', '12:00');
    await expect(form.getByText(t('calendar:clashes'))).toBeVisible();
    await form.getByRole('button', { name: t('calendar:save') }).click();
    const entry = page.getByRole('button', { name: new RegExp(`Other ${mark}`) });
    await expect(entry.first()).toContainText(t('calendar:clash.room'));
  });

  await test.step('a learner books, is on the list, and gets the notices of the cancellation and of its end', async () => {
    const host = hostOf(tenant);
    const admin = await sessionOf(tenant, ADMIN);
    const member = await addMember(tenant);
    const learner = await sessionOf(tenant, member);
    const ask = async <T>(who: typeof admin, name: string, input: unknown) => {
      const { envelope } = await gateway(host, name, input, who);
      expect(envelope.code, JSON.stringify(envelope)).toBe(200);
      return envelope.data as T;
    };
    type Entry = { id: string; title: string; startAt: string; courseId: string };
    const { list } = await ask<{ list: Entry[] }>(admin, 'POST /course/auth/calendar/list', {
      from: first,
      until: day(48),
    });
    const series = list.filter(({ title }) => title === `Series ${mark}`);
    expect(series.map(({ startAt }) => inZone(startAt, 'Asia/Shanghai').format('YYYY-MM-DD HH:mm'))).toEqual([
      `${first} 09:00`,
      `${second} 09:00`,
    ]);
    const other = await browser.newContext({ baseURL: tenant.origin });
    await signIn(other, tenant, member);
    const reader = await other.newPage();
    await reader.goto(path(`/knowledge/course/${series[0]!.courseId}`));
    await expect(reader.getByText(`Series ${mark}`).first()).toBeVisible();
    await ask(learner, 'POST /course/auth/training/seat/save', { sessionId: series[1]!.id });
    await page.goto(path(`/admin/calendar?view=list&day=${second}`));
    await page
      .getByRole('button', { name: new RegExp(`Series ${mark}`) })
      .last()
      .click();
    await page.getByRole('button', { name: t('calendar:costs.add') }).click();
    await page.getByRole('spinbutton', { name: t('calendar:costs.amount') }).fill('120.5');
    await page.getByRole('button', { name: t('calendar:costs.save') }).click();
    await expect(page.getByText(t('calendar:costs.saved'))).toBeVisible();
    await page.getByRole('button', { name: t('calendar:cancel.action') }).click();
    await expect(
      dialog(page).getByText(t('calendar:cancel.effects', { sessions: 1, booked: 1, waiting: 0 })),
    ).toBeVisible();
    await dialog(page)
      .getByRole('textbox', { name: t('calendar:cancel.reason') })
      .fill('No lecturer');
    await dialog(page)
      .getByRole('button', { name: t('calendar:cancel.action') })
      .click();
    await expect(page.getByText(t('calendar:cancel.done_other', { count: 1 })).first()).toBeVisible();
    await reader.goto(path('/account?change=5&of=me'));
    await expect(reader.getByText(`Series ${mark}`).first()).toBeVisible();
    await page.getByRole('button', { name: t('calendar:reopen.action') }).click();
    await expect(dialog(page).getByText(t('calendar:reopen.effects', { booked: 1, waiting: 0 }))).toBeVisible();
    await expectAccessibleInBoth(page);
    await dialog(page)
      .getByRole('button', { name: t('calendar:reopen.action') })
      .click();
    await expect(page.getByText(t('calendar:reopen.done_other', { count: 1 })).first()).toBeVisible();
    await expect(page.getByRole('button', { name: t('calendar:cancel.action') })).toBeVisible();
    await reader.reload();
    await expect(
      reader.getByText(
        t('notice:kind.trainingReopened', {
          title: `Series ${mark}`,
          time: `${second} 09:00`,
          place: `Park 1 Room ${mark}`,
        }),
      ),
    ).toBeVisible();
    await other.close();
  });

  await test.step('a day of the month or week begins a session of that day, by pointer and keyboard', async () => {
    const text = new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', { timeZone: 'UTC', dateStyle: 'full' });
    const begin = page
      .getByRole('gridcell', { name: text.format(new Date(`${first}T00:00Z`)) })
      .getByRole('button', { name: new RegExp(`${t('calendar:plan')}$`) });
    for (const view of ['month', 'week']) {
      await page.goto(path(`/admin/calendar?view=${view}&day=${first}`));
      await expect(begin).toBeEnabled();
      const { x, y, width, height } = (await begin.locator('..').boundingBox())!;
      // Below the sessions of the day, or beside them.
      if (view === 'week') await page.mouse.click(x + width - 8, y + height - 8);
      else await begin.press('Enter');
      const form = dialog(page);
      await expect(form.getByLabel(t('calendar:form.startAt'), { exact: true })).toHaveValue(`${first}T09:00`);
      await expect(form.getByLabel(t('calendar:form.endAt'), { exact: true })).toHaveValue(`${first}T10:00`);
      await form.getByRole('button', { name: t('common:cancel') }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    // A session lies on its day.
    await page
      .locator('.calendar-grid')
      .getByRole('button', { name: new RegExp(`Other ${mark}`) })
      .click();
    await expect(dialog(page).getByRole('heading', { name: `Other ${mark}` })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('it is a list on a phone, and a grid on a desk', async () => {
    await page.goto(path(`/admin/calendar?day=${first}`));
    await expect(page.locator('.calendar-grid')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.locator('.calendar-grid')).toBeHidden();
    await expect(page.getByRole('button', { name: new RegExp(`Other ${mark}`) }).last()).toBeVisible();
    for (const [width, name] of [
      [390, 'phone'],
      [1440, 'desk'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/calendar-${name}-${test.info().project.name}.png`,
          fullPage: true,
        });
    }
  });
});
