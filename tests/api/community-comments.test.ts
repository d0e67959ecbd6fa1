import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditLog } from '#src/server/core/tables.ts';
import { comment } from '#src/server/community/tables/comment.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintAnnouncement } from '../factories/announcement.ts';
import { mintPost, openCommunity } from '../factories/community.ts';
import { mintCourse, mintProject } from '../factories/course.ts';
import { call, ok, type Caller } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const SUBJECTS = {
  announcement: {
    auth: '/user/auth/announcement',
    open: '/user/api/announcement',
    mint: mintAnnouncement,
    hidden: { published: false },
  },
  course: {
    auth: '/course/auth/course',
    open: '/course/api/course',
    mint: mintCourse,
    hidden: { status: 'unpublished' },
  },
  project: {
    auth: '/course/auth/project',
    open: '/course/api/project',
    mint: (where: TestTenant, more = {}) => mintProject(where, [], more),
    hidden: { status: 'unpublished' },
  },
  post: {
    auth: '/community/auth/post',
    open: '/community/api/post',
    mint: async (where: TestTenant, more: { state?: 'hidden' } = {}) => {
      await openCommunity(where);
      return mintPost(where, await mintPerson(where), more);
    },
    hidden: { state: 'hidden' },
  },
} as const;
type Type = keyof typeof SUBJECTS;
const mint = (type: Type, where: TestTenant, more = {}) => SUBJECTS[type].mint(where, more);

/** The operations of one type of subject, with the types of the announcement's. */
function of(type: Type) {
  const { auth, open } = SUBJECTS[type];
  return {
    PUBLIC: `POST ${open}/comment/page` as 'POST /user/api/announcement/comment/page',
    PUBLIC_REPLIES: `POST ${open}/comment/reply/page` as 'POST /user/api/announcement/comment/reply/page',
    PAGE: `POST ${auth}/comment/page` as 'POST /user/auth/announcement/comment/page',
    REPLIES: `POST ${auth}/comment/reply/page` as 'POST /user/auth/announcement/comment/reply/page',
    SAVE: `POST ${auth}/comment/save` as 'POST /user/auth/announcement/comment/save',
    REPLY: `POST ${auth}/comment/reply/save` as 'POST /user/auth/announcement/comment/reply/save',
    DELETE: `DELETE ${auth}/comment/delete` as 'DELETE /user/auth/announcement/comment/delete',
    DELETE_REPLY: `DELETE ${auth}/comment/reply/delete` as 'DELETE /user/auth/announcement/comment/reply/delete',
  };
}
const { PUBLIC, PUBLIC_REPLIES, PAGE, REPLIES, SAVE, REPLY, DELETE, DELETE_REPLY } = of('announcement');

let tenant: TestTenant;
let other: TestTenant;
let me: TestPerson;
let colleague: TestPerson;
let admin: TestPerson;
let subjectId: string;

beforeEach(async () => {
  tenant = await mintTenant();
  other = await mintTenant();
  me = await mintPerson(tenant, { userName: '林晓' });
  colleague = await mintPerson(tenant, { userName: '周明' });
  admin = await mintPerson(tenant, { userName: '管理员', isAdmin: true });
  subjectId = await mintAnnouncement(tenant);
});

const say = async (who: Caller, content: string, about = subjectId) =>
  (await ok(who, SAVE, { subjectId: about, content })).comment.id;
const answer = async (who: Caller, commentId: string, content: string) =>
  (await ok(who, REPLY, { commentId, content })).reply.id;
const page = (who: Caller = tenant.anonymous, more = {}) => ok(who, who.token ? PAGE : PUBLIC, { subjectId, ...more });
/** Inserts comments a minute apart, oldest first, without the rate limit of the operations. */
async function store(howMany: number, parentId: string | null = null): Promise<void> {
  await withTenant(tenant.id, (db) =>
    db.insert(comment).values(
      Array.from({ length: howMany }, (_, i) => ({
        enterpriseId: tenant.id,
        subjectType: 'announcement' as const,
        subjectId,
        parentId,
        userId: colleague.userId,
        body: `${parentId ? '回复' : '评论'} ${i + 1}`,
        gmtCreate: new Date(Date.UTC(2026, 0, 1, 0, i)),
      })),
    ),
  );
}

describe.each(Object.keys(SUBJECTS) as Type[])('comments on a published %s', (type) => {
  const calls = of(type);

  it('are read by everybody, written by members and deleted by authors, with correct counts', async () => {
    const id = await mint(type, tenant);
    expect(await ok(tenant.anonymous, calls.PUBLIC, { subjectId: id })).toMatchObject({
      pageCurrent: 1,
      pageSize: 10,
      totalCount: 0,
      commentCount: 0,
      list: [],
    });
    const saved = await ok(me, calls.SAVE, { subjectId: id, content: '  学到了\n谢谢  ' });
    expect(saved).toMatchObject({
      commentCount: 1,
      comment: { content: '学到了\n谢谢', userName: '林晓', deletable: true, replyCount: 0, replies: [] },
    });
    const { reply, commentCount } = await ok(colleague, calls.REPLY, { commentId: saved.comment.id, content: '同感' });
    expect([reply.commentId, reply.replyToUserName, commentCount]).toEqual([saved.comment.id, null, 2]);

    const read = await ok(tenant.anonymous, calls.PUBLIC, { subjectId: id });
    expect(read).toMatchObject({ totalCount: 1, commentCount: 2 });
    expect(read.list[0]).toMatchObject({
      deletable: false,
      replyCount: 1,
      replies: [{ id: reply.id, userName: '周明' }],
    });
    expect((await ok(tenant.anonymous, calls.PUBLIC_REPLIES, { commentId: saved.comment.id })).totalCount).toBe(1);
    const mine = await ok(me, calls.PAGE, { subjectId: id });
    expect([mine.list[0]!.deletable, mine.list[0]!.replies[0]!.deletable]).toEqual([true, false]);
    expect((await ok(me, calls.REPLIES, { commentId: saved.comment.id })).list[0]!.deletable).toBe(false);

    expect(await ok(colleague, calls.DELETE_REPLY, { id: reply.id })).toEqual({ commentCount: 1 });
    expect(await ok(me, calls.DELETE, { id: saved.comment.id })).toEqual({ commentCount: 0 });
    expect((await ok(me, calls.PAGE, { subjectId: id })).list).toEqual([]);
  });

  it('return 404 for subjects that are unpublished, foreign or unknown', async () => {
    const hidden = await mint(type, tenant, SUBJECTS[type].hidden);
    const foreign = await mint(type, other);
    const ofAnotherKind = await mint(type === 'course' ? 'project' : 'course', tenant);
    for (const id of [hidden, foreign, ofAnotherKind, randomUUID()]) {
      expect((await call(tenant.anonymous, calls.PUBLIC, { subjectId: id })).code).toBe(404);
      expect((await call(me, calls.PAGE, { subjectId: id })).code).toBe(404);
      expect((await call(me, calls.SAVE, { subjectId: id, content: '你好' })).code).toBe(404);
    }
    for (const id of ['x', '']) expect((await call(me, calls.SAVE, { subjectId: id, content: '你好' })).code).toBe(422);
  });

  it('return 404 for comments of another type of subject or tenant, and unknown ones', async () => {
    const id = await mint(type, tenant);
    const { comment: said } = await ok(me, calls.SAVE, { subjectId: id, content: '在吗' });
    const { reply } = await ok(me, calls.REPLY, { commentId: said.id, content: '在' });
    const wrong = of(type === 'course' ? 'project' : 'course');
    const stranger = await mintPerson(other, { isAdmin: true });
    for (const [who, at, ids] of [
      [admin, wrong, [said.id, reply.id]],
      [stranger, calls, [said.id, reply.id, randomUUID()]],
    ] as const) {
      for (const commentId of ids) {
        expect((await call(who, at.REPLY, { commentId, content: '谁' })).code).toBe(404);
        expect((await call(who, at.REPLIES, { commentId })).code).toBe(404);
        expect((await call(who, at.DELETE, { id: commentId })).code).toBe(404);
        expect((await call(who, at.DELETE_REPLY, { id: commentId })).code).toBe(404);
      }
    }
    expect((await ok(me, calls.PAGE, { subjectId: id })).commentCount).toBe(2);
  });
});

describe('the text of a comment', () => {
  it('is rejected when it is empty or longer than 1,000 characters', async () => {
    for (const content of ['', '   \n ', '\u200b\u200d', '\u0001\u0002']) {
      expect(await call(me, SAVE, { subjectId, content })).toMatchObject({
        code: 422,
        data: [{ field: 'content', message: '请输入评论内容' }],
      });
    }
    expect(await call({ ...me, locale: 'en' }, SAVE, { subjectId, content: '长'.repeat(1_001) })).toMatchObject({
      code: 422,
      data: [{ field: 'content', message: 'A comment can have at most 1,000 characters' }],
    });
    expect((await call(me, SAVE, { subjectId } as never)).code).toBe(422);
    expect((await ok(me, SAVE, { subjectId, content: `  ${'长'.repeat(1_000)}  ` })).comment.content).toHaveLength(
      1_000,
    );
  });

  it('is returned unchanged as plain text', async () => {
    const content = '<script>alert(1)</script>\n\n& "x" {{y}} javascript:z';
    expect((await ok(me, SAVE, { subjectId, content })).comment.content).toBe(content);
    expect((await page()).list[0]!.content).toBe(content);
  });

  it('is stored once when it is sent twice', async () => {
    const first = await say(me, '收到');
    expect(await say(me, '收到')).toBe(first);
    expect(await say(colleague, '收到')).not.toBe(first);
    expect((await page()).totalCount).toBe(2);
  });

  it('is rejected above the limit per user and minute', async () => {
    for (let i = 0; i < 10; i++) await say(me, `第 ${i} 句`);
    expect(await call(me, SAVE, { subjectId, content: '还有' })).toMatchObject({
      code: 429,
      msg: '发言太频繁，请一分钟后再试',
    });
    const first = (await page()).list[0]!.id;
    expect((await call(me, REPLY, { commentId: first, content: '还有' })).code).toBe(429);
    await say(colleague, '我可以');
  });

  it('is returned with no other data of the author than name and picture', async () => {
    await answer(colleague, await say(me, '你好'), '你好');
    const { list } = await page();
    const known = ['id', 'content', 'gmtCreate', 'deletable', 'userName', 'headPortrait', 'sex', 'anonymous'];
    expect(Object.keys(list[0]!).sort()).toEqual([...known, 'replyCount', 'replies'].sort());
    expect(Object.keys(list[0]!.replies[0]!).sort()).toEqual([...known, 'commentId', 'replyToUserName'].sort());
    expect(JSON.stringify(list)).not.toContain(me.phone);
  });

  it('is rejected without a session at this tenant', async () => {
    const nobody: Caller[] = [tenant.anonymous, { ...me, host: other.host }];
    for (const who of nobody) expect((await call(who, SAVE, { subjectId, content: '你好' })).code).toBe(300);
    expect((await call(other.anonymous, PUBLIC, { subjectId })).code).toBe(404);
  });
});

describe('the list', () => {
  it('is newest first with ten per page, and supports keyset pagination', async () => {
    await store(23);
    const first = await page();
    expect(first).toMatchObject({ totalCount: 23, totalPage: 3, list: { length: 10 } });
    expect(first.list[0]!.content).toBe('评论 23');
    expect((await page(me, { pageCurrent: 3 })).list.map(({ content }) => content)).toEqual([
      '评论 3',
      '评论 2',
      '评论 1',
    ]);
    // After insertions and deletions no comment is repeated or skipped.
    const last = first.list.at(-1)!;
    await ok(admin, DELETE, { id: first.list[0]!.id });
    await ok(admin, DELETE, { id: last.id });
    await say(me, '新的');
    const next = await page(me, { before: last.id });
    expect(next.list.map(({ content }) => content)).toEqual(Array.from({ length: 10 }, (_, i) => `评论 ${13 - i}`));
    expect((await page(me, { before: randomUUID() })).list).toEqual([]);
  });

  it('contains the first replies of each comment, and returns the rest on demand', async () => {
    const id = await say(me, '大家怎么看');
    await store(14, id);
    const [found] = (await page()).list;
    expect(found).toMatchObject({ replyCount: 14, replies: { length: 3 } });
    expect(found!.replies.map(({ content }) => content)).toEqual(['回复 1', '回复 2', '回复 3']);
    const rest = await ok(tenant.anonymous, PUBLIC_REPLIES, { commentId: id, after: found!.replies[2]!.id });
    expect(rest).toMatchObject({ totalCount: 14, list: { length: 10 } });
    expect([rest.list[0]!.content, rest.list[9]!.content]).toEqual(['回复 4', '回复 13']);
    expect((await ok(me, REPLIES, { commentId: id, pageCurrent: 2 })).list).toHaveLength(4);
  });

  it('returns one comment by its id or by that of a reply, with all replies', async () => {
    const id = await say(me, '大家怎么看');
    await store(12, id);
    await store(12);
    const last = (await ok(me, REPLIES, { commentId: id, pageCurrent: 2 })).list[1]!.id;
    for (const commentId of [id, last]) {
      const { list } = await page(tenant.anonymous, { commentId });
      expect(list).toMatchObject([{ id, replies: { length: 12 } }]);
    }
    expect((await page(me, { commentId: randomUUID() })).list).toEqual([]);
    const elsewhere = await mintAnnouncement(tenant);
    expect((await ok(me, PAGE, { subjectId: elsewhere, commentId: id })).list).toEqual([]);
  });
});

describe('a reply', () => {
  it('to a reply belongs to the same comment and contains whom it answers', async () => {
    const id = await say(me, '几点开始？');
    const reply = await answer(colleague, id, '九点');
    const { reply: third } = await ok(admin, REPLY, { commentId: reply, content: '改到十点了' });
    expect(third).toMatchObject({ commentId: id, replyToUserName: '周明' });
    expect((await page()).list[0]!.replies.map(({ replyToUserName }) => replyToUserName)).toEqual([null, '周明']);
    // Deleting a reply does not delete the answers to it.
    await ok(colleague, DELETE_REPLY, { id: reply });
    expect((await page()).list[0]).toMatchObject({
      replyCount: 1,
      replies: [{ id: third.id, replyToUserName: '周明' }],
    });
  });

  it('is rejected for deleted comments and replies', async () => {
    const id = await say(me, '几点开始？');
    const reply = await answer(colleague, id, '九点');
    const deleted = await answer(colleague, id, '不对');
    await ok(colleague, DELETE_REPLY, { id: deleted });
    expect(await call(me, REPLY, { commentId: deleted, content: '对' })).toMatchObject({
      code: 404,
      msg: '该评论已被删除',
    });
    await ok(me, DELETE, { id });
    for (const commentId of [id, reply]) {
      expect((await call(me, REPLY, { commentId, content: '对' })).code).toBe(404);
      expect((await call(tenant.anonymous, PUBLIC_REPLIES, { commentId })).code).toBe(404);
    }
    expect((await call(colleague, DELETE_REPLY, { id: reply })).code).toBe(404);
    expect((await page()).commentCount).toBe(0);
  });

  it('never belongs to a comment that is deleted concurrently', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await say(me, `第 ${round} 轮`);
      const [first] = await Promise.all([answer(colleague, id, '先'), answer(admin, id, '后')]);
      // In any order, the count equals the number of visible comments.
      await Promise.all([
        call(me, DELETE, { id }),
        call(colleague, DELETE_REPLY, { id: first }),
        call(admin, REPLY, { commentId: id, content: '再来' }),
      ]);
      expect(await page()).toMatchObject({ commentCount: 0, totalCount: 0 });
    }
  });
});

describe('deleting a comment', () => {
  it('is allowed for the author and administrators, once', async () => {
    const id = await say(me, '你好');
    const reply = await answer(me, id, '补充');
    const lecturer = await mintPerson(tenant, { userType: 2 });
    for (const who of [colleague, lecturer]) {
      expect((await call(who, DELETE, { id })).code).toBe(403);
      expect((await call(who, DELETE_REPLY, { id: reply })).code).toBe(403);
    }
    for (const call_ of [DELETE, DELETE_REPLY] as const) expect((await call(me, call_, { id: 'x' })).code).toBe(422);
    // Comments and replies have separate operations.
    expect((await call(me, DELETE, { id: reply })).code).toBe(404);
    expect((await call(me, DELETE_REPLY, { id })).code).toBe(404);
    expect((await page(admin)).list[0]).toMatchObject({ deletable: true, replies: [{ deletable: true }] });
    await ok(admin, DELETE, { id });
    expect((await call(me, DELETE, { id })).code).toBe(404);
  });

  it('preserves the text, and who deleted it', async () => {
    const id = await say(me, '气话');
    await ok(admin, DELETE, { id });
    const own = await say(me, '又一句');
    await ok(me, DELETE, { id: own });
    const rows = await withTenant(tenant.id, (db) => db.select().from(comment).orderBy(comment.gmtCreate));
    expect(rows.map(({ body, deletedBy }) => [body, deletedBy])).toEqual([
      ['气话', admin.userId],
      ['又一句', me.userId],
    ]);
    const log = await withTenant(tenant.id, (db) =>
      db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.action, 'comment.delete'), sql`${auditLog.detail}->>'commentId' = ${id}`)),
    );
    expect(log).toMatchObject([{ userId: admin.userId, detail: { author: me.userId } }]);
  });

  it('is possible when the subject is no longer published', async () => {
    const about = await mintAnnouncement(tenant);
    const id = await say(me, '你好', about);
    await withTenant(tenant.id, (db) => db.execute(sql`update announcement set published = false where id = ${about}`));
    expect((await call(me, REPLY, { commentId: id, content: '在' })).code).toBe(404);
    expect(await ok(me, DELETE, { id })).toEqual({ commentCount: 0 });
  });
});
