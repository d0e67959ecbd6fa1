import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Call, calls, type Input } from '#src/contract/calls.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { documentOf, mintAnswer, mintLabel, mintPost, openCommunity } from '../factories/community.ts';
import { mintModerator } from '../factories/moderation.ts';
import { call, ok, portal, request, type Caller } from '../factories/portal.ts';
import { indexTenant } from '../factories/search.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/*
 * An anonymous author is known to moderators and to themselves. Every call that reads is made as everybody else, and no
 * answer may contain the id or a name of the author.
 */

const REAL_NAME = '欧阳不露';
const NICKNAME = '隐者七号';

let tenant: TestTenant;
let author: TestPerson;
let colleague: TestPerson;
let lecturer: TestPerson;
let admin: TestPerson;
let moderator: TestPerson;
let stranger: Caller;
let labelId: string;
let questionId: string;
let answerId: string;
let blogId: string;
let namedId: string;
let draftId: string;
/** Comments under what the author wrote, with replies of the author. */
const threadIds: string[] = [];

beforeAll(async () => {
  tenant = await mintTenant();
  await openCommunity(tenant);
  [author, colleague, lecturer, admin] = await Promise.all([
    mintPerson(tenant, { userName: REAL_NAME }),
    mintPerson(tenant, { userName: '同事' }),
    mintPerson(tenant, { userName: '讲师', userType: 2 }),
    mintPerson(tenant, { isAdmin: true }),
  ]);
  await withTenant(tenant.id, (_db, client) =>
    client.query(`update enterprise_user set nickname = $1 where user_id = $2`, [NICKNAME, author.userId]),
  );
  moderator = await mintModerator(tenant, admin);
  stranger = { ...(await mintPerson(await mintTenant())), host: tenant.host };
  labelId = await mintLabel(tenant);
  namedId = await mintPost(tenant, colleague, { title: '谁知道年假怎么请', labelIds: [labelId] });
  await ok(lecturer, 'PUT /community/auth/post/follow', { id: namedId, on: true });
  const publish = async (more: Partial<Input<'POST /community/auth/draft/publish'>>) => {
    const draft = {
      ...{ id: randomUUID(), baseRevision: 0, kind: 'question' as const, title: '不便署名的问题', labelIds: [labelId] },
      ...{ body: documentOf('想请教一件事'), anonymous: true, ...more },
    };
    draftId = draft.id;
    return (await ok(author, 'POST /community/auth/draft/publish', draft)).id;
  };
  const mention = { type: 'mention', attrs: { userId: colleague.userId, label: '同事' } };
  const mentioning = { type: 'doc' as const, content: [{ type: 'paragraph', content: [mention] }] };
  questionId = await publish({ body: mentioning });
  blogId = await publish({ kind: 'blog', title: '一篇匿名的博客' });
  answerId = await publish({
    kind: 'answer',
    questionId: namedId,
    title: '',
    labelIds: [],
    body: documentOf('问人事'),
  });
  const begun = await ok(author, 'POST /community/auth/draft/edit', { postId: questionId });
  const { cover: _, labels: __, gmtModified: ___, revision, ...edit } = begun;
  await ok(author, 'POST /community/auth/draft/publish', {
    ...{ ...edit, baseRevision: revision, body: documentOf('想请教两件事'), reason: '补充' },
  });
  await ok(author, 'POST /community/auth/post/invite', { questionId, userIds: [lecturer.userId] });
  const itsAnswer = await mintAnswer(tenant, lecturer, questionId);
  for (const subjectId of [questionId, blogId, answerId, itsAnswer]) {
    await ok(author, 'POST /community/auth/post/comment/save', { subjectId, content: '补充一点' });
    const { comment } = await ok(colleague, 'POST /community/auth/post/comment/save', { subjectId, content: '谢谢' });
    const { reply } = await ok(author, 'POST /community/auth/post/comment/reply/save', {
      ...{ commentId: comment.id, content: '不客气' },
    });
    await ok(lecturer, 'POST /community/auth/post/comment/reply/save', { commentId: reply.id, content: '同感' });
    threadIds.push(comment.id);
  }
  await ok(colleague, 'PUT /community/auth/answer/accept', { id: answerId, on: true });
  await ok(colleague, 'PUT /community/auth/label/follow', { id: labelId, on: true });
  await indexTenant(tenant);
});

/** Calls of the community, search and notices that read, each with inputs that lead to the anonymous posts. */
function reads(): [Call, Input<Call>][] {
  const ids = [questionId, blogId, answerId, namedId];
  const feeds = ['newest', 'helpful', 'unanswered', 'followed'].map((order) => ({ order, pageSize: 50 }));
  const texts = ['不便署名', '匿名的博客', '问人事', '请教'];
  const made: [string, object][] = [
    ...feeds.map((input): [string, object] => ['POST /community/api/post/page', input]),
    ['POST /community/api/post/page', { labelId }],
    ...ids.flatMap((id): [string, object][] => [
      ['GET /community/api/post/view', { id }],
      ['POST /community/auth/post/version/page', { id }],
      ['POST /community/api/post/comment/page', { subjectId: id }],
      ['POST /community/auth/post/comment/page', { subjectId: id }],
      ['POST /community/api/answer/page', { questionId: id }],
    ]),
    ...threadIds.flatMap((commentId): [string, object][] => [
      ['POST /community/api/post/comment/reply/page', { commentId }],
      ['POST /community/auth/post/comment/reply/page', { commentId }],
    ]),
    ['POST /community/api/post/page', { kind: 'question', authorId: colleague.userId }],
    ['POST /community/api/label/list', {}],
    ['GET /data/auth/user/home/view', {}],
    ['POST /user/auth/notice/page', {}],
    ['POST /community/auth/moderation/mine', {}],
    ['POST /community/auth/post/waiting/page', {}],
    ['GET /community/auth/post/subject/view', { subjectType: 'course', subjectId: questionId }],
    ['POST /community/auth/post/similar', { title: '不便署名的问题' }],
    ['GET /community/auth/draft/view', { id: draftId }],
    ['POST /community/auth/draft/page', {}],
    ['POST /community/auth/draft/edit', { postId: questionId }],
    ['PUT /community/auth/post/follow', { id: questionId, on: true }],
    ['PUT /community/auth/post/vote', { id: questionId, on: true }],
    ...texts.flatMap((keyword): [string, object][] =>
      ['page', 'suggest'].flatMap((what): [string, object][] => [
        [`POST /system/api/search/${what}`, { keyword }],
        [`POST /system/auth/search/${what}`, { keyword }],
      ]),
    ),
  ];
  return made as [Call, Input<Call>][];
}

const ofAuthor = (text: string) => [author.userId, REAL_NAME, NICKNAME].filter((each) => text.includes(each));

describe.each(['visitor', 'colleague', 'lecturer', 'stranger'] as const)('as %s', (who) => {
  it('no answer names the author', async () => {
    const caller: Caller = { visitor: tenant.anonymous, colleague, lecturer, stranger }[who];
    const found: string[] = [];
    let seen = 0;
    for (const [name, input] of reads()) {
      const response = await request(caller, name, input);
      const text = await response.text();
      if (text.includes('不便署名') || text.includes('匿名的博客') || text.includes('问人事')) seen++;
      for (const each of ofAuthor(text)) found.push(`${name} ${JSON.stringify(input)}: ${each}`);
    }
    expect(found).toEqual([]);
    // The posts themselves are shown: otherwise there would be nothing to find.
    expect(seen).toBeGreaterThan(who === 'stranger' || who === 'visitor' ? 8 : 12);
  });

  it('feeds and counts of the author leave out anonymous posts', async () => {
    const caller: Caller = { visitor: tenant.anonymous, colleague, lecturer, stranger }[who];
    const feed = await ok(caller, 'POST /community/api/post/page', { authorId: author.userId });
    expect(feed.list).toEqual([]);
    const shown = await ok(caller, 'GET /community/api/author/view', { userId: author.userId });
    const none = { blogCount: 0, questionCount: 0, answerCount: 0, acceptedCount: 0, helpfulCount: 0 };
    expect(shown).toMatchObject({ userName: NICKNAME, ...none });
    const search = await ok(caller, 'POST /system/api/search/page', { keyword: NICKNAME });
    expect(search.totalCount).toBe(0);
  });
});

it('comments under what they wrote, and under answers to it, are anonymous too; elsewhere they are not', async () => {
  const read = async (who: Caller, subjectId: string) =>
    (await ok(who, 'POST /community/api/post/comment/page', { subjectId })).list.map((said) => [
      ...[said.userName, said.anonymous, said.replies.map(({ userName }) => userName)],
      said.replies.map(({ replyToUserName }) => replyToUserName),
    ]);
  const itsAnswer = (await ok(colleague, 'POST /community/api/answer/page', { questionId })).list[0]!.id;
  for (const id of [questionId, blogId, answerId, itsAnswer]) {
    expect(await read(lecturer, id)).toEqual([
      ['同事', false, ['', '讲师'], [null, '']],
      ['', true, [], []],
    ]);
    for (const who of [author, admin, moderator])
      expect(await read(who, id)).toEqual([
        ['同事', false, [NICKNAME, '讲师'], [null, NICKNAME]],
        [NICKNAME, true, [], []],
      ]);
  }
  const elsewhere = await mintAnswer(tenant, author, namedId);
  await ok(author, 'POST /community/auth/post/comment/save', { subjectId: elsewhere, content: '同问' });
  expect(await read(lecturer, elsewhere)).toEqual([[NICKNAME, false, [], []]]);
});

it('moderators and the author see who wrote it', async () => {
  for (const person of [admin, moderator, author]) {
    const seen = await ok(person, 'GET /community/api/post/view', { id: questionId });
    expect(seen.author).toMatchObject({ id: author.userId, userName: NICKNAME, anonymous: true });
    const { list } = await ok(person, 'POST /community/auth/post/version/page', { id: questionId });
    expect(list[0]!.editor.id).toBe(author.userId);
  }
  const mine = await ok(author, 'POST /community/api/post/page', { authorId: author.userId });
  expect(mine.list.map(({ id }) => id).sort()).toEqual([questionId, blogId].sort());
});

it('no notice to others names the author', async () => {
  const rows = await withTenant(tenant.id, (_db, client) =>
    client.query<{ row: string }>(`select to_jsonb(n)::text as row from notice n where user_id <> $1`, [author.userId]),
  );
  const kinds = rows.rows.map(({ row }) => (JSON.parse(row) as { kind: string }).kind).sort();
  expect(kinds).toEqual(['answered', 'answered', ...Array<string>(7).fill('commented'), 'invited', 'mentioned']);
  expect(rows.rows.flatMap(({ row }) => ofAuthor(row))).toEqual([]);
});

it('an invitation does not tell who the author is', async () => {
  const other = await mintPerson(tenant);
  const { invited } = await ok(colleague, 'POST /community/auth/post/invite', {
    ...{ questionId, userIds: [author.userId, other.userId] },
  });
  expect(invited).toBe(2);
  const named = await call(lecturer, 'POST /community/auth/post/invite', {
    questionId: namedId,
    userIds: [colleague.userId],
  });
  expect(named.code).toBe(422);
});

it('feeds and the ledger do not name the author or the question', async () => {
  const rss = await portal.request(`http://${tenant.host}/community/rss.xml`, { headers: { host: tenant.host } });
  const text = await rss.text();
  expect(text).toContain('不便署名的问题');
  expect(text).toContain('同事');
  expect(ofAuthor(text)).toEqual([]);
  const { rows } = await withTenant(tenant.id, (_db, client) =>
    client.query<{ title: string }>(`select title from ledger_entry where user_id = $1`, [author.userId]),
  );
  expect(rows).toEqual([{ title: '回答被采纳' }]);
});

/** Calls whose answers contain nothing of a post or comment of somebody else, or that only moderators make. */
const SHOW_NO_POSTS = [
  ...['POST /community/auth/draft/save', 'POST /community/auth/draft/publish', 'POST /community/auth/post/invite'],
  ...['POST /community/auth/post/comment/save', 'POST /community/auth/post/comment/reply/save'],
  ...['POST /community/auth/colleague/list', 'POST /community/auth/report/save', 'GET /community/api/author/view'],
  ...['POST /community/auth/moderation/page', 'GET /community/auth/moderation/view'],
  ...['POST /community/auth/moderation/decide', 'POST /community/auth/moderation/appeal'],
  ...['POST /community/auth/moderation/appeal/decide', 'GET /user/auth/notice/digest/view'],
  ...['GET /user/auth/notice/setting/view', 'POST /user/auth/notice/unreached/own/page'],
  'POST /user/auth/notice/unreached/waiting/page',
  ...['POST /user/api/notice/unsubscribe/view', 'POST /user/api/notice/unsubscribe/save'],
  'GET /community/api/access/view',
  'GET /community/auth/moderation/count',
];

it('makes every call of members that shows posts', () => {
  const made = new Set<string>([...reads().map(([name]) => name), ...SHOW_NO_POSTS]);
  const shows = Object.entries(calls).filter(
    ([name, { auth }]) => /^(GET|POST) .*\/(community|notice|search|home)\//.test(name) && auth !== 'admin',
  );
  expect(shows.length).toBeGreaterThan(30);
  expect(shows.flatMap(([name]) => (made.has(name) ? [] : [name]))).toEqual([]);
});
