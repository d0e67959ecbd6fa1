import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Data, Input } from '#src/contract/calls.ts';
import { post } from '#src/server/community/tables/post.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintAnswer, mintLabel, mintPost, openCommunity } from '../factories/community.ts';
import { mintCourse } from '../factories/course.ts';
import { call, ok, type Caller } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Feeds, labels and pages of posts. */

const PAGE = 'POST /community/api/post/page';
type Feed = Input<typeof PAGE>;

let tenant: TestTenant;
let me: TestPerson;
let colleague: TestPerson;
beforeEach(async () => {
  tenant = await mintTenant();
  [me, colleague] = await Promise.all([mintPerson(tenant), mintPerson(tenant, { userName: '王工' })]);
});

const idsOf = ({ list }: Data<typeof PAGE>) => list.map(({ id }) => id);
/** All pages of a feed. */
async function walk(caller: Caller, input: Feed): Promise<string[]> {
  const first = await ok(caller, PAGE, input);
  const ids = idsOf(first);
  for (let { next } = first; next;) {
    const more = await ok(caller, PAGE, { ...input, after: next });
    ids.push(...idsOf(more));
    next = more.next;
  }
  return ids;
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('the feed', () => {
  it('pages by newest and most helpful without gaps or repeats, also where moments and votes are equal', async () => {
    const at = minutesAgo(5);
    const posts = await Promise.all(
      [3, 1, 1, 2, 0, 1, 3].map(async (voteCount, i) => {
        const publishedAt = i < 4 ? at : minutesAgo(i);
        return { voteCount, publishedAt, id: await mintPost(tenant, colleague, { voteCount, publishedAt }) };
      }),
    );
    const newest = posts.toSorted((a, b) => +b.publishedAt - +a.publishedAt || (a.id < b.id ? 1 : -1));
    expect(await walk(me, { pageSize: 2 })).toEqual(newest.map(({ id }) => id));
    const helpful = newest.toSorted((a, b) => b.voteCount - a.voteCount);
    expect(await walk(me, { pageSize: 3, order: 'helpful' })).toEqual(helpful.map(({ id }) => id));
  });

  it('filters by kind, label, author, subject and unanswered questions', async () => {
    const [labelId, courseId] = [await mintLabel(tenant), await mintCourse(tenant)];
    const blog = await mintPost(tenant, me, { kind: 'blog' });
    const labelled = await mintPost(tenant, colleague, { labelIds: [labelId] });
    const asked = await mintPost(tenant, colleague, { subjectType: 'course', subjectId: courseId });
    await mintAnswer(tenant, me, asked);
    const found = async (input: Feed) => (await walk(me, input)).sort();
    expect(await found({})).toEqual([blog, labelled, asked].sort());
    expect(await found({ kind: 'blog' })).toEqual([blog]);
    expect(await found({ kind: 'question' })).toEqual([labelled, asked].sort());
    expect(await found({ labelId })).toEqual([labelled]);
    expect(await found({ authorId: me.userId })).toEqual([blog]);
    expect(await found({ subjectType: 'course', subjectId: courseId })).toEqual([asked]);
    expect(await found({ order: 'unanswered' })).toEqual([labelled]);
    expect(await found({ labelId: randomUUID() })).toEqual([]);
  });

  it('shows what somebody follows once: posts of followed labels and followed posts, page by page', async () => {
    const [one, two, other] = [await mintLabel(tenant), await mintLabel(tenant), await mintLabel(tenant)];
    for (const id of [one, two]) await ok(me, 'PUT /community/auth/label/follow', { id, on: true });
    const both = await mintPost(tenant, colleague, { labelIds: [one, two], publishedAt: minutesAgo(1) });
    const ofTwo = await mintPost(tenant, colleague, { labelIds: [two], publishedAt: minutesAgo(2) });
    const followed = await mintPost(tenant, colleague, { labelIds: [other], publishedAt: minutesAgo(3) });
    await mintPost(tenant, colleague, { labelIds: [other] });
    await ok(me, 'PUT /community/auth/post/follow', { id: followed, on: true });
    expect(await walk(me, { order: 'followed', pageSize: 1 })).toEqual([both, ofTwo, followed]);
    expect(await walk(me, { order: 'followed', kind: 'blog' })).toEqual([]);
    expect(await walk(colleague, { order: 'followed' })).toEqual([]);
  });

  it('takes only its own cursors', async () => {
    for (let i = 0; i < 2; i++) await mintPost(tenant, colleague);
    const { next } = await ok(me, PAGE, { pageSize: 1 });
    const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const wrong = [
      [next!, 'helpful'],
      ['nonsense', 'newest'],
      [forged(['newest', 0, 0, 'now', randomUUID()]), 'newest'],
      [forged(['newest', 0, 0, 9e15, randomUUID()]), 'newest'],
      [forged(['newest', 0, 0, 1, "'; drop"]), 'newest'],
    ] as const;
    for (const [after, order] of wrong) expect((await call(me, PAGE, { after, order })).code, after).toBe(422);
  });

  it('leaves out what is not published, and what was deleted', async () => {
    for (const state of ['review', 'hidden', 'deleted'] as const) await mintPost(tenant, colleague, { state });
    expect(await walk(me, {})).toEqual([]);
    expect(await walk(colleague, { authorId: colleague.userId })).toEqual([]);
  });
});

describe('who may read', () => {
  it('visitors only what is opened to the public; nobody another tenant’s', async () => {
    const id = await mintPost(tenant, colleague);
    const labelId = await mintLabel(tenant);
    const stranger = { ...(await mintPerson(await mintTenant())), host: tenant.host };
    const reads = async (caller: Caller) => ({
      feed: idsOf(await ok(caller, PAGE, {})),
      view: (await call(caller, 'GET /community/api/post/view', { id })).code,
      answers: (await call(caller, 'POST /community/api/answer/page', { questionId: id })).code,
      comments: (await call(caller, 'POST /community/api/post/comment/page', { subjectId: id })).code,
      author: (await call(caller, 'GET /community/api/author/view', { userId: colleague.userId })).code,
      labels: (await ok(caller, 'POST /community/api/label/list', {})).map((label) => label.id),
      mayRead: (await ok(caller, 'GET /community/api/access/view', {})).mayRead,
    });
    const nothing = { feed: [], view: 404, answers: 404, comments: 404, author: 404, labels: [], mayRead: false };
    const everything = {
      feed: [id],
      view: 200,
      answers: 200,
      comments: 200,
      author: 200,
      labels: [labelId],
      mayRead: true,
    };
    expect(await reads(tenant.anonymous)).toEqual(nothing);
    expect(await reads(stranger)).toEqual(nothing);
    expect(await reads(me)).toEqual(everything);
    await openCommunity(tenant);
    expect(await reads(tenant.anonymous)).toEqual(everything);
    const elsewhere = await mintPerson(await mintTenant());
    expect((await call(elsewhere, 'GET /community/api/post/view', { id })).code).toBe(404);
  });

  it.each([
    ['review', { author: 200, moderator: 200, colleague: 404 }],
    ['hidden', { author: 200, moderator: 200, colleague: 404 }],
    ['deleted', { author: 404, moderator: 200, colleague: 404 }],
  ] as const)('a post in state %s', async (state, expected) => {
    const id = await mintPost(tenant, colleague, { state });
    const moderator = await mintPerson(tenant, { isAdmin: true });
    const view = async (caller: Caller) => (await call(caller, 'GET /community/api/post/view', { id })).code;
    expect({ author: await view(colleague), moderator: await view(moderator), colleague: await view(me) }).toEqual(
      expected,
    );
    expect((await call(me, 'PUT /community/auth/post/vote', { id, on: true })).code).toBe(404);
    expect((await call(me, 'POST /community/auth/post/comment/save', { subjectId: id, content: '好' })).code).toBe(404);
  });

  it('answers of a hidden question are as hidden as the question', async () => {
    const questionId = await mintPost(tenant, colleague);
    const id = await mintAnswer(tenant, me, questionId);
    await withTenant(tenant.id, (db) => db.update(post).set({ state: 'hidden' }).where(eq(post.id, questionId)));
    const third = await mintPerson(tenant);
    expect((await call(third, 'PUT /community/auth/post/vote', { id, on: true })).code).toBe(404);
    expect((await call(third, 'POST /community/auth/post/comment/page', { subjectId: id })).code).toBe(404);
    expect((await call(third, 'POST /community/auth/post/version/page', { id })).code).toBe(404);
  });
});

describe('a page', () => {
  it('shows the post with its labels, counts, subject and related posts', async () => {
    const [labelId, courseId] = [
      await mintLabel(tenant, { name: { zh: '设备', en: 'Machines' } }),
      await mintCourse(tenant),
    ];
    const id = await mintPost(tenant, colleague, {
      ...{ title: '主轴异响', text: '换刀后有异响', labelIds: [labelId], subjectType: 'course', subjectId: courseId },
    });
    const related = await mintPost(tenant, me, { labelIds: [labelId], kind: 'blog', title: '主轴保养' });
    await mintPost(tenant, me, { labelIds: [await mintLabel(tenant)] });
    await ok(me, 'POST /community/auth/post/comment/save', { subjectId: id, content: '同问' });
    const seen = await ok({ ...me, locale: 'en' }, 'GET /community/api/post/view', { id });
    expect(seen).toMatchObject({
      ...{ id, kind: 'question', title: '主轴异响', excerpt: '换刀后有异响', bodyHtml: '<p>换刀后有异响</p>' },
      ...{
        commentCount: 1,
        answerCount: 0,
        voteCount: 0,
        solved: false,
        readingMinutes: 1,
        revision: 1,
        locked: false,
      },
      ...{ mayEdit: false, mayDelete: false, mayAccept: false, mayModerate: false, voted: false, followed: false },
      author: { id: colleague.userId, userName: '王工', anonymous: false, isLecturer: false },
      labels: [{ id: labelId, name: 'Machines' }],
      subject: { type: 'course', id: courseId, courseId },
      related: [{ id: related, kind: 'blog', title: '主轴保养' }],
      decision: null,
    });
    expect(await ok(colleague, 'GET /community/api/post/view', { id })).toMatchObject({
      mayEdit: true,
      mayDelete: true,
      mayAccept: true,
    });
    expect((await call(me, 'GET /community/api/post/view', { id: await mintAnswer(tenant, me, id) })).code).toBe(404);
  });

  it('lists answers with the accepted one first, in each order, page by page', async () => {
    const questionId = await mintPost(tenant, colleague);
    const answers = await Promise.all(
      [0, 2, 1].map((voteCount, i) =>
        mintAnswer(tenant, me, questionId, { voteCount, publishedAt: minutesAgo(10 - i) }),
      ),
    );
    const [first, second, third] = answers;
    await ok(colleague, 'PUT /community/auth/answer/accept', { id: first!, on: true });
    const list = async (order: 'helpful' | 'newest' | 'oldest') => {
      const ids: string[] = [];
      let after: string | undefined;
      do {
        const { list: part, next } = await ok(me, 'POST /community/api/answer/page', {
          questionId,
          order,
          after,
          pageSize: 1,
        });
        ids.push(...part.map(({ id }) => id));
        after = next ?? undefined;
      } while (after);
      return ids;
    };
    expect(await list('helpful')).toEqual([first, second, third]);
    expect(await list('newest')).toEqual([first, third, second]);
    expect(await list('oldest')).toEqual([first, second, third]);
    const { list: shown } = await ok(colleague, 'POST /community/api/answer/page', { questionId });
    expect(shown.map(({ accepted, mayAccept }) => [accepted, mayAccept])).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ]);
  });
});
