import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { addMember } from './database.ts';
import { gateway } from './http.ts';
import { hostOf, type Session, sessionOf } from './sign-in.ts';
import type { DemoTenant } from './tenants.ts';

/** The administrator among the demo people. */
const ADMINISTRATOR = 4;

async function call<T>(tenant: DemoTenant, session: Session, name: string, input: unknown): Promise<T> {
  const { envelope } = await gateway(hostOf(tenant), name, input, session);
  if (envelope.code !== 200) throw new Error(`${name}: ${JSON.stringify(envelope)}`);
  return envelope.data as T;
}

export type AddedLabel = { id: string; name: string };

/** A label of a demo tenant for one test. */
export async function addLabel(tenant: DemoTenant, color = 'blue'): Promise<AddedLabel> {
  const name = `Label ${randomUUID().slice(0, 8)}`;
  const { id } = await call<{ id: string }>(
    tenant,
    await sessionOf(tenant, ADMINISTRATOR),
    'POST /community/auth/label/save',
    { name: { zh: name, en: name }, description: { zh: name, en: name }, color },
  );
  return { id, name };
}

type Post = { kind: 'blog' | 'question' | 'answer'; title?: string; text?: string; labelIds?: string[] };
type More = Post & { questionId?: string; anonymous?: boolean };

/** A post by the nth demo person, or whoever has a phone. */
export async function addPost(tenant: DemoTenant, who: number | string, post: More): Promise<string> {
  const { text = 'Text', ...more } = post;
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
  const { id } = await call<{ id: string }>(
    tenant,
    await sessionOf(tenant, who),
    'POST /community/auth/draft/publish',
    { id: randomUUID(), baseRevision: 0, body, ...more },
  );
  return id;
}

/** The form to write with, by its texts. */
export const writing = (page: Page, t: (key: string) => string) => ({
  title: page.getByRole('textbox', { name: t('posts:write.heading') }),
  text: page.getByRole('textbox', { name: t('posts:write.body') }),
  publish: page.getByRole('button', { name: t('posts:write.publish'), exact: true }),
  label: (name: string) => page.getByRole('checkbox', { name }),
  /** Waits until the server has the draft. */
  saved: () => expect(page.getByText(t('posts:write.state.saved'))).toBeVisible(),
});

/** A blog, and a question with an accepted answer, a comment and an anonymous colleague. */
export async function addTalk(tenant: DemoTenant): Promise<{ blog: string; question: string }> {
  const labelIds = [(await addLabel(tenant, 'red')).id, (await addLabel(tenant, 'gray')).id];
  const [asker, author] = [await addMember(tenant), await addMember(tenant)];
  const mark = randomUUID().slice(0, 8);
  const long = 'A longer text that fills more than one line of a phone. '.repeat(8);
  const blog = await addPost(tenant, author, { kind: 'blog', title: `Blog ${mark}`, text: long, labelIds });
  const question = await addPost(tenant, asker, { kind: 'question', title: `Question ${mark}`, text: long, labelIds });
  const answer = await addPost(tenant, author, { kind: 'answer', questionId: question, text: long });
  await addPost(tenant, author, { kind: 'answer', questionId: question, text: 'Another way', anonymous: true });
  const session = await sessionOf(tenant, asker);
  await call(tenant, session, 'PUT /community/auth/answer/accept', { id: answer, on: true });
  await call(tenant, session, 'POST /community/auth/post/comment/save', { subjectId: question, content: 'Thank you' });
  return { blog, question };
}
