import { and, eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { communityModerator } from '#src/server/community/tables/moderation.ts';
import { notice } from '#src/server/notice/tables.ts';
import { removeDeletedLabels } from '#src/server/community/label/delete-label.ts';
import { label, post } from '#src/server/community/tables/post.ts';
import { ledgerEntry, ledgerTotal } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintAnswer, mintLabel, mintPost, openCommunity } from '../factories/community.ts';
import { call, ok } from '../factories/portal.ts';
import { indexTenant } from '../factories/search.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* What members do with posts: votes, follows, acceptance with points, duplicates, deletion, invitations. */

let tenant: TestTenant;
let asker: TestPerson;
let expert: TestPerson;
let lecturer: TestPerson;
let admin: TestPerson;
let questionId: string;
beforeEach(async () => {
  tenant = await mintTenant();
  [asker, expert, lecturer, admin] = await Promise.all([
    mintPerson(tenant, { userName: '提问人' }),
    mintPerson(tenant, { userName: '专家' }),
    mintPerson(tenant, { userName: '讲师', userType: 2 }),
    mintPerson(tenant, { isAdmin: true }),
  ]);
  questionId = await mintPost(tenant, asker, { title: '主轴异响怎么办' });
});

const VOTE = 'PUT /community/auth/post/vote';
const FOLLOW = 'PUT /community/auth/post/follow';
const ACCEPT = 'PUT /community/auth/answer/accept';
const CLOSE = 'PUT /community/auth/post/duplicate';
const DELETE = 'DELETE /community/auth/post/delete';
const INVITE = 'POST /community/auth/post/invite';

const rowOf = async (id: string) => {
  const [row] = await withTenant(tenant.id, (db) => db.select().from(post).where(eq(post.id, id)));
  return row!;
};
const update = (id: string, values: Partial<typeof post.$inferInsert>) =>
  withTenant(tenant.id, (db) => db.update(post).set(values).where(eq(post.id, id)));
const noticesOf = (person: TestPerson) =>
  withTenant(tenant.id, (db) => db.select().from(notice).where(eq(notice.userId, person.userId)));
const pointsOf = async (person: TestPerson) => {
  const rows = await withTenant(tenant.id, (db) =>
    db
      .select()
      .from(ledgerTotal)
      .where(and(eq(ledgerTotal.userId, person.userId), eq(ledgerTotal.kind, 'points'))),
  );
  return rows.reduce((sum, { total }) => sum + Number(total), 0);
};

describe('votes and follows', () => {
  it('of 200 requests of one member count once, of many members each', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => mintPerson(tenant)));
    const raced = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        call(people[i % 2]!, i % 4 < 2 ? VOTE : FOLLOW, { id: questionId, on: true }),
      ),
    );
    expect(raced.map(({ code }) => code)).toEqual(Array(200).fill(200));
    expect(await rowOf(questionId)).toMatchObject({ voteCount: 2, followerCount: 2 });
    await Promise.all(people.map((person) => ok(person, VOTE, { id: questionId, on: true })));
    expect((await rowOf(questionId)).voteCount).toBe(10);
    const withdrawn = await Promise.all(
      Array.from({ length: 20 }, () => ok(people[0]!, VOTE, { id: questionId, on: false })),
    );
    expect(withdrawn.every(({ voted, voteCount }) => !voted && voteCount === 9)).toBe(true);
  });

  it('are nobody’s for their own post, and not for what is hidden', async () => {
    expect((await call(asker, VOTE, { id: questionId, on: true })).code).toBe(409);
    expect((await rowOf(questionId)).voteCount).toBe(0);
    const answerId = await mintAnswer(tenant, expert, questionId);
    expect(await ok(asker, VOTE, { id: answerId, on: true })).toEqual({ voted: true, voteCount: 1 });
    expect((await call(asker, FOLLOW, { id: answerId, on: true })).code).toBe(404);
    await update(questionId, { state: 'hidden' });
    for (const name of [VOTE, FOLLOW] as const)
      for (const person of [expert, admin])
        expect((await call(person, name, { id: questionId, on: true })).code).toBe(404);
  });
});

describe('labels', () => {
  it('are followed once by each member, however often it is asked for at the same time', async () => {
    const id = await mintLabel(tenant);
    const raced = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        call(i % 2 ? asker : expert, 'PUT /community/auth/label/follow', { id, on: true }),
      ),
    );
    expect(raced.map(({ code }) => code)).toEqual(Array(200).fill(200));
    expect(await ok(asker, 'POST /community/api/label/list', {})).toMatchObject([
      { id, followerCount: 2, followed: true },
    ]);
    expect(await ok(asker, 'PUT /community/auth/label/follow', { id, on: false })).toEqual({
      followed: false,
      followerCount: 1,
    });
    expect(await ok(asker, 'POST /community/api/label/list', {})).toMatchObject([
      { followerCount: 1, followed: false },
    ]);
  });

  it('are kept by administrators: added, changed, withdrawn, and deleted while no post has them', async () => {
    const { id } = await ok(admin, 'POST /community/auth/label/save', {
      ...{ name: { zh: '设备', en: 'Machines' }, description: { zh: '机床与工装' }, color: 'orange', sort: 2 },
    });
    const other = await mintLabel(tenant, { sort: 1, labelType: 3 });
    const list = await ok({ ...asker, locale: 'en' }, 'POST /community/api/label/list', {});
    expect(list.map((row) => [row.id, row.name, row.color])).toEqual([
      [other, 'Safety', 'blue'],
      [id, 'Machines', 'orange'],
    ]);
    expect(await ok(asker, 'POST /community/api/label/list', { labelType: 1 })).toEqual([]);
    const labelled = await mintPost(tenant, asker, { labelIds: [id] });
    expect((await call(admin, 'DELETE /community/auth/label/delete', { id })).code).toBe(409);
    const changed = { id, name: { zh: '设备' }, description: {}, color: 'gray' as const, published: false };
    await ok(admin, 'POST /community/auth/label/save', { ...changed, revision: 1 });
    // Somebody else has read it before that.
    expect(
      await call(admin, 'POST /community/auth/label/save', { ...changed, revision: 1, color: 'red' }),
    ).toMatchObject({ code: 409 });
    expect((await ok(asker, 'POST /community/api/label/list', {})).map((row) => row.id)).toEqual([other]);
    expect((await ok(asker, 'GET /community/api/post/view', { id: labelled })).labels).toMatchObject([
      { id, name: '设备' },
    ]);
    const all = await ok(admin, 'GET /community/auth/label/edit/list', {});
    expect(all.map((row) => [row.id, row.published, row.postCount, row.color])).toEqual([
      [id, false, 1, 'gray'],
      [other, true, 0, 'blue'],
    ]);
    expect((await call(asker, 'PUT /community/auth/label/follow', { id, on: true })).code).toBe(404);
    await ok(asker, 'PUT /community/auth/label/follow', { id: other, on: true });
    await ok(admin, 'DELETE /community/auth/label/delete', { id: other });
    expect((await call(admin, 'DELETE /community/auth/label/delete', { id: other })).code).toBe(404);
    expect((await call(asker, 'PUT /community/auth/label/follow', { id: other, on: false })).code).toBe(404);
    const gone = { id: other, revision: 2, name: { zh: 'x' }, description: {}, color: 'red' as const };
    expect((await call(admin, 'POST /community/auth/label/save', gone)).code).toBe(404);
    const deleted = await ok(admin, 'GET /community/auth/label/edit/list', {});
    expect(deleted.map((row) => [row.id, row.deletedAt !== null])).toEqual([
      [id, false],
      [other, true],
    ]);
  });

  it('are restored within 30 days, withdrawn and with those who follow them, and removed then', async () => {
    const [kept, gone] = [await mintLabel(tenant, { sort: 1 }), await mintLabel(tenant, { sort: 2 })];
    for (const id of [kept, gone]) await ok(admin, 'DELETE /community/auth/label/delete', { id });
    expect((await call(asker, 'PUT /community/auth/label/restore', { id: kept })).code).toBe(403);
    await ok(admin, 'PUT /community/auth/label/restore', { id: kept });
    expect((await call(admin, 'PUT /community/auth/label/restore', { id: kept })).code).toBe(404);
    const row = async (id: string) =>
      (await ok(admin, 'GET /community/auth/label/edit/list', {})).find((each) => each.id === id);
    expect(await row(kept)).toMatchObject({ published: false, deletedAt: null, revision: 3 });
    await withTenant(tenant.id, (db) =>
      db
        .update(label)
        .set({ deletedAt: new Date(Date.now() - 31 * 86_400_000) })
        .where(eq(label.id, gone)),
    );
    expect(await row(gone)).toBeUndefined();
    expect((await call(admin, 'PUT /community/auth/label/restore', { id: gone })).code).toBe(404);
    await removeDeletedLabels(tenant.id, new Date());
    const ids = (await withTenant(tenant.id, (db) => db.select({ id: label.id }).from(label))).map(({ id }) => id);
    expect(ids).toContain(kept);
    expect(ids).not.toContain(gone);
    const { list } = await ok(admin, 'POST /data/auth/history/page', { kind: 'community', id: tenant.id });
    const deleted = 'community.label.delete';
    expect(list.map(({ action }) => action)).toEqual(['community.label.restore', deleted, deleted]);
    expect((await call(asker, 'POST /data/auth/history/page', { kind: 'community', id: tenant.id })).code).toBe(404);
  });
});

describe('accepting an answer', () => {
  it('is for the asker, lecturers and moderators; one is accepted, and accepting another one moves it with its points', async () => {
    const moderator = await mintPerson(tenant);
    await withTenant(tenant.id, (db) =>
      db
        .insert(communityModerator)
        .values({ enterpriseId: tenant.id, userId: moderator.userId, appointedBy: admin.userId }),
    );
    const third = await mintPerson(tenant);
    const one = await mintAnswer(tenant, expert, questionId);
    const other = await mintAnswer(tenant, third, questionId);
    for (const person of [expert, third]) expect((await call(person, ACCEPT, { id: one, on: true })).code).toBe(403);
    await ok(asker, ACCEPT, { id: one, on: true });
    expect([await pointsOf(expert), (await rowOf(questionId)).acceptedAnswerId]).toEqual([5, one]);
    expect(await noticesOf(expert)).toMatchObject([
      {
        kind: 'accepted',
        detail: { title: '主轴异响怎么办' },
        path: `/community/question/${questionId}?answer=${one}`,
      },
    ]);
    expect((await ok(third, 'GET /community/api/post/view', { id: questionId })).solved).toBe(true);
    await ok(lecturer, ACCEPT, { id: other, on: true });
    expect([await pointsOf(expert), await pointsOf(third)]).toEqual([0, 5]);
    expect((await rowOf(questionId)).acceptedAnswerId).toBe(other);
    for (const person of [moderator, admin]) expect((await call(person, ACCEPT, { id: one, on: true })).code).toBe(200);
    // The same answer is paid once, and told once.
    expect([await pointsOf(expert), await pointsOf(third)]).toEqual([0, 0]);
    expect(await noticesOf(expert)).toHaveLength(1);
    await ok(asker, ACCEPT, { id: one, on: false });
    expect((await rowOf(questionId)).acceptedAnswerId).toBeNull();
  });

  it('at the same time from everywhere accepts one and pays once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => mintAnswer(tenant, expert, questionId)));
    const raced = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        call([asker, lecturer, admin][i % 3]!, ACCEPT, { id: answers[i % 4]!, on: true }),
      ),
    );
    expect(raced.map(({ code }) => code)).toEqual(Array(24).fill(200));
    expect(answers).toContain((await rowOf(questionId)).acceptedAnswerId);
    const lines = await withTenant(tenant.id, (db) =>
      db.select().from(ledgerEntry).where(like(ledgerEntry.source, 'answer:%')),
    );
    expect(new Set(lines.map(({ source }) => source)).size).toBe(lines.length);
    expect(await pointsOf(expert)).toBeLessThanOrEqual(5);
  });

  it('pays up to the daily cap, also when questions are settled at the same moment; never for one’s own answer', async () => {
    await openCommunity(tenant, { acceptedPoints: '5', acceptedPointsPerDay: '12' });
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => mintAnswer(tenant, expert, await mintPost(tenant, asker))),
    );
    await Promise.all(answers.map((id) => ok(asker, ACCEPT, { id, on: true })));
    expect(await pointsOf(expert)).toBe(12);
    const own = await mintAnswer(tenant, asker, questionId);
    await ok(asker, ACCEPT, { id: own, on: true });
    expect([await pointsOf(asker), (await noticesOf(asker)).length]).toEqual([0, 0]);
  });

  it('is not possible in a locked question, nor for an answer that is hidden', async () => {
    const id = await mintAnswer(tenant, expert, questionId);
    await update(questionId, { lockedAt: new Date() });
    expect((await call(asker, ACCEPT, { id, on: true })).code).toBe(409);
    expect((await call(admin, ACCEPT, { id, on: true })).code).toBe(200);
    const hidden = await mintAnswer(tenant, expert, questionId, { state: 'hidden' });
    expect((await call(admin, ACCEPT, { id: hidden, on: true })).code).toBe(404);
    expect((await call(asker, ACCEPT, { id: questionId, on: true })).code).toBe(404);
  });
});

describe('closing as a duplicate', () => {
  it('links to the original, never to another duplicate or in a circle', async () => {
    const [second, third] = [await mintPost(tenant, expert), await mintPost(tenant, expert)];
    expect((await call(asker, CLOSE, { id: second, duplicateOf: questionId })).code).toBe(403);
    expect((await call(expert, CLOSE, { id: second, duplicateOf: second })).code).toBe(422);
    await ok(expert, CLOSE, { id: third, duplicateOf: second });
    await ok(lecturer, CLOSE, { id: second, duplicateOf: questionId });
    expect((await rowOf(third)).duplicateOf).toBe(questionId);
    const fourth = await mintPost(tenant, expert);
    expect(await ok(admin, CLOSE, { id: fourth, duplicateOf: third })).toEqual({ duplicateOf: questionId });
    expect((await call(asker, CLOSE, { id: questionId, duplicateOf: third })).code).toBe(422);
    expect(await ok(asker, 'GET /community/api/post/view', { id: third })).toMatchObject({
      duplicateOf: { id: questionId, kind: 'question', title: '主轴异响怎么办' },
    });
    expect(await ok(expert, CLOSE, { id: third, duplicateOf: null })).toEqual({ duplicateOf: null });
    const blog = await mintPost(tenant, expert, { kind: 'blog' });
    expect((await call(admin, CLOSE, { id: fourth, duplicateOf: blog })).code).toBe(404);
  });

  it('of each other at the same moment closes one', async () => {
    const other = await mintPost(tenant, asker);
    const raced = await Promise.all([
      call(asker, CLOSE, { id: questionId, duplicateOf: other }),
      call(asker, CLOSE, { id: other, duplicateOf: questionId }),
    ]);
    expect(raced.map(({ code }) => code).sort()).toEqual([200, 422]);
  });
});

describe('deleting', () => {
  it('is for the author; a question with answers stays, and an accepted answer takes its acceptance along', async () => {
    const answerId = await mintAnswer(tenant, expert, questionId);
    await ok(asker, ACCEPT, { id: answerId, on: true });
    for (const person of [expert, admin]) expect((await call(person, DELETE, { id: questionId })).code).toBe(403);
    expect((await call(asker, DELETE, { id: questionId })).code).toBe(409);
    await ok(expert, DELETE, { id: answerId });
    expect(await rowOf(questionId)).toMatchObject({ acceptedAnswerId: null, answerCount: 0 });
    expect(await pointsOf(expert)).toBe(0);
    await ok(asker, DELETE, { id: questionId });
    expect((await call(asker, 'GET /community/api/post/view', { id: questionId })).code).toBe(404);
    expect((await call(asker, DELETE, { id: questionId })).code).toBe(404);
    expect((await ok(asker, 'POST /community/api/post/page', {})).list).toEqual([]);
  });
});

describe('inviting', () => {
  it('notifies active colleagues once, and nobody else', async () => {
    const userIds = [expert.userId, lecturer.userId];
    expect(await ok(asker, INVITE, { questionId, userIds })).toEqual({ invited: 2 });
    expect(await ok(admin, INVITE, { questionId, userIds })).toEqual({ invited: 0 });
    expect(await noticesOf(expert)).toMatchObject([
      {
        kind: 'invited',
        detail: { title: '主轴异响怎么办', userName: '提问人' },
        path: `/community/question/${questionId}`,
      },
    ]);
    const elsewhere = await mintPerson(await mintTenant());
    const gone = await mintPerson(tenant);
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, gone.userId)),
    );
    for (const userId of [expert.userId, asker.userId, elsewhere.userId, gone.userId])
      expect((await call(expert, INVITE, { questionId, userIds: [userId] })).code).toBe(422);
    expect((await call(asker, INVITE, { questionId, userIds: [] })).code).toBe(422);
    await update(questionId, { lockedAt: new Date() });
    expect((await call(asker, INVITE, { questionId, userIds: [admin.userId] })).code).toBe(409);
  });

  it('is limited to ten people per question and member, also at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 14 }, () => mintPerson(tenant)));
    const [first, second, third] = [people.slice(0, 7), people.slice(7, 14), people.slice(7, 10)].map((some) =>
      some.map(({ userId }) => userId),
    );
    const raced = await Promise.all([first!, second!].map((userIds) => call(asker, INVITE, { questionId, userIds })));
    expect(raced.map(({ code }) => code).toSorted()).toEqual([200, 429]);
    expect(raced.find(({ code }) => code === 429)!.msg).toBe('每个问题最多邀请 10 位同事');
    const rest = raced[0]!.code === 200 ? third! : first!.slice(0, 3);
    expect(await ok(asker, INVITE, { questionId, userIds: rest })).toEqual({ invited: 3 });
    expect((await call(asker, INVITE, { questionId, userIds: [lecturer.userId] })).code).toBe(429);
    // Others may invite, and who was invited before does not count again.
    expect(await ok(expert, INVITE, { questionId, userIds: [lecturer.userId, ...rest] })).toEqual({ invited: 1 });
    expect(await ok(asker, INVITE, { questionId, userIds: rest })).toEqual({ invited: 0 });
    const told = await withTenant(tenant.id, (db) => db.$count(notice, eq(notice.kind, 'invited')));
    expect(told).toBe(11);
  });

  it('finds colleagues by the beginning of a name or any part of it, active ones of this tenant', async () => {
    await mintPerson(await mintTenant(), { userName: '专家二号' });
    const second = await mintPerson(tenant, { userName: '质量专家' });
    const list = (keyword: string) => ok(asker, 'POST /community/auth/colleague/list', { keyword });
    expect((await list('专')).map(({ userId }) => userId)).toEqual([expert.userId, second.userId]);
    expect(await list('讲师')).toMatchObject([{ userId: lecturer.userId, isLecturer: true }]);
    expect(await list('%')).toEqual([]);
    expect((await list('')).map(({ userId }) => userId)).not.toContain(asker.userId);
  });
});

describe('similar questions', () => {
  it('appear from the first words on, the most similar first, without the one that is edited', async () => {
    const chinese = await mintPost(tenant, expert, { title: '机床主轴异响的常见原因有哪些' });
    const english = await mintPost(tenant, expert, { title: 'How do I reset the spindle alarm?' });
    await mintPost(tenant, expert, { title: '请假流程' });
    await mintPost(tenant, expert, { title: '主轴异响', kind: 'blog' });
    const hidden = await mintPost(tenant, expert, { title: '主轴异响怎么办呀' });
    await indexTenant(tenant);
    await update(hidden, { state: 'hidden' });
    const similar = async (title: string, except?: string) =>
      (await ok(asker, 'POST /community/auth/post/similar', { title, except })).map(({ id }) => id);
    expect(await similar('主轴异响怎么办')).toEqual([questionId, chinese]);
    expect(await similar('异响')).toEqual(expect.arrayContaining([questionId, chinese]));
    expect(await similar('spin')).toEqual([english]);
    expect(await similar('reset alarms of the machine')).toEqual([english]);
    expect(await similar('主轴异响怎么办', questionId)).toEqual([chinese]);
    expect(await similar('？')).toEqual([]);
  });
});
