import type { Browser, Locator } from '@playwright/test';
import { ownQuestion } from './support/own-question.ts';
import { type OwnTenant, ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* A post is reported, hidden by one moderator, and restored by another one after an appeal of its author. */

test('report, decision, appeal, restored', async ({ browser, path, t }) => {
  test.slow();
  const tenant = await ownTenant('社区');
  const phones = {
    author: await ownMember(tenant, { userName: '作者' }),
    reporter: await ownMember(tenant, { userName: '举报者' }),
    moderator: await ownMember(tenant, { userName: '管理员甲', isAdmin: true }),
    other: await ownMember(tenant, { userName: '管理员乙', isAdmin: true }),
  };
  const question = await ownQuestion(tenant, phones.author, '机床怎么停机');
  const at = (to: string) => tenant.origin + path(to);
  const open = async (who: keyof typeof phones, to: string) => openAs(browser, tenant, phones[who], at(to));

  const reporter = await open('reporter', question);
  const report = reporter.getByRole('button', { name: t('moderation:report.open'), exact: true });
  const dialog = reporter.getByRole('dialog', { name: t('moderation:report.title') });
  await press(report, dialog);
  await dialog.getByLabel(t('moderation:reason.abuse')).check();
  await dialog.getByLabel(t('moderation:report.note')).fill('骂人');
  await expectAccessibleInBoth(reporter);
  await expectFits(reporter);
  await dialog.getByRole('button', { name: t('moderation:report.send') }).click();
  await expect(reporter.getByText(t('moderation:report.done'))).toBeVisible();
  await expect(report).toBeFocused();

  const moderator = await open('moderator', '/community/moderation');
  const row = moderator.getByRole('article', { name: '机床怎么停机' });
  await expect(row).toContainText(t('moderation:source.report'));
  await press(row.getByRole('button', { name: t('moderation:queue.show') }), row.getByText('骂人'));
  await row.getByLabel(t('moderation:decide.action')).selectOption('hide');
  await row.getByRole('button', { name: t('moderation:decide.send') }).click();
  await expect(row.getByText(t('errors:field.reasonRequired'))).toBeVisible();
  await expectAccessibleInBoth(moderator);
  await expectFits(moderator);
  await row.getByLabel(t('moderation:decide.reason')).fill('请注意措辞');
  await row.getByRole('button', { name: t('moderation:decide.send') }).click();
  await expect(moderator.getByText(t('moderation:queue.none'))).toBeVisible();
  expect((await reporter.goto(at(question)))!.status()).toBe(404);

  const author = await open('author', '/account?change=5&of=me');
  const notice = t('notice:moderated.hide', { title: '机床怎么停机' });
  await expect(author.getByRole('button', { name: t('notice:readAll') })).toBeEnabled();
  await author.getByRole('link', { name: notice }).click();
  await expect(author).toHaveURL(at('/community/moderation/mine'));
  await expect(author.locator('#bell')).toHaveAccessibleName(t('common:bell.none'));
  await author.goto(at(question));
  await expect(author.getByText('请注意措辞')).toBeVisible();
  const text = author.getByLabel(t('moderation:appeal.text'));
  await press(author.getByRole('button', { name: t('moderation:appeal.open'), exact: true }), text);
  await text.fill('没有骂人');
  await expectAccessibleInBoth(author);
  await expectFits(author);
  await author.getByRole('button', { name: t('moderation:appeal.send') }).click();
  await expect(author.getByText(t('moderation:appeal.done'))).toBeVisible();
  // The page reloads by itself after the message and no longer offers the appeal: a navigation before that is cancelled.
  await expect(author.getByRole('button', { name: t('moderation:appeal.open'), exact: true })).toHaveCount(0);

  const other = await open('other', '/community/moderation?list=appeals');
  const appeal = other.getByRole('article', { name: '机床怎么停机' });
  await press(appeal.getByRole('button', { name: t('moderation:queue.show') }), appeal.getByText('没有骂人'));
  await appeal.getByLabel(t('moderation:decide.reason')).fill('确实没有');
  await appeal.getByRole('button', { name: t('moderation:appeal.accept') }).click();
  await expect(other.getByText(t('moderation:queue.none'))).toBeVisible();
  expect((await reporter.goto(at(question)))!.status()).toBe(200);
  await author.goto(at('/community/moderation/mine'));
  await expect(author.getByText(t('moderation:appeal.accepted', { reason: '确实没有' }))).toBeVisible();
  await expectAccessibleInBoth(author);
  await expectFits(author);
});

async function openAs(browser: Browser, tenant: OwnTenant, phone: string, url: string) {
  const context = await browser.newContext();
  await signIn(context, tenant, phone);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Presses a button from the keyboard. It does nothing until its island is hydrated. */
async function press(button: Locator, shows: Locator): Promise<void> {
  await expect(async () => {
    if (!(await shows.isVisible())) await button.press('Enter');
    await expect(shows).toBeVisible({ timeout: 3_000 });
  }).toPass();
}
