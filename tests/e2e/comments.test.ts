import type { Locator, Page } from '@playwright/test';
import { addAnnouncement, addComments } from './support/announcement.ts';
import { addMember, newcomer } from './support/database.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessible, expectFits } from './support/sound.ts';
import { phone } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

const comments = (page: Page) => page.locator('#comments > ol > li');
const replies = (page: Page) => page.locator('#comments ol ol > li');

test('a visitor reads, is asked to log in and finds what was typed; a member comments, replies and deletes', async ({
  page,
  context,
  browser,
  tenant,
  path,
  t,
}) => {
  const id = await addAnnouncement(tenant);
  const address = path(`/info/${id}`);
  const me = await addMember(tenant);
  const field = page.getByRole('textbox', { name: t('community:yourComment') });
  const send = page.getByRole('button', { name: t('community:send'), exact: true });
  const deleteButtons = (place: Page | Locator) =>
    place.getByRole('button', { name: t('community:delete'), exact: true });
  const total = page.locator('#comments-title span');

  await page.goto(address);
  await expect(page.getByText(t('community:none'))).toBeVisible();
  await expect(total).toHaveText('0');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(t('errors:field.commentRequired'));
  await expect(field).toBeFocused();
  const text = 'A <b>first</b> word\nhttps://example.com/a?b=<i>';
  await field.fill(text);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.locator('#comment-content-count')).toHaveText(`${text.length} / 1000`);
  await send.click();
  const bar = page.locator('#toasts');
  await expect(bar).toContainText(t('common:loginFirst'));
  await expect(bar.getByRole('link', { name: t('common:signIn') })).toHaveAttribute(
    'href',
    `${path('/login')}?t=login&redirect=${encodeURIComponent(address)}`,
  );

  await signIn(context, tenant, me);
  await page.goto(address);
  await expect(field).toHaveValue(text);
  await send.click();
  await expect(comments(page)).toHaveCount(1);
  await expect(field).toHaveValue('');
  await expect(total).toHaveText('1');
  await expect(page.getByText(t('community:none'))).toBeHidden();
  const mine = comments(page).first();
  await expect(mine).toContainText('A <b>first</b> word');
  await expect(mine).toContainText(t('common:justNow'));
  const link = mine.getByRole('link', { name: 'https://example.com/a?b=', exact: true });
  await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer');
  // The same as the server draws it.
  const drawn = await mine.locator('[data-text]').innerHTML();
  await page.reload();
  expect((await mine.locator('[data-text]').innerHTML()).trim()).toBe(drawn.trim());

  // By keyboard: the form opens below, Escape closes it, and the focus is where it was.
  const reply = mine.getByRole('button', { name: t('community:reply'), exact: true }).first();
  await reply.focus();
  await page.keyboard.press('Enter');
  const replyField = page.getByRole('textbox', { name: t('community:yourReply') });
  await expect(replyField).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(replyField).toHaveCount(0);
  await expect(reply).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('A reply');
  await page.keyboard.press('Control+Enter');
  await expect(replies(page)).toHaveCount(1);

  // Somebody else answers the reply, and may delete their own only.
  const other = await browser.newContext({ baseURL: tenant.origin });
  await signIn(other, tenant, await addMember(tenant));
  const their = await other.newPage();
  await their.goto(address);
  await expect(deleteButtons(their)).toHaveCount(0);
  await replies(their)
    .first()
    .getByRole('button', { name: t('community:reply'), exact: true })
    .click();
  await expect(their.getByRole('textbox', { name: t('community:yourReply') })).toBeFocused();
  await their.keyboard.type('An answer');
  await their.locator('form:has(#reply-content) [type=submit]').click();
  await expect(replies(their)).toHaveCount(2);
  await expect(replies(their).nth(1)).toContainText(t('community:replyTo'));
  await expect(replies(their).nth(1).locator('bdi').nth(1)).toHaveText(newcomer(me));
  await expect(deleteButtons(their)).toHaveCount(1);
  await other.close();

  // Visitors see it at once: the kept page went.
  const visitor = await browser.newContext({ baseURL: tenant.origin, javaScriptEnabled: false });
  const seen = await visitor.newPage();
  await expect(async () => {
    await seen.goto(address);
    await expect(seen.locator('#comments')).toContainText('An answer', { timeout: 500 });
  }).toPass();
  await expect(deleteButtons(seen)).toHaveCount(0);

  await page.reload();
  await expect(total).toHaveText('3');
  await expectAccessible(page);
  const dialog = page.getByRole('dialog', { name: t('community:confirmTitle') });
  await deleteButtons(mine).first().click();
  await dialog.getByRole('button', { name: t('common:cancel') }).click();
  await expect(comments(page)).toHaveCount(1);
  await deleteButtons(replies(page).first()).click();
  await dialog.getByRole('button', { name: t('community:delete') }).click();
  await expect(replies(page)).toHaveCount(1);
  await expect(total).toHaveText('2');
  await deleteButtons(mine).first().click();
  await dialog.getByRole('button', { name: t('community:delete') }).click();
  await expect(comments(page)).toHaveCount(0);
  await expect(total).toHaveText('0');
  await expect(page.getByText(t('community:none'))).toBeVisible();
  await expect(async () => {
    await seen.goto(address);
    await expect(seen.locator('#comments')).not.toContainText('An answer', { timeout: 500 });
  }).toPass();
  await visitor.close();
});

test('older comments and replies come on demand, and a link leads to one of them', async ({
  page,
  context,
  tenant,
  path,
  lang,
  t,
}) => {
  const id = await addAnnouncement(tenant);
  const texts = Array.from({ length: 23 }, (_, i) => `Comment ${i + 1}`);
  const ids = await addComments(tenant, id, phone(tenant, 6), texts);
  const said = Array.from({ length: 15 }, (_, i) => `Reply ${i + 1}`);
  const replyIds = await addComments(tenant, id, phone(tenant, 7), said, { parentId: ids[1]! });

  await page.goto(path(`/info/${id}`));
  await expect(comments(page)).toHaveCount(10);
  await expect(comments(page).first()).toContainText('Comment 23');
  await expect(comments(page).first().locator('time')).toHaveText(lang === 'zh' ? '1天前' : '1 day ago');
  await expect(comments(page).first().locator('time')).toHaveAttribute('title', /\d{4}/);
  const more = page.getByRole('button', { name: t('community:more') });
  await more.click();
  await expect(comments(page)).toHaveCount(20);
  await more.click();
  await expect(comments(page)).toHaveCount(23);
  await expect(more).toBeHidden();
  await expect(page.locator('#comments > ol > li > div > [data-text]')).toHaveText([...texts].reverse());

  await expect(replies(page)).toHaveCount(3);
  await page.getByRole('button', { name: t('community:moreReplies', { n: 12 }) }).click();
  await expect(replies(page)).toHaveCount(13);
  await page.getByRole('button', { name: t('community:moreReplies', { n: 2 }) }).click();
  await expect(page.locator('#comments ol ol [data-text]')).toHaveText(said);
  await expect(replies(page)).toHaveCount(15);
  await expect(page.locator('#comments > ol button', { hasText: /\d/ })).toHaveCount(0);

  // A link to a reply of a comment that the first page does not show, also for somebody signed in.
  await signIn(context, tenant, 17);
  await page.goto(path('/info'));
  await page.goto(path(`/info/${id}#comment-${replyIds[13]!}`));
  const linked = page.locator(`#comment-${replyIds[13]!}`);
  await expect(linked).toBeInViewport();
  await expect(linked).toContainText('Reply 14');
  await expect(comments(page)).toHaveCount(11);
  // On with the list: what is there already does not come twice.
  await page.getByRole('button', { name: t('community:more') }).click();
  await page.getByRole('button', { name: t('community:more') }).click();
  await expect(more).toBeHidden();
  await expect(comments(page)).toHaveCount(23);
  await expectFits(page);

  // A link to nothing says so.
  await page.goto(path('/info'));
  await page.goto(path(`/info/${id}#comment-${id}`));
  await expect(page.locator('#toasts')).toContainText(t('errors:commentGone'));
});
