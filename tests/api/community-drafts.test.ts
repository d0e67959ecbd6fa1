import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { filteredWord, moderationCase } from '#src/server/community/tables/moderation.ts';
import { notice } from '#src/server/notice/tables.ts';
import { label, post, postDraft, postVersion } from '#src/server/community/tables/post.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { documentOf, mintAnswer, mintLabel, mintPicture, mintPost, openCommunity } from '../factories/community.ts';
import { mintCourse, mintExamResource, mintResource } from '../factories/course.ts';
import { longestTurn, referenceLoop, turnRatio } from '../factories/event-loop.ts';
import { changeExam, mintShortExam, sit } from '../factories/exam-rules.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Drafts and publishing: nothing typed is lost, and what is submitted twice exists once. */

const SAVE = 'POST /community/auth/draft/save';
const PUBLISH = 'POST /community/auth/draft/publish';
type Draft = Input<typeof SAVE>;

let tenant: TestTenant;
let me: TestPerson;
let colleague: TestPerson;
let labelId: string;
beforeEach(async () => {
  tenant = await mintTenant();
  [me, colleague] = await Promise.all([
    mintPerson(tenant, { userName: '李雷' }),
    mintPerson(tenant, { userName: '韩梅梅' }),
  ]);
  labelId = await mintLabel(tenant);
});

const question = (more: Partial<Draft> = {}): Draft => ({
  ...{ id: randomUUID(), baseRevision: 0, kind: 'question', title: '机床主轴异响怎么办', labelIds: [labelId] },
  body: documentOf('换刀之后主轴有异响'),
  ...more,
});
const answer = (questionId: string, more: Partial<Draft> = {}): Draft => ({
  ...{ id: randomUUID(), baseRevision: 0, kind: 'answer', questionId, body: documentOf('先检查拉刀机构') },
  ...more,
});
const rowsOf = (table: typeof post | typeof postVersion | typeof moderationCase) =>
  withTenant(tenant.id, (db) => db.$count(table));
const noticesOf = (person: TestPerson) =>
  withTenant(tenant.id, (db) => db.select().from(notice).where(eq(notice.userId, person.userId)));
const fieldsOf = (envelope: { data: unknown }) =>
  (envelope.data as { field: string }[]).map(({ field }) => field).sort();

describe('a draft', () => {
  it('is saved, listed, read and deleted by its author alone', async () => {
    const courseId = await mintCourse(tenant);
    const draft = question({ anonymous: true, subjectType: 'course', subjectId: courseId });
    expect(await ok(me, SAVE, draft)).toMatchObject({ revision: 1 });
    const list = await ok(me, 'POST /community/auth/draft/page', {});
    expect(list).toMatchObject({ totalCount: 1, list: [{ id: draft.id, kind: 'question', title: draft.title }] });
    expect(await ok(me, 'GET /community/auth/draft/view', { id: draft.id })).toMatchObject({
      ...{ title: draft.title, body: draft.body, labelIds: [labelId], labels: [{ id: labelId }], revision: 1 },
      ...{ anonymous: true, subjectType: 'course', subjectId: courseId, postId: null },
    });
    expect((await call(colleague, 'GET /community/auth/draft/view', { id: draft.id })).code).toBe(404);
    expect((await call(colleague, 'DELETE /community/auth/draft/delete', { id: draft.id })).code).toBe(404);
    expect((await ok(colleague, 'POST /community/auth/draft/page', {})).totalCount).toBe(0);
    await ok(me, 'DELETE /community/auth/draft/delete', { id: draft.id });
    expect((await call(me, 'GET /community/auth/draft/view', { id: draft.id })).code).toBe(404);
  });

  it('is not overwritten by a save that is based on an older revision; a repeated save is accepted', async () => {
    const draft = question();
    await ok(me, SAVE, draft);
    await ok(me, SAVE, draft);
    const mine = { ...draft, baseRevision: 1, title: '机床主轴异响，已换刀' };
    expect(await ok(me, SAVE, mine)).toMatchObject({ revision: 2 });
    expect(await ok(me, SAVE, mine)).toMatchObject({ revision: 2 });
    const stale = await call(me, SAVE, { ...draft, baseRevision: 1, title: '另一个标签页的标题' });
    expect([stale.code, fieldsOf(stale)]).toEqual([409, ['baseRevision']]);
    expect(stale.msg).toContain('2');
    expect((await ok(me, 'GET /community/auth/draft/view', { id: draft.id })).title).toBe(mine.title);
  });

  it('comes into being once when two tabs make it at the same moment, and again after it was deleted', async () => {
    const draft = question();
    const saves = await Promise.all(Array.from({ length: 8 }, () => call(me, SAVE, draft)));
    expect(saves.map(({ code }) => code)).toEqual(Array(8).fill(200));
    expect((await ok(me, 'POST /community/auth/draft/page', {})).totalCount).toBe(1);
    await ok(me, 'DELETE /community/auth/draft/delete', { id: draft.id });
    expect(await ok(me, SAVE, { ...draft, baseRevision: 7 })).toMatchObject({ revision: 8 });
  });

  it('names only what its author may use', async () => {
    const foreignPicture = await mintPicture(tenant, colleague);
    const theirs = await mintPost(tenant, colleague);
    expect((await call(me, SAVE, question({ coverFileId: foreignPicture }))).code).toBe(422);
    expect((await call(me, SAVE, question({ postId: theirs }))).code).toBe(403);
    expect((await call(me, SAVE, answer(randomUUID()))).code).toBe(404);
    expect((await call(me, SAVE, { ...question(), kind: 'answer' })).code).toBe(422);
    expect((await call(me, SAVE, question({ subjectType: 'course' }))).code).toBe(422);
    expect((await call(me, SAVE, question({ body: documentOf('长'.repeat(100_000)) }))).code).toBe(422);
    expect(await ok(me, SAVE, question({ coverFileId: await mintPicture(tenant, me) }))).toMatchObject({ revision: 1 });
  });
});

describe('publishing', () => {
  it('makes one post with its first version, however often and from however many tabs', async () => {
    const draft = question();
    await ok(me, SAVE, draft);
    const input = { ...draft, baseRevision: 1 };
    const all = await Promise.all(Array.from({ length: 6 }, () => call(me, PUBLISH, input)));
    expect(all.map(({ code }) => code)).toEqual(Array(6).fill(200));
    expect(new Set(all.map(({ data }) => data.id)).size).toBe(1);
    const { id } = all[0]!.data;
    expect(all[0]!.data).toEqual({ id, kind: 'question', questionId: null, state: 'published' });
    expect([await rowsOf(post), await rowsOf(postVersion)]).toEqual([1, 1]);
    expect(await ok(colleague, 'GET /community/api/post/view', { id })).toMatchObject({
      ...{ title: draft.title, bodyHtml: '<p>换刀之后主轴有异响</p>', labels: [{ id: labelId }], revision: 1 },
      author: { id: me.userId },
    });
    const [counted] = await withTenant(tenant.id, (db) => db.select().from(label));
    expect(counted!.postCount).toBe(1);
    const late = await call(me, SAVE, { ...input, title: '迟到的保存' });
    expect([late.code, fieldsOf(late)]).toEqual([409, ['id']]);
    expect((await ok(me, 'POST /community/auth/draft/page', {})).totalCount).toBe(0);
    expect((await call(me, 'GET /community/auth/draft/view', { id: draft.id })).code).toBe(404);
    const [row] = await withTenant(tenant.id, (db) => db.select().from(postDraft));
    expect([row!.title, row!.body]).toEqual(['', null]);
  });

  it('names every field that is wrong, and publishes nothing', async () => {
    const withdrawn = await mintLabel(tenant, { published: false });
    const image = { type: 'image', attrs: { src: `/media/${await mintPicture(tenant, colleague)}`, alt: '' } };
    const wrong: [Partial<Draft>, string[]][] = [
      [
        { title: ' 四个字呢 ', labelIds: [], body: { type: 'doc', content: [{ type: 'paragraph' }] } },
        ['body', 'labelIds', 'title'],
      ],
      [{ labelIds: [randomUUID()] }, ['labelIds']],
      [{ labelIds: [withdrawn] }, ['labelIds']],
      [{ body: { type: 'doc', content: [image] } }, ['body']],
      [{ subjectType: 'course', subjectId: await mintCourse(tenant, { status: 'unpublished' }) }, ['subjectId']],
      [{ subjectType: 'exam', subjectId: randomUUID() }, ['subjectId']],
    ];
    for (const [more, fields] of wrong) {
      const answered = await call(me, PUBLISH, question(more));
      expect([answered.code, fieldsOf(answered)], JSON.stringify(more)).toEqual([422, fields]);
    }
    await openCommunity(tenant, { allowAnonymous: false });
    expect(fieldsOf(await call(me, PUBLISH, question({ anonymous: true })))).toEqual(['anonymous']);
    expect(await rowsOf(post)).toBe(0);
  });

  it('keeps what a question was asked about: a course, a resource or an exam that the asker may see', async () => {
    const courseId = await mintCourse(tenant, { title: '数控车工' });
    const resourceId = await mintResource(tenant, courseId, { subResourceName: '主轴保养' });
    const { examId } = await mintExamResource(tenant, courseId);
    const subjects = [
      ['course', courseId, '数控车工', courseId],
      ['resource', resourceId, '主轴保养', courseId],
      ['exam', examId, '结业考试', null],
    ] as const;
    for (const [subjectType, subjectId, title, ofCourse] of subjects) {
      const place = { unit: 'second', position: 205 } as const;
      const { id } = await ok(me, PUBLISH, question({ subjectType, subjectId, subjectPlace: place }));
      const { subject } = await ok(colleague, 'GET /community/api/post/view', { id });
      expect(subject).toEqual({
        type: subjectType,
        id: subjectId,
        title,
        courseId: ofCourse,
        place: subjectType === 'resource' ? place : null,
      });
      const { list } = await ok(colleague, 'POST /community/api/post/page', { subjectType, subjectId });
      expect(list.map((card) => card.id)).toEqual([id]);
      await openCommunity(tenant);
      const seen = await ok(tenant.anonymous, 'GET /community/api/post/view', { id });
      expect(seen.subject?.type ?? null).toBe(subjectType === 'course' ? 'course' : null);
    }
    const view = (person: TestPerson) =>
      call(person, 'GET /community/auth/post/subject/view', { subjectType: 'resource', subjectId: resourceId });
    expect((await view(me)).data).toMatchObject({
      type: 'resource',
      id: resourceId,
      title: expect.stringMatching(/./),
    });
    expect((await view(await mintPerson(await mintTenant()))).code).toBe(404);
    await withTenant(tenant.id, (db) => db.update(courseResource).set({ published: false }));
    expect((await view(me)).code).toBe(404);
    const gone = await call(me, PUBLISH, question({ subjectType: 'resource', subjectId: resourceId }));
    expect([gone.code, fieldsOf(gone)]).toEqual([422, ['subjectId']]);
  });

  it('may be about an exam that was withdrawn, for those who took it', async () => {
    const taken = await mintShortExam(tenant);
    const view = (person: TestPerson) =>
      call(person, 'GET /community/auth/post/subject/view', { subjectType: 'exam', subjectId: taken.id });
    await sit(me, taken, true);
    expect([(await view(me)).code, (await view(colleague)).code]).toEqual([200, 200]);
    await changeExam(tenant, taken.id, { published: false });
    expect([(await view(me)).code, (await view(colleague)).code]).toEqual([200, 404]);
  });

  it('shows pictures of one’s own by signed addresses, which nobody else can guess', async () => {
    const [picture, cover] = [await mintPicture(tenant, me), await mintPicture(tenant, me)];
    const image = { type: 'image', attrs: { src: `/media/${picture}`, alt: '' } };
    const body = { type: 'doc' as const, content: [image] };
    const { id } = await ok(me, PUBLISH, question({ kind: 'blog', body, coverFileId: cover }));
    const seen = await ok(colleague, 'GET /community/api/post/view', { id });
    expect(seen.bodyHtml).toMatch(new RegExp(`src="/media/${picture}\\?expires=\\d+&amp;signature=`));
    expect(seen.cover).toMatch(new RegExp(`^/media/${cover}\\?expires=`));
    const files = await withTenant(tenant.id, (db) => db.select().from(file));
    expect(files.map(({ visibility }) => visibility)).toEqual(['member', 'member']);
    const open = (person?: TestPerson) =>
      portal.request(`http://${tenant.host}/media/${picture}`, {
        headers: {
          host: tenant.host,
          ...(person && { authorization: `Bearer ${person.token}`, cookie: companionCookie(person.token) }),
        },
        method: 'HEAD',
      });
    expect([(await open()).status, (await open(colleague)).status, (await open(me)).status]).toEqual([404, 404, 200]);
  });

  it('shows pictures of a content pack, which nobody uploaded, to the author who edits the post', async () => {
    const picture = await mintPicture(tenant, me);
    await withTenant(tenant.id, (db) => db.update(file).set({ uploadedBy: null, visibility: 'member' }));
    const body = { type: 'doc' as const, content: [{ type: 'image', attrs: { src: `/media/${picture}`, alt: '' } }] };
    const postId = await mintPost(tenant, me, { kind: 'blog', body, labelIds: [await mintLabel(tenant)] });
    const open = async ({ token }: TestPerson) => {
      const headers = { host: tenant.host, authorization: `Bearer ${token}`, cookie: companionCookie(token) };
      return (await portal.request(`http://${tenant.host}/media/${picture}`, { headers, method: 'HEAD' })).status;
    };
    expect(await open(me)).toBe(404);
    expect((await call(colleague, 'POST /community/auth/draft/edit', { postId })).code).toBe(403);
    const draft = await ok(me, 'POST /community/auth/draft/edit', { postId });
    expect([await open(me), await open(colleague)]).toEqual([200, 404]);
    const { id, revision, kind, labelIds } = draft;
    const title = '更新后的标题';
    await ok(me, PUBLISH, { id, baseRevision: revision, kind, postId, title, body, labelIds });
  });

  it('answers only questions that are open, and notifies the asker and the followers', async () => {
    const questionId = await mintPost(tenant, colleague, { title: '主轴异响' });
    const [follower, admin] = [await mintPerson(tenant), await mintPerson(tenant, { isAdmin: true })];
    await ok(follower, 'PUT /community/auth/post/follow', { id: questionId, on: true });
    await ok(me, 'PUT /community/auth/post/follow', { id: questionId, on: true });
    const { id } = await ok(me, PUBLISH, answer(questionId));
    expect(await ok(follower, 'GET /community/api/post/view', { id: questionId })).toMatchObject({ answerCount: 1 });
    for (const person of [colleague, follower]) {
      expect(await noticesOf(person)).toMatchObject([
        {
          kind: 'answered',
          detail: { title: '主轴异响', userName: '李雷' },
          path: `/community/question/${questionId}?answer=${id}`,
        },
      ]);
    }
    expect(await noticesOf(me)).toEqual([]);
    const set = (values: Partial<typeof post.$inferInsert>) =>
      withTenant(tenant.id, (db) => db.update(post).set(values).where(eq(post.id, questionId)));
    await set({ lockedAt: new Date() });
    expect((await call(me, PUBLISH, answer(questionId))).code).toBe(409);
    expect(
      (await call(me, 'POST /community/auth/post/comment/save', { subjectId: questionId, content: '好' })).code,
    ).toBe(409);
    expect((await call(admin, PUBLISH, answer(questionId))).code).toBe(200);
    await set({ lockedAt: null, duplicateOf: await mintPost(tenant, colleague) });
    expect((await call(me, PUBLISH, answer(questionId))).code).toBe(409);
    await set({ duplicateOf: null, state: 'hidden' });
    expect((await call(me, PUBLISH, answer(questionId))).code).toBe(404);
  });

  it('names mentioned members by their real names in the community, and notifies them once', async () => {
    const mention = (userId: string) => ({ type: 'mention', attrs: { userId, label: 'admin' } });
    const content = [mention(colleague.userId), mention(me.userId), mention(randomUUID())];
    const body = { type: 'doc' as const, content: [{ type: 'paragraph', content }] };
    const { id } = await ok(me, PUBLISH, question({ body }));
    const { bodyHtml } = await ok(colleague, 'GET /community/api/post/view', { id });
    expect(bodyHtml).toContain('@韩梅梅');
    expect(bodyHtml.match(/<a /g)).toHaveLength(2);
    expect((await noticesOf(colleague)).map(({ kind }) => kind)).toEqual(['mentioned']);
    expect(await noticesOf(me)).toEqual([]);
  });
});

describe('an edit', () => {
  const edit = async (id: string, more: Partial<Draft>) => {
    const {
      cover: _,
      labels: __,
      gmtModified: ___,
      revision,
      ...draft
    } = await ok(me, 'POST /community/auth/draft/edit', {
      postId: id,
    });
    return ok(me, PUBLISH, { ...draft, ...more, baseRevision: revision });
  };

  it('changes the post and keeps the earlier text with who, when, why and what', async () => {
    const { id } = await ok(me, PUBLISH, question({ body: documentOf('换刀之后主轴有异响') }));
    const begun = await ok(me, 'POST /community/auth/draft/edit', { postId: id });
    expect(begun).toMatchObject({ postId: id, title: '机床主轴异响怎么办', labelIds: [labelId] });
    expect((await ok(me, 'POST /community/auth/draft/edit', { postId: id })).id).toBe(begun.id);
    const other = await mintLabel(tenant);
    const { cover: _, labels: __, gmtModified: ___, revision, ...draft } = begun;
    const changed = { ...draft, baseRevision: revision, body: documentOf('换刀之后主轴有噪声'), labelIds: [other] };
    expect(await ok(me, PUBLISH, { ...changed, reason: '用词' })).toMatchObject({ id, state: 'published' });
    const seen = await ok(colleague, 'GET /community/api/post/view', { id });
    expect(seen).toMatchObject({ revision: 2, bodyHtml: '<p>换刀之后主轴有噪声</p>', labels: [{ id: other }] });
    expect(seen.editedAt).not.toBeNull();
    const versions = await ok(colleague, 'POST /community/auth/post/version/page', { id });
    const [second, first] = versions.list;
    expect(second).toMatchObject({ revision: 2, reason: '用词', editor: { id: me.userId, userName: '李雷' } });
    const text = (change: string) =>
      second!.changes
        .filter((part) => part.change === change)
        .map((part) => part.text)
        .join('');
    expect([text('removed'), text('added')]).toEqual(['异响', '噪声']);
    expect(first).toMatchObject({ revision: 1, reason: null, changes: [] });
    const labels = await withTenant(tenant.id, (db) => db.select().from(label));
    expect(Object.fromEntries(labels.map((row) => [row.id, row.postCount]))).toEqual({ [labelId]: 0, [other]: 1 });
  });

  it('of many is shown by pages, each edit with what it changed', async () => {
    const id = await mintPost(tenant, me, { text: '第 1 版' });
    await withTenant(tenant.id, (db) =>
      db.insert(postVersion).values(
        Array.from({ length: 51 }, (_, n) => ({
          ...{ enterpriseId: tenant.id, postId: id, revision: n + 2, title: '机床停机' },
          ...{ body: documentOf(`第 ${n + 2} 版`), plainText: `第 ${n + 2} 版`, editorId: me.userId },
        })),
      ),
    );
    const PAGE = 'POST /community/auth/post/version/page';
    const seen: number[] = [];
    for (let pageCurrent = 1; pageCurrent <= 11; pageCurrent++) {
      const { list, totalCount, totalPage } = await ok(colleague, PAGE, { id, pageCurrent });
      expect([totalCount, totalPage]).toEqual([52, 11]);
      for (const { revision, changes } of list) {
        seen.push(revision);
        const [removed] = changes.filter(({ change }) => change === 'removed');
        expect(removed?.text ?? null).toBe(revision === 1 ? null : String(revision - 1));
      }
    }
    expect(seen).toEqual(Array.from({ length: 52 }, (_, n) => 52 - n));
    expect((await call(colleague, PAGE, { id, pageSize: 6 })).code).toBe(422);
  });

  it('of many that differ everywhere is compared without holding up others', async () => {
    const many = async () => {
      const id = await mintPost(tenant, me);
      const textOf = (n: number) => Array.from({ length: 2_000 }, (_, i) => `${(i * 7919 * (n + 1)) % 9973} `).join('');
      await withTenant(tenant.id, (db) =>
        db.insert(postVersion).values(
          Array.from({ length: 5 }, (_, n) => ({
            ...{ enterpriseId: tenant.id, postId: id, revision: n + 2, title: '机床停机', editorId: me.userId },
            ...{ body: documentOf('x'), plainText: textOf(n).slice(0, 10_000) },
          })),
        ),
      );
      return id;
    };
    const ids = [await many(), await many(), await many()];
    const read = async () => {
      const { list } = await ok(colleague, 'POST /community/auth/post/version/page', { id: ids.pop()! });
      expect(list[0]!.changes.length).toBeGreaterThan(0);
    };
    expect(await turnRatio(read, referenceLoop())).toBeLessThan(1);
  });

  it('of somebody else’s, a locked or a hidden post is refused, for moderators too; the same text makes no version', async () => {
    const { id } = await ok(me, PUBLISH, question());
    const admin = await mintPerson(tenant, { isAdmin: true });
    for (const person of [colleague, admin])
      expect((await call(person, 'POST /community/auth/draft/edit', { postId: id })).code).toBe(403);
    await edit(id, {});
    expect(await rowsOf(postVersion)).toBe(1);
    for (const values of [{ lockedAt: new Date() }, { lockedAt: null, state: 'hidden' as const }]) {
      await withTenant(tenant.id, (db) => db.update(post).set(values).where(eq(post.id, id)));
      expect((await call(me, 'POST /community/auth/draft/edit', { postId: id })).code).toBe(409);
    }
  });
});

it('posts with the same labels are published and deleted at the same time, and each is counted once', async () => {
  await openCommunity(tenant);
  const labels = await Promise.all([1, 2, 3, 4].map(() => mintLabel(tenant)));
  const people = await Promise.all([1, 2, 3, 4].map(() => mintPerson(tenant)));
  const all = await Promise.all(
    Array.from({ length: 16 }, (_, i) =>
      call(people[i % 4]!, PUBLISH, question({ labelIds: i % 2 ? labels : labels.toReversed() })),
    ),
  );
  expect(all.map(({ code }) => code)).toEqual(Array(16).fill(200));
  const counts = async () =>
    (await ok(me, 'POST /community/api/label/list', {})).flatMap(({ id, postCount }) =>
      labels.includes(id) ? [postCount] : [],
    );
  expect(await counts()).toEqual([16, 16, 16, 16]);
  const deleted = await Promise.all(
    all.map(({ data }, i) => call(people[i % 4]!, 'DELETE /community/auth/post/delete', { id: data.id })),
  );
  expect(deleted.map(({ code }) => code)).toEqual(Array(16).fill(200));
  expect(await counts()).toEqual([0, 0, 0, 0]);
});

describe('limits', () => {
  it('new members publish less a day than others; edits do not count', async () => {
    await openCommunity(tenant, { newMemberDays: 3, newMemberDailyPosts: 2, dailyPosts: 3 });
    const questionId = await mintPost(tenant, colleague);
    const publish = () => call(me, PUBLISH, answer(questionId));
    const raced = await Promise.all(Array.from({ length: 6 }, publish));
    expect(raced.map(({ code }) => code).sort()).toEqual([200, 200, 429, 429, 429, 429]);
    await withTenant(tenant.id, (db) =>
      db
        .update(post)
        .set({ publishedAt: new Date(Date.now() - 10 * 86_400_000) })
        .where(and(eq(post.authorId, me.userId), eq(post.id, raced.find(({ code }) => code === 200)!.data.id))),
    );
    expect([(await publish()).code, (await publish()).code, (await publish()).code]).toEqual([200, 200, 429]);
  });

  it('posts of new members with links are held until a moderator has read them', async () => {
    const admin = await mintPerson(tenant, { isAdmin: true });
    const { id, state } = await ok(me, PUBLISH, question({ body: documentOf('见 https://example.com/a') }));
    expect(state).toBe('review');
    expect((await call(colleague, 'GET /community/api/post/view', { id })).code).toBe(404);
    expect(await ok(me, 'GET /community/api/post/view', { id })).toMatchObject({ state: 'review' });
    expect((await ok(admin, PUBLISH, question({ body: documentOf('见 https://example.com/a') }))).state).toBe(
      'published',
    );
    const cases = await withTenant(tenant.id, (db) => db.select().from(moderationCase));
    expect(cases).toMatchObject([{ postId: id, source: 'newMember', state: 'open' }]);
    await openCommunity(tenant, { reviewNewMemberLinks: false });
    expect((await ok(me, PUBLISH, question({ body: documentOf('见 https://example.com/a') }))).state).toBe('published');
  });

  it('filtered words reject a post or comment, or hold it; a held answer notifies nobody', async () => {
    await withTenant(tenant.id, (db) =>
      db.insert(filteredWord).values([
        { enterpriseId: tenant.id, word: '赌博', action: 'reject' },
        { enterpriseId: tenant.id, word: '跳槽', action: 'review' },
      ]),
    );
    const questionId = await mintPost(tenant, colleague);
    const rejected = await call(me, PUBLISH, question({ title: '哪里可以赌 博赌博' }));
    expect([rejected.code, rejected.msg, fieldsOf(rejected)]).toEqual([422, expect.stringContaining('赌博'), ['body']]);
    const held = await ok(me, PUBLISH, answer(questionId, { body: documentOf('不如跳槽') }));
    expect(held.state).toBe('review');
    expect(await noticesOf(colleague)).toEqual([]);
    const comment = { subjectId: questionId, content: '我也想跳槽' };
    const said = await ok(me, 'POST /community/auth/post/comment/save', comment);
    expect(said).toMatchObject({ held: true, commentCount: 0 });
    expect((await ok(me, 'POST /community/auth/post/comment/page', { subjectId: questionId })).totalCount).toBe(0);
    expect((await call(me, 'POST /community/auth/post/comment/save', { ...comment, content: '赌博' })).code).toBe(422);
    const cases = await withTenant(tenant.id, (db) => db.select().from(moderationCase));
    expect(cases.map(({ postId, commentId, detail }) => [postId ?? commentId, detail]).sort()).toEqual(
      [
        [held.id, '跳槽'],
        [said.comment.id, '跳槽'],
      ].sort(),
    );
  });
});

describe('the HTML of a post', () => {
  /** Ten reactions, which take long to render. */
  const reactions = (mark: string) => ({
    type: 'doc' as const,
    content: Array.from({ length: 10 }, (_, n) => ({
      type: 'blockMath',
      attrs: { latex: `\\ce{${'Fe^{3+} + SO4^{2-} <=> '.repeat(30)}${mark}${n}}` },
    })),
  });
  const htmlOf = async (id: string) => {
    const [row] = await withTenant(tenant.id, (db) => db.select().from(post).where(eq(post.id, id)));
    return row!.bodyHtml;
  };
  const keep = (id: string, bodyHtml: string) =>
    withTenant(tenant.id, (db) => db.update(post).set({ bodyHtml }).where(eq(post.id, id)));
  const ANSWERS = 'POST /community/api/answer/page';

  it('is made once, when it is published or edited; readers get what is kept', async () => {
    const reference = referenceLoop();
    const questionId = await mintPost(tenant, colleague);
    const { id } = await ok(me, PUBLISH, answer(questionId, { body: reactions('X') }));
    const html = (await htmlOf(id))!;
    expect(html.split('<math')).toHaveLength(11);
    for (let n = 0; n < 4; n += 1) await mintAnswer(tenant, colleague, questionId, { bodyHtml: html });
    // Not the first call of its kind, which compiles its code. Reading the answer, two megabytes, counts as well.
    await ok(colleague, ANSWERS, { questionId });
    const pages = await longestTurn(() => ok(colleague, ANSWERS, { questionId }));
    expect(pages.result.list.filter(({ bodyHtml }) => bodyHtml.includes('<math'))).toHaveLength(5);
    expect(pages.turn / reference).toBeLessThan(1);
    await keep(id, '<p>kept</p>');
    const shown = async () =>
      (await ok(colleague, ANSWERS, { questionId })).list.find((each) => each.id === id)!.bodyHtml;
    expect(await shown()).toBe('<p>kept</p>');
    const draft = await ok(me, 'POST /community/auth/draft/edit', { postId: id });
    const edited = { id: draft.id, baseRevision: draft.revision, kind: 'answer' as const, questionId };
    await ok(me, PUBLISH, { ...edited, body: reactions('Y') });
    expect((await htmlOf(id))!.split('<math')).toHaveLength(11);
    await keep(id, '<p>kept again</p>');
    expect(await shown()).toBe('<p>kept again</p>');
  });

  it('is plain text where it cannot be made, and the others of the page are shown', async () => {
    const questionId = await mintPost(tenant, colleague);
    const other = await mintAnswer(tenant, colleague, questionId);
    const body = documentOf('5 < 6');
    const broken = { ...body, content: [...body.content!, { type: 'codeBlock', content: [{ type: 'text' }] }] };
    const id = await mintAnswer(tenant, me, questionId, { body: broken });
    const { list } = await ok(colleague, ANSWERS, { questionId });
    expect(Object.fromEntries(list.map((each) => [each.id, each.bodyHtml]))).toEqual({
      [other]: '<p>先按急停按钮</p>',
      [id]: '<p>5 &lt; 6</p>',
    });
  });
});

it('a member who was disabled is not mentioned by name', async () => {
  await withTenant(tenant.id, (db) =>
    db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, colleague.userId)),
  );
  const content = [{ type: 'mention', attrs: { userId: colleague.userId, label: '韩梅梅' } }];
  const body = { type: 'doc' as const, content: [{ type: 'paragraph', content }] };
  const { id } = await ok(me, PUBLISH, question({ body }));
  const { bodyHtml } = await ok(me, 'GET /community/api/post/view', { id });
  expect(bodyHtml).toBe('<p>@韩梅梅</p>');
  expect(await noticesOf(colleague)).toEqual([]);
});
