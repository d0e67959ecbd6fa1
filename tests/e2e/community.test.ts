import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { addMember } from './support/database.ts';
import { addLabel, addPost, addTalk, writing } from './support/community.ts';
import { gateway } from './support/http.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleInBoth, expectFits } from './support/sound.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/** A picture of 2 × 2 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);

test('ask from a course, see similar questions, get an answer with a picture, accept it, and find it by search', async ({
  page,
  context,
  browser,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(150_000);
  const asker = await addMember(tenant);
  const helper = await addMember(tenant);
  const label = await addLabel(tenant);
  const word = `Zq${randomUUID().slice(0, 6)}`;
  const question = `How do I restart the ${word} press`;
  const earlier = `Restart of the ${word} press after a stop`;
  await addPost(tenant, 17, { kind: 'question', title: earlier, labelIds: [label.id] });
  await signIn(context, tenant, asker);

  await test.step('ask from the course', async () => {
    await page.goto(path(`/knowledge?keyword=${encodeURIComponent(tenant.course.title)}`));
    await page.locator('main').getByRole('link', { name: tenant.course.title }).first().click();
    await page.getByRole('link', { name: t('posts:subject.ask') }).click();
    await expect(page.getByText(t('posts:write.about.course', { title: tenant.course.title }))).toBeVisible();
    const form = writing(page, t);
    await form.title.fill(question);
    await expect(page.getByRole('link', { name: earlier })).toBeVisible();
    await form.text.click();
    await page.keyboard.type('It stopped last night.');
    await form.label(label.name).check();
    await form.saved();
    await expectAccessible(page);
    await form.publish.click();
    await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible();
    await expect(page.getByRole('link', { name: tenant.course.title })).toBeVisible();
  });
  const address = new URL(page.url()).pathname;

  await test.step('a colleague answers with a picture', async () => {
    const other = await browser.newContext({ baseURL: tenant.origin });
    await signIn(other, tenant, helper);
    const their = await other.newPage();
    await their.goto(address);
    await their.getByRole('button', { name: t('posts:view.answer'), exact: true }).click();
    const form = writing(their, t);
    await form.text.click();
    await their.keyboard.type('Press the green button.');
    await their
      .locator('#write-answer input[type=file]')
      .setInputFiles({ name: 'button.png', mimeType: 'image/png', buffer: PICTURE });
    await expect(form.text.locator('img[src^="/media/"]')).toBeVisible();
    await form.publish.click();
    await expect(their).toHaveURL(/\?answer=/);
    const shown = their.getByRole('article').filter({ hasText: 'Press the green button.' });
    await expect(shown.locator('.prose img')).toBeVisible();
    await other.close();
  });

  await test.step('the asker accepts it: points and notice', async () => {
    await page.reload();
    await page.getByRole('button', { name: t('posts:view.accept') }).click();
    await expect(page.getByText(t('posts:view.accepted'), { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText(t('posts:view.accepted'), { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
    const session = await sessionOf(tenant, helper);
    const notices = await gateway(hostOf(tenant), 'POST /user/auth/notice/page', {}, session);
    const { list } = notices.envelope.data as { list: { kind: string; detail: { title: string } }[] };
    expect(list.find(({ kind }) => kind === 'accepted')?.detail.title).toBe(question);
    const points = await gateway(
      hostOf(tenant),
      'POST /data/auth/user/credit/hour/change/record/page',
      { kind: 'points' },
      session,
    );
    const { list: lines } = points.envelope.data as { list: { amount: number; title: string }[] };
    expect(lines).toMatchObject([{ amount: 5, title: t('record:acceptedAnswer.entry') }]);
  });

  await test.step('it is on the page of the course, and the search from the community finds it', async () => {
    await page.goto(path('/community'));
    await expect(page.getByRole('link', { name: question })).toBeVisible();
    await page.locator('[popovertarget=search-box]:visible').first().click();
    await page.locator('#search-box input[type=search]').fill(word);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/type=7/);
    await expect(async () => {
      await page.reload();
      await expect(page.locator('main').getByRole('link', { name: question })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.locator('main').getByRole('link', { name: question }).click();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await page.getByRole('link', { name: tenant.course.title }).click();
    await expect(page.getByRole('link', { name: question })).toBeVisible();
  });
});

test.describe('with a lost connection', () => {
  test.use({ expectedLines: /ERR_FAILED|401 \(Unauthorized\)/ });
  test('a draft survives a killed tab and an ended session, and is published once', async ({
    page,
    context,
    tenant,
    path,
    t,
  }) => {
    test.setTimeout(120_000);
    const member = await addMember(tenant);
    const label = await addLabel(tenant, 'green');
    const title = `Lessons ${randomUUID().slice(0, 8)}`;
    await signIn(context, tenant, member);
    await page.goto(path('/community/write?kind=blog'));
    let form = writing(page, t);
    await form.title.fill(title);
    await form.text.click();
    await page.keyboard.type('First part.');
    await form.saved();

    // The tab is killed while the server cannot be reached.
    await page.route('**/gateway/community/auth/draft/save', (route) => route.abort());
    await page.keyboard.type(' Second part.');
    await expect(page.getByText(t('posts:write.state.offline'))).toBeVisible();
    await page.close({ runBeforeUnload: false });
    const next = await context.newPage();
    await next.goto(path('/community/write?kind=blog'));
    form = writing(next, t);
    await expect(form.text).toContainText('First part. Second part.');
    await expect(next.getByText(t('posts:write.restored'))).toBeVisible();
    await form.saved();

    // The session ends: what is typed stays, and the login page leads back to it.
    const cookies = await context.cookies();
    await context.clearCookies();
    await form.title.fill(`${title} learnt`);
    const login = next.getByRole('link', { name: t('posts:write.signIn') });
    await expect(login).toBeVisible();
    const target = new URL((await login.getAttribute('href'))!, tenant.origin).searchParams.get('redirect')!;
    await context.addCookies(cookies);
    await next.goto(target);
    await expect(form.title).toHaveValue(`${title} learnt`);
    await expect(form.text).toContainText('First part. Second part.');
    await form.label(label.name).check();
    await form.saved();

    await next.goto(path('/community/drafts'));
    await next.getByRole('link', { name: `${title} learnt` }).click();
    // The same draft in another tab.
    const twin = await context.newPage();
    await twin.goto(next.url());
    await expect(writing(twin, t).text).toContainText('Second part.');
    await form.publish.dblclick();
    await expect(next).toHaveURL(/\/community\/blog\/[0-9a-f-]{36}$/);
    await writing(twin, t).publish.click();
    await expect(twin).toHaveURL(next.url());
    await next.goto(path('/community'));
    await expect(next.getByRole('link', { name: `${title} learnt` })).toHaveCount(1);
    await next.goto(path('/community/drafts'));
    await expect(next.getByText(t('posts:drafts.none'))).toBeVisible();
  });
});

test('by keyboard alone: ask, answer, vote, comment on an answer, look at the edits', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const member = await addMember(tenant);
  const label = await addLabel(tenant, 'purple');
  const title = `Keyboard ${randomUUID().slice(0, 8)}`;
  const question = await addPost(tenant, 17, { kind: 'question', title, labelIds: [label.id] });
  await addPost(tenant, 18, { kind: 'answer', questionId: question, text: 'Use the Tab key.' });
  await signIn(context, tenant, member);
  /** Moves the focus with Tab until an element has it. */
  const tabTo = async (name: string, role: 'button' | 'link' | 'checkbox' | 'textbox' = 'button') => {
    const target = page.getByRole(role, { name, exact: role === 'link' }).first();
    for (let steps = 0; steps < 150; steps++) {
      await page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`"${name}" is not reached with Tab`);
  };

  await page.goto(path('/community'));
  await tabTo(t('posts:feed.ask'), 'link');
  await page.keyboard.press('Enter');
  await expect(writing(page, t).text).toBeVisible();
  await tabTo(t('posts:write.heading'), 'textbox');
  const asked = `${title} asked by keyboard`;
  await page.keyboard.type(asked);
  await tabTo(t('posts:write.body'), 'textbox');
  await page.keyboard.type('Which keys?');
  await tabTo(label.name, 'checkbox');
  await page.keyboard.press('Space');
  await writing(page, t).saved();
  await tabTo(t('posts:write.publish'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/community\/question\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: asked })).toBeVisible();
  await expect(page.getByText('Which keys?')).toBeVisible();

  await page.goto(path('/community'));
  await tabTo(title, 'link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await tabTo(t('posts:view.vote'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: t('posts:view.vote') }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await tabTo(t('posts:view.history'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: t('posts:view.history') })).toBeVisible();
  await expect(page.getByText(t('posts:view.firstVersion'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: t('posts:view.history') })).toBeFocused();
  await tabTo(t('posts:view.comments', { n: 0 }));
  await page.keyboard.press('Enter');
  const answer = page.getByRole('article').filter({ hasText: 'Use the Tab key.' });
  const comment = answer.getByRole('textbox', { name: t('community:yourComment') });
  await expect(comment).toBeVisible();
  while (!(await comment.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.type('Thank you');
  await page.keyboard.press('Control+Enter');
  await expect(answer.getByRole('listitem').filter({ hasText: 'Thank you' })).toBeVisible();
  await tabTo(t('posts:view.answer'));
  await page.keyboard.press('Enter');
  await expect(writing(page, t).text).toBeVisible();
  await tabTo(t('posts:write.body'), 'textbox');
  await page.keyboard.type('Or the arrow keys.');
  await writing(page, t).saved();
  await expectAccessible(page);
  await tabTo(t('posts:write.publish'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?answer=/);
  await expect(page.getByRole('article').filter({ hasText: 'Or the arrow keys.' })).toBeVisible();
});

test('a comment on a course is reported, and the community leads its moderators to the report', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  const words = `Comment ${randomUUID()}`;
  const [writer, reader] = [await addMember(tenant), await addMember(tenant)];
  const session = await sessionOf(tenant, writer);
  const found = await gateway(
    hostOf(tenant),
    'POST /course/auth/course/info/page',
    { keyword: tenant.course.title },
    session,
  );
  const { id } = (found.envelope.data as { list: { id: string }[] }).list[0]!;
  const comment = { subjectId: id, content: words };
  await gateway(hostOf(tenant), 'POST /course/auth/course/comment/save', comment, session);

  await signIn(context, tenant, reader);
  await page.goto(path(`/knowledge/course/${id}`));
  const said = page.getByRole('listitem').filter({ hasText: words });
  await said.getByRole('button', { name: t('moderation:report.open') }).click();
  const dialog = page.getByRole('dialog', { name: t('moderation:report.title') });
  await dialog.getByLabel(t('moderation:reason.wrong')).check();
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await dialog.getByRole('button', { name: t('moderation:report.send') }).click();
  await expect(page.getByText(t('moderation:report.done'))).toBeVisible();
  await page.goto(path('/community'));
  const links = page.getByRole('navigation', { name: t('posts:feed.mine') }).getByRole('link');
  await expect(links).toHaveText([t('posts:feed.drafts'), t('moderation:mine.title')]);

  await context.clearCookies();
  await signIn(context, tenant, 4);
  await page.goto(path('/admin'));
  const place = page.getByRole('listitem').filter({ hasText: t('admin:place.moderation.hint') });
  await expect(place.locator('.badge')).toHaveText(/^[1-9]/);
  await page.goto(path('/community'));
  await links
    .filter({ hasText: t('moderation:queue.title') })
    .filter({ hasText: /[1-9]/ })
    .click();
  await expect(page).toHaveURL(/\/community\/moderation$/);
  const waiting = await gateway(
    hostOf(tenant),
    'POST /community/auth/moderation/page',
    { pageSize: 100 },
    {
      ...(await sessionOf(tenant, 4)),
    },
  );
  const { list } = waiting.envelope.data as { list: { id: string; excerpt: string; path: string }[] };
  const reported = list.find(({ excerpt }) => excerpt === words)!;
  expect(reported).toMatchObject({
    subjectType: 'comment',
    path: `/knowledge/course/${id}`,
    title: tenant.course.title,
  });
  const decision = { caseId: reported.id, action: 'dismiss', reason: 'Harmless' };
  await gateway(hostOf(tenant), 'POST /community/auth/moderation/decide', decision, await sessionOf(tenant, 4));
});

test('the dialogs of a question: invite, close as a duplicate, edits, moderate', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const mark = `Xk${randomUUID().slice(0, 6)}`;
  const labelIds = [(await addLabel(tenant, 'cyan')).id];
  const asker = await addMember(tenant);
  const earlier = await addPost(tenant, 17, {
    kind: 'question',
    title: `Alarm of the ${mark} pump at night`,
    labelIds,
  });
  const question = await addPost(tenant, asker, { kind: 'question', title: `Alarm of the ${mark} pump`, labelIds });
  await signIn(context, tenant, 4);
  await page.goto(path(`/community/question/${question}`));
  const open = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    return dialog;
  };
  const close = (dialog: Locator) => dialog.getByRole('button', { name: t('common:close') }).click();

  const history = await open(t('posts:view.history'));
  await expect(history.getByText(t('posts:view.firstVersion'))).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await close(history);
  const moderate = await open(t('moderation:decide.open'));
  await moderate.getByLabel(t('moderation:decide.action')).selectOption('move');
  await expect(moderate.getByRole('checkbox').first()).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await close(moderate);
  const invite = await open(t('posts:view.invite'));
  const { userName } = await nameOf(tenant, 17);
  await invite.getByRole('searchbox').fill(userName);
  await invite.getByRole('checkbox', { name: userName }).first().check();
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await invite.locator('.btn-primary').click();
  await expect(page.getByText(t('posts:view.invited'))).toBeVisible();
  const notices = await gateway(hostOf(tenant), 'POST /user/auth/notice/page', {}, await sessionOf(tenant, 17));
  const { list } = notices.envelope.data as { list: { kind: string; path: string }[] };
  expect(list).toContainEqual(expect.objectContaining({ kind: 'invited', path: `/community/question/${question}` }));

  const duplicate = await open(t('posts:view.duplicate'));
  await expect(duplicate.getByRole('button', { name: `Alarm of the ${mark} pump at night` })).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await duplicate.getByRole('button', { name: `Alarm of the ${mark} pump at night` }).click();
  await expect(page.getByText(t('posts:view.duplicateOf'))).toBeVisible();
  await page
    .getByRole('link', { name: `Alarm of the ${mark} pump at night` })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/community/question/${earlier}$`));
});

async function nameOf(tenant: DemoTenant, who: number): Promise<{ userName: string }> {
  const call = 'GET /user/auth/enterprise/user/info/current/view';
  return (await gateway(hostOf(tenant), call, {}, await sessionOf(tenant, who))).envelope.data as { userName: string };
}

test('a question is indexed where visitors may read it, without the name of an anonymous author', async ({
  browser,
  tenant,
  path,
}) => {
  const { question } = await addTalk(tenant);
  const visitor = await browser.newContext({ baseURL: tenant.origin, javaScriptEnabled: false });
  const page = await visitor.newPage();
  const answer = await page.goto(path(`/community/question/${question}`));
  if (tenant.key === 'huaxin') await expect(page).toHaveURL(/\/login\?/);
  else {
    expect(answer!.status()).toBe(200);
    const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!) as {
      '@graph': { '@type': string; mainEntity?: { suggestedAnswer: object[] } }[];
    };
    const shown = facts['@graph'].find((thing) => thing['@type'] === 'QAPage')!.mainEntity!;
    expect(shown).toMatchObject({ acceptedAnswer: { '@type': 'Answer', author: { '@type': 'Person' } } });
    expect(shown.suggestedAnswer).toMatchObject([{ text: 'Another way' }]);
    expect(shown.suggestedAnswer[0]).not.toHaveProperty('author');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`/community/question/${question}$`),
    );
  }
  await signIn(visitor, tenant, 19);
  await page.goto(path(`/community/question/${question}`));
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await visitor.close();
});

test('the feed is filtered and continues without a script, and a visitor is asked to log in', async ({
  browser,
  tenant,
  path,
  t,
}) => {
  const label = await addLabel(tenant, 'orange');
  const member = await addMember(tenant);
  const mark = randomUUID().slice(0, 8);
  for (let n = 0; n < 5; n++)
    await addPost(tenant, member, {
      kind: n % 2 ? 'blog' : 'question',
      title: `Post ${n} ${mark}`,
      labelIds: [label.id],
    });
  const plain = await browser.newContext({ baseURL: tenant.origin, javaScriptEnabled: false });
  const page = await plain.newPage();
  await page.goto(path('/community'));
  // One of the demo tenants has opened its community to the public.
  if (tenant.key === 'huaxin') await expect(page).toHaveURL(/\/login\?/);
  else await expect(page.locator('main').getByRole('link', { name: label.name }).first()).toBeVisible();
  await signIn(plain, tenant, member);
  await page.goto(path('/community'));
  await page.locator('main').getByRole('link', { name: label.name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: label.name })).toBeVisible();
  const titles = page.locator('main article h2');
  await expect(titles).toHaveCount(5);
  await page.getByRole('link', { name: t('posts:feed.kind.blog'), exact: true }).click();
  await expect(titles).toHaveText([`Post 3 ${mark}`, `Post 1 ${mark}`]);
  await plain.close();
});
