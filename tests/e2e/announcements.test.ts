import { addAnnouncement, attachFile } from './support/announcement.ts';
import { addMember } from './support/database.ts';
import { gateway, http } from './support/http.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import { expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

test('announcements: read and unread, filter, like, files, on to the next; a visitor reads and is asked to log in', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  const rows = Array.from({ length: 12 }, (_, i) => `<tr><td>${i}</td><td>${'wide '.repeat(12)}</td></tr>`).join('');
  for (const daysAgo of [2_998, 2_999]) await addAnnouncement(tenant, { daysAgo });
  const older = await addAnnouncement(tenant, { title: 'Older', daysAgo: 2_001 });
  const id = await addAnnouncement(tenant, {
    title: 'In the middle',
    author: 'Office',
    summary: 'What it is about',
    body: `<h2>Part</h2><p>Text with a <a href="https://example.com/">link</a></p><table>${rows}</table>`,
    daysAgo: 2_000,
  });
  const newer = await addAnnouncement(tenant, { title: 'Newer', daysAgo: 1_999 });
  const file = await attachFile(tenant, id, '方案 plan.pdf');
  const address = path(`/info/${id}`);

  // A visitor.
  await page.goto(path('/info'));
  await expect(page.getByRole('navigation', { name: t('announcement:filter') })).toHaveCount(0);
  await expect(page.locator('main article')).not.toHaveCount(0);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('In the middle');
  await expect(page.locator('.prose h2')).toHaveText('Part');
  await expect(page.locator('.prose a')).toHaveAttribute('rel', 'noopener noreferrer');
  await expectFits(page);
  const attached = page.getByRole('link', { name: '方案 plan.pdf' });
  await expect(attached).toContainText('KB');
  await expect(attached).toHaveAttribute('download', '方案 plan.pdf');
  const answer = await http(hostOf(tenant), `/media/${file}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const neighbours = page.getByRole('navigation', { name: t('announcement:neighbours') });
  await neighbours.getByRole('link', { name: 'Newer' }).click();
  await expect(page).toHaveURL(new RegExp(`${newer}$`));
  await page.goto(address);
  await neighbours.getByRole('link', { name: 'Older' }).click();
  await expect(page).toHaveURL(new RegExp(`${older}$`));
  await page.goto(address);
  await page.getByRole('link', { name: t('announcement:like') }).click();
  await expect(page.locator('#toasts')).toContainText(t('common:loginFirst'));
  await expect(page).toHaveURL(new RegExp(`${id}$`));

  // A member to whom all is new.
  await signIn(context, tenant, await addMember(tenant));
  const filter = page.getByRole('navigation', { name: t('announcement:filter') });
  const unread = filter.getByRole('link', { name: new RegExp(`^${t('announcement:unread')}`) });
  await page.goto(path('/info'));
  await expect(page.locator('main article').first()).toContainText(t('announcement:unread'));
  // Other tests add announcements of the tenant meanwhile: how many there are is asked each time.
  const expectRead = (count: number) =>
    expect(async () => {
      const { envelope } = await gateway(hostOf(tenant), 'POST /user/api/announcement/page', {});
      await page.reload();
      const { totalCount } = envelope.data as { totalCount: number };
      await expect(unread).toHaveText(new RegExp(`\\D${totalCount - count}$`), { timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
  await expectRead(0);
  // A browser that fetches ahead reads nothing; one that shows the page it fetched does.
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const ahead = await http(hostOf(tenant), address, { headers: { cookie, 'sec-purpose': 'prefetch' } });
  expect(ahead.text).toMatch(new RegExp(`<astro-island[^>]*MarkRead[^>]*${id}`));
  await expectRead(0);
  await page.goto(address);
  const like = page.getByRole('button', { name: t('announcement:like') });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toContainText('1');
  await page.goto(path('/info'));
  await expectRead(1);
  await filter.getByRole('link', { name: t('announcement:read'), exact: true }).click();
  await expect(page.locator('main article')).toHaveCount(1);
  await expect(page.locator('main article')).toContainText('In the middle');
  await expect(page.locator('main article')).toContainText(t('announcement:admires', { n: 1 }));
  await expect(page.locator('main article')).not.toContainText(t('announcement:unread'));
  await unread.click();
  await expect(page.getByText('In the middle')).toHaveCount(0);
  // Ten to a page, and the filter stays.
  await expect(page.locator('main article')).toHaveCount(10);
  await page.getByRole('link', { name: t('common:pager.page', { page: 2 }) }).click();
  await expect(page).toHaveURL(/read=unread&page=2/);
  await expect(page.locator('main article')).not.toHaveCount(0);
  // A page beyond the end leads to the last one.
  await page.goto(path('/info?page=99999'));
  await expect(page.locator('main article')).not.toHaveCount(0);
  expect(new URL(page.url()).searchParams.get('page')).not.toBe('99999');
});
