import { randomUUID } from 'node:crypto';
import { comment } from '#src/server/community/tables/comment.ts';
import { communityModerator, filteredWord } from '#src/server/community/tables/moderation.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { call, ok } from './portal.ts';
import type { World } from './world.ts';
import { mintPerson, type TestPerson, type TestTenant } from './tenant.ts';

/** A member whom an administrator appointed. */
export async function mintModerator(tenant: TestTenant, admin: Pick<TestPerson, 'userId'>): Promise<TestPerson> {
  const person = await mintPerson(tenant, { userName: '版主' });
  await withTenant(tenant.id, (db) =>
    db.insert(communityModerator).values({ enterpriseId: tenant.id, userId: person.userId, appointedBy: admin.userId }),
  );
  return person;
}

export async function mintWord(tenant: TestTenant, word: string, action: 'reject' | 'review'): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, (db) => db.insert(filteredWord).values({ enterpriseId: tenant.id, id, word, action }));
  return id;
}

/** A comment on a post. */
export async function mintPostComment(tenant: TestTenant, { userId }: Pick<TestPerson, 'userId'>, postId: string) {
  const id = randomUUID();
  await withTenant(tenant.id, (db) =>
    db
      .insert(comment)
      .values({ enterpriseId: tenant.id, id, subjectType: 'post', subjectId: postId, userId, body: '说得好' }),
  );
  return id;
}

/** The case of a post or comment, after a report of `reporter`. */
export async function mintCase(
  reporter: TestPerson,
  moderator: TestPerson,
  subject: { postId: string } | { commentId: string },
): Promise<string> {
  await ok(reporter, 'POST /community/auth/report/save', { ...subject, reason: 'abuse', note: '不文明' });
  const { list } = await ok(moderator, 'POST /community/auth/moderation/page', { pageSize: 100 });
  const subjectId = 'postId' in subject ? subject.postId : subject.commentId;
  return list.find((each) => each.subjectId === subjectId)!.id;
}

/** A decision about a post, e.g. that it is hidden. @returns the id of the decision as its author gets it */
export async function mintDecision(
  author: TestPerson,
  moderator: TestPerson,
  postId: string,
  action: 'hide' | 'lock' | 'warn' | 'move' = 'hide',
  labelIds?: string[],
): Promise<string> {
  const { code, msg } = await call(moderator, 'POST /community/auth/moderation/decide', {
    ...{ postId, action, labelIds, reason: '请注意措辞' },
  });
  if (code !== 200) throw new Error(msg);
  return (await ok(author, 'POST /community/auth/moderation/mine')).list[0]!.id;
}

/** Inserts a row into every table of moderation and notices. */
export async function fillModeration({ tenant, admin, learner, lecturer, questionId }: World): Promise<void> {
  await ok(admin, 'PUT /community/auth/moderator/save', { userId: lecturer.userId, on: true });
  await mintWord(tenant, `word ${randomUUID()}`, 'review');
  await ok(learner, 'POST /community/auth/report/save', { postId: questionId, reason: 'other' });
  await ok(admin, 'POST /community/auth/moderation/decide', { postId: questionId, action: 'warn', reason: 'Reason' });
  await ok(learner, 'PUT /user/auth/notice/digest/save', { frequency: 'daily' });
  await ok(learner, 'PUT /user/auth/announcement/user/record/all/read', { until: new Date(0).toISOString() });
}
