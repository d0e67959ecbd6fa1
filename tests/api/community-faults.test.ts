import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '#src/contract/calls.ts';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { course } from '#src/server/course/tables.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { post, postVersion } from '#src/server/community/tables/post.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { documentOf, mintLabel, mintPicture, mintPost, openCommunity } from '../factories/community.ts';
import { mintCourse, mintExamResource } from '../factories/course.ts';
import { call, ok, type Caller } from '../factories/portal.ts';
import { mintSession } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Bad input and faults: what is refused loses nothing, and what is gone leaves no broken page. */

const SAVE = 'POST /community/auth/draft/save';
const PUBLISH = 'POST /community/auth/draft/publish';
type Draft = Input<typeof SAVE>;

let tenant: TestTenant;
let me: TestPerson;
let colleague: TestPerson;
let admin: TestPerson;
let labelId: string;
beforeEach(async () => {
  tenant = await mintTenant();
  await openCommunity(tenant);
  [me, colleague, admin] = await Promise.all([
    mintPerson(tenant, { userName: '李雷' }),
    mintPerson(tenant, { userName: '韩梅梅' }),
    mintPerson(tenant, { isAdmin: true }),
  ]);
  labelId = await mintLabel(tenant);
});

const question = (more: Partial<Draft> = {}): Draft => ({
  ...{ id: randomUUID(), baseRevision: 0, kind: 'question', title: '机床主轴异响怎么办', labelIds: [labelId] },
  body: documentOf('换刀之后主轴有异响'),
  ...more,
});
const rowsOf = (table: typeof post | typeof postVersion) => withTenant(tenant.id, (db) => db.$count(table));

const doc = (...content: unknown[]): RichDocument => ({ type: 'doc', content });
const text = (said: string, ...marks: unknown[]) => ({ type: 'text', text: said, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const linked = (href: unknown) => doc(paragraph(text('x', { type: 'link', attrs: { href } })));
const nested = (levels: number): unknown =>
  levels === 0
    ? paragraph(text('deep'))
    : { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(), nested(levels - 1)] }] };
const cell = { type: 'tableCell', content: [paragraph()] };
const mentions = (count: number) =>
  Array.from({ length: count }, () => ({ type: 'mention', attrs: { userId: randomUUID(), label: 'x' } }));

const REFUSED: [why: string, document: RichDocument, zh: RegExp, en: RegExp][] = [
  ['an unknown node', doc({ type: 'iframe' }), /无法保存/, /cannot be stored/],
  ['an unknown mark', doc(paragraph(text('x', { type: 'textStyle' }))), /无法保存/, /cannot be stored/],
  ['an attribute of another type', doc({ type: 'heading', attrs: { level: '2' } }), /无法保存/, /cannot be stored/],
  ['200 nested lists', doc(nested(200)), /嵌套/, /nested too deeply/],
  ['900 KB', doc(paragraph(text('x'.repeat(900 * 1024)))), /长/, /long/],
  [
    'a table of 10,000 cells',
    doc({ type: 'table', content: Array(100).fill({ type: 'tableRow', content: Array(100).fill(cell) }) }),
    /长/,
    /long/,
  ],
  ['10,000 mentions', doc(paragraph(...mentions(4_000)), paragraph(...mentions(6_000))), /长/, /long/],
  ['51 mentions', doc(paragraph(...mentions(51))), /50/, /50/],
  [
    'formulas that take seconds',
    doc(...Array<object>(11).fill({ type: 'blockMath', attrs: { latex: 'x^2'.repeat(660) } })),
    /公式/,
    /formulas/,
  ],
  ['a picture from elsewhere', doc({ type: 'image', attrs: { src: 'https://x/y.png', alt: '' } }), /图片/, /picture/],
  ...[
    ...['javascript:xss()', 'JaVaScRiPt:xss()', 'java\nscript:xss()', ' javascript:xss()', '\u0001javascript:xss()'],
    ...['javascript&colon;xss()', 'data:text/html,x', 'vbscript:x', '//example.com', 'https://user:pass@example.com'],
  ].map((href): [string, RichDocument, RegExp, RegExp] => [`a link to ${href}`, linked(href), /链接/, /link/]),
];

describe.each(REFUSED)('a text with %s', (_, body, zh, en) => {
  it('is refused at its field in the language of the member; the saved draft stays, and nothing is published', async () => {
    const draft = question();
    await ok(me, SAVE, draft);
    for (const [locale, said] of [
      ['zh', zh],
      ['en', en],
    ] as const) {
      for (const name of [SAVE, PUBLISH] as const) {
        const answered = await call({ ...me, locale }, name, { ...draft, baseRevision: 1, body });
        expect(answered.code).toBe(422);
        expect(answered.data).toEqual([{ field: 'body', message: expect.stringMatching(said) }]);
      }
    }
    expect(await ok(me, 'GET /community/auth/draft/view', { id: draft.id })).toMatchObject({
      revision: 1,
      body: draft.body,
    });
    expect(await rowsOf(post)).toBe(0);
  });
});

it('a body of more than a megabyte is refused before it is read', async () => {
  const { code } = await call(me, PUBLISH, question({ body: doc(paragraph(text('x'.repeat(1024 * 1024)))) }));
  expect(code).toBe(413);
  expect(await rowsOf(post)).toBe(0);
});

describe('publishing while the session ends', () => {
  it('makes one post or none; the draft is published once after the next login', async () => {
    const draft = question();
    await ok(me, SAVE, draft);
    const input = { ...draft, baseRevision: 1 };
    const raced = await Promise.all([
      ...Array.from({ length: 5 }, () => call(me, PUBLISH, input)),
      call(me, 'PUT /user/auth/user/info/logout', {}),
      ...Array.from({ length: 5 }, () => call(me, PUBLISH, input)),
    ]);
    for (const { code } of raced) expect([200, 300]).toContain(code);
    expect((await call(me, PUBLISH, input)).code).toBe(300);
    const again: Caller = { ...me, token: await mintSession(me.userId, tenant.id) };
    const twice = await Promise.all([call(again, PUBLISH, input), call(again, PUBLISH, input)]);
    expect(twice.map(({ code }) => code)).toEqual([200, 200]);
    expect([await rowsOf(post), await rowsOf(postVersion)]).toEqual([1, 1]);
    expect(twice[0]!.data.id).toBe(twice[1]!.data.id);
  });

  it('an edit from two tabs is one version; the tab that is behind is told and keeps its text', async () => {
    const { id } = await ok(me, PUBLISH, question());
    const {
      cover: _,
      labels: __,
      gmtModified: ___,
      revision,
      ...draft
    } = await ok(me, 'POST /community/auth/draft/edit', { postId: id });
    const tabs = await Promise.all(
      ['一', '二', '三', '四'].map((said) =>
        call(me, PUBLISH, { ...draft, baseRevision: revision, body: documentOf(`换刀之后主轴有异响${said}`) }),
      ),
    );
    expect(tabs.filter(({ code }) => code === 200).length).toBeGreaterThanOrEqual(1);
    for (const { code } of tabs) expect([200, 409]).toContain(code);
    expect(await rowsOf(postVersion)).toBe(2);
  });
});

describe('what is gone', () => {
  const reads = async (who: Caller, id: string) => ({
    view: (await call(who, 'GET /community/api/post/view', { id })).code,
    feed: (await ok(who, 'POST /community/api/post/page', {})).list.map((card) => card.id),
    answers: (await call(who, 'POST /community/api/answer/page', { questionId: id })).code,
    comments: (await call(who, 'POST /community/api/post/comment/page', { subjectId: id })).code,
  });
  const complete = (id: string) => ({ view: 200, feed: [id], answers: 200, comments: 200 });

  it('a label: drafts with it open, and are refused at their labels; the feeds of its followers go on', async () => {
    const gone = await mintLabel(tenant);
    await ok(me, 'PUT /community/auth/label/follow', { id: gone, on: true });
    const draft = question({ labelIds: [gone] });
    await ok(me, SAVE, draft);
    await ok(admin, 'DELETE /community/auth/label/delete', { id: gone });
    expect(await ok(me, 'GET /community/auth/draft/view', { id: draft.id })).toMatchObject({ labels: [] });
    const refused = await call(me, PUBLISH, { ...draft, baseRevision: 1 });
    expect([refused.code, refused.data]).toEqual([422, [expect.objectContaining({ field: 'labelIds' })]]);
    await ok(me, PUBLISH, { ...draft, baseRevision: 1, labelIds: [labelId] });
    expect((await ok(me, 'POST /community/api/post/page', { order: 'followed' })).list).toEqual([]);
    expect((await ok(me, 'POST /community/api/post/page', { labelId: gone })).list).toEqual([]);
    expect((await call(me, 'PUT /community/auth/label/follow', { id: gone, on: false })).code).toBe(404);
  });

  it('an author who was disabled: posts, comments, votes and the page of the author stay', async () => {
    const id = await mintPost(tenant, colleague, { title: '主轴异响', labelIds: [labelId] });
    await ok(colleague, 'POST /community/auth/post/comment/save', { subjectId: id, content: '补充' });
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, colleague.userId)),
    );
    for (const who of [me, admin, tenant.anonymous]) expect(await reads(who, id)).toEqual(complete(id));
    expect(await ok(me, 'GET /community/api/author/view', { userId: colleague.userId })).toMatchObject({
      questionCount: 1,
    });
    expect(await ok(me, 'PUT /community/auth/post/vote', { id, on: true })).toMatchObject({ voteCount: 1 });
    expect((await call(me, PUBLISH, question({ kind: 'answer', questionId: id, labelIds: [] }))).code).toBe(200);
    expect(await ok(me, 'POST /community/auth/colleague/list', { keyword: '韩' })).toEqual([]);
  });

  it('what a question was asked about: it stays, without the subject', async () => {
    const courseId = await mintCourse(tenant);
    const { examId } = await mintExamResource(tenant, courseId);
    const asked = [
      ['course', courseId],
      ['exam', examId],
    ] as const;
    for (const [subjectType, subjectId] of asked)
      await mintPost(tenant, me, { subjectType, subjectId, title: subjectType });
    await withTenant(tenant.id, async (db) => {
      await db.update(course).set({ status: 'unpublished' }).where(eq(course.id, courseId));
      await db.update(exam).set({ published: false }).where(eq(exam.id, examId));
    });
    for (const [subjectType, subjectId] of asked) {
      const { list } = await ok(colleague, 'POST /community/api/post/page', { subjectType, subjectId });
      expect(list.map(({ title }) => title)).toEqual([subjectType]);
      for (const who of [colleague, me, tenant.anonymous])
        expect(await ok(who, 'GET /community/api/post/view', { id: list[0]!.id })).toMatchObject({ subject: null });
      const begun = await ok(me, 'POST /community/auth/draft/edit', { postId: list[0]!.id });
      const { cover: _, labels: __, gmtModified: ___, revision, ...draft } = begun;
      const edited = { ...draft, baseRevision: revision, title: '改过的标题', labelIds: [labelId] };
      expect((await call(me, PUBLISH, edited)).code).toBe(200);
    }
  });

  it('a picture whose file is missing: the text stays', async () => {
    const picture = await mintPicture(tenant, me);
    const body = doc(paragraph(text('看图')), { type: 'image', attrs: { src: `/media/${picture}`, alt: '主轴' } });
    const { id } = await ok(me, PUBLISH, question({ kind: 'blog', body, coverFileId: picture }));
    for (const who of [colleague, tenant.anonymous]) {
      const seen = await ok(who, 'GET /community/api/post/view', { id });
      expect(seen.bodyHtml).toMatch(/^<p>看图<\/p><img src="[^"]+" alt="主轴"/);
      expect((await ok(who, 'POST /community/api/post/page', {})).list).toMatchObject([{ id, cover: seen.cover }]);
    }
  });

  it('a question: an answer that is being written can still be read, and is refused as a whole', async () => {
    const questionId = await mintPost(tenant, colleague);
    const draft = question({ kind: 'answer', questionId, title: '', labelIds: [], body: documentOf('先按急停') });
    await ok(me, SAVE, draft);
    await ok(colleague, 'DELETE /community/auth/post/delete', { id: questionId });
    expect((await call(me, PUBLISH, { ...draft, baseRevision: 1 })).code).toBe(404);
    const kept = await ok(me, 'GET /community/auth/draft/view', { id: draft.id });
    expect(kept.body).toEqual(draft.body);
    expect((await ok(me, 'POST /community/auth/draft/page', {})).totalCount).toBe(1);
  });
});
