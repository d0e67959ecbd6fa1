import { randomUUID } from 'node:crypto';
import { addLabel, writing } from './support/community.ts';
import { addMember } from './support/database.ts';
import { handIn } from './support/exam.ts';
import { sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* A question may be asked from the review of an exam, and shows there too. */

test('ask about an exam from the review of an attempt', async ({ page, context, tenant, path, t }) => {
  const who = await addMember(tenant);
  const label = await addLabel(tenant, 'pink');
  const attemptId = await handIn(tenant, await sessionOf(tenant, who));
  await signIn(context, tenant, who);
  await page.goto(path(`/account/exam/detail?id=${attemptId}`));
  const section = page.getByRole('region', { name: t('posts:subject.title') });
  await section.getByRole('link', { name: t('posts:subject.ask') }).click();
  await expect(page.getByText(t('posts:write.about.exam', { title: tenant.exam.title }))).toBeVisible();
  const form = writing(page, t);
  const title = `About the exam ${randomUUID().slice(0, 8)}`;
  await form.title.fill(title);
  await form.text.click();
  await page.keyboard.type('Why is B right?');
  await form.label(label.name).check();
  await form.saved();
  // The draft remembers what it is about, also after a reload.
  await page.reload();
  await expect(page.getByText(t('posts:write.about.exam', { title: tenant.exam.title }))).toBeVisible();
  await form.publish.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(tenant.exam.title)).toBeVisible();

  await page.goto(path(`/account/exam/examQuestion?id=${attemptId}`));
  await section.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goto(path(`/account/exam/detail?id=${attemptId}`));
  await expect(section.getByRole('link', { name: title })).toBeVisible();
  await expectAccessibleInBoth(page);
});
