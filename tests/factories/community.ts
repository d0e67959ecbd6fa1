import { randomUUID } from 'node:crypto';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { communitySetting } from '#src/server/community/tables/moderation.ts';
import { label, post, postLabel, postVersion } from '#src/server/community/tables/post.ts';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { ok } from './portal.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

type Filled = Record<'learner' | 'lecturer', TestPerson> & Record<'questionId' | 'labelId' | 'mark', string>;

/** A document of the editor with one paragraph per text. */
export const documentOf = (...texts: string[]): RichDocument => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

/** Opens the community to the public, or sets other rules of it. */
export const openCommunity = (tenant: TestTenant, more: Partial<typeof communitySetting.$inferInsert> = {}) =>
  withTenant(tenant.id, async (db) => {
    const values = { isPublic: true, newMemberDailyPosts: 1000, dailyPosts: 1000, ...more };
    await db
      .insert(communitySetting)
      .values({ ...values, enterpriseId: tenant.id })
      .onConflictDoUpdate({ target: communitySetting.enterpriseId, set: values });
  });

export async function mintLabel(tenant: TestTenant, more: Partial<typeof label.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, (db) =>
    db.insert(label).values({ name: { zh: '安全', en: 'Safety' }, ...more, enterpriseId: tenant.id, id, code: id }),
  );
  return id;
}

type PostMore = Partial<typeof post.$inferInsert> & { text?: string; labelIds?: string[] };

/** A published post with its first version; a question unless `more` says otherwise. */
export async function mintPost(
  tenant: TestTenant,
  { userId }: Pick<TestPerson, 'userId'>,
  { text = '机床停机怎么处理', labelIds = [], ...more }: PostMore = {},
): Promise<string> {
  const id = randomUUID();
  const kind = more.kind ?? 'question';
  const publishedAt = more.publishedAt ?? new Date();
  const texts = { title: kind === 'answer' ? null : '机床停机', body: documentOf(text), plainText: text };
  const own = { enterpriseId: tenant.id, postId: id };
  await withTenant(tenant.id, async (db) => {
    const row = { ...texts, publishedAt, ...more, kind };
    await db.insert(post).values({ ...row, enterpriseId: tenant.id, id, authorId: userId });
    const { title, body, plainText } = row;
    await db.insert(postVersion).values({ ...own, revision: 1, title, body, plainText, editorId: userId });
    for (const labelId of labelIds) await db.insert(postLabel).values({ ...own, labelId, publishedAt });
  });
  return id;
}

export const mintAnswer = (tenant: TestTenant, person: TestPerson, questionId: string, more: PostMore = {}) =>
  mintPost(tenant, person, { text: '先按急停按钮', ...more, kind: 'answer', questionId });

/** A picture that somebody uploaded for a text. */
export async function mintPicture(tenant: TestTenant, { userId }: Pick<TestPerson, 'userId'>): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, (db) =>
    db.insert(file).values({
      ...{ enterpriseId: tenant.id, id, storeKey: id, sha256: id, fileName: `post-${id}.webp`, fileSize: 1 },
      ...{ contentType: 'image/webp', visibility: 'public', uploadedBy: userId, width: 1, height: 1 },
    }),
  );
  return id;
}

/** Leaves a row in every table of posts and labels. */
export async function fillCommunity({ learner, lecturer, questionId, labelId, mark }: Filled): Promise<void> {
  await ok(learner, 'PUT /community/auth/label/follow', { id: labelId, on: true });
  await ok(learner, 'PUT /community/auth/post/vote', { id: questionId, on: true });
  await ok(learner, 'PUT /community/auth/post/follow', { id: questionId, on: true });
  await ok(learner, 'POST /community/auth/draft/save', {
    ...{ id: randomUUID(), baseRevision: 0, kind: 'blog', title: `Draft ${mark}`, body: documentOf(mark) },
  });
  await ok(lecturer, 'POST /community/auth/post/invite', { questionId, userIds: [learner.userId] });
}
