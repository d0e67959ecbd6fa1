import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditLog } from '#src/server/core/tables.ts';
import { moderationCase, moderationReport } from '#src/server/community/tables/moderation.ts';
import { notice } from '#src/server/notice/tables.ts';
import { ledgerTotal } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintAnswer, mintLabel, mintPost } from '../factories/community.ts';
import { mintCase, mintDecision, mintModerator, mintPostComment, mintWord } from '../factories/moderation.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const REPORT = 'POST /community/auth/report/save';
const QUEUE = 'POST /community/auth/moderation/page';
const VIEW = 'GET /community/auth/moderation/view';
const DECIDE = 'POST /community/auth/moderation/decide';
const APPEAL = 'POST /community/auth/moderation/appeal';
const DECIDE_APPEAL = 'POST /community/auth/moderation/appeal/decide';
const MINE = 'POST /community/auth/moderation/mine';
const POST = 'GET /community/api/post/view';

let tenant: TestTenant;
let admin: TestPerson;
let moderator: TestPerson;
let author: TestPerson;
let reporter: TestPerson;
let postId: string;

beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: '管理员' });
  moderator = await mintModerator(tenant, admin);
  author = await mintPerson(tenant, { userName: '张作者' });
  reporter = await mintPerson(tenant, { userName: '李举报' });
  postId = await mintPost(tenant, author, { title: '被举报的问题', anonymous: true });
});

const reason = '请注意措辞';
const noticesOf = (person: TestPerson) =>
  withTenant(tenant.id, (db) => db.select().from(notice).where(eq(notice.userId, person.userId)));
const audited = (action: string) => withTenant(tenant.id, (db) => db.$count(auditLog, eq(auditLog.action, action)));
const stateFor = async (person: TestPerson) => {
  const { code, data } = await call(person, POST, { id: postId });
  return code === 200 ? data.state : code;
};

describe('a report', () => {
  it('opens one case, which counts each member once', async () => {
    const others = await Promise.all([mintPerson(tenant), mintPerson(tenant), mintPerson(tenant)]);
    await Promise.all([...others, ...others].map((person) => ok(person, REPORT, { postId, reason: 'spam' })));
    const { list, openCount } = await ok(moderator, QUEUE);
    expect(list).toMatchObject([
      {
        subjectId: postId,
        subjectType: 'question',
        title: '被举报的问题',
        reportCount: 3,
        source: 'report',
        state: 'open',
      },
    ]);
    expect(openCount).toBe(1);
    expect(await withTenant(tenant.id, (db) => db.$count(moderationReport))).toBe(3);
  });

  it('is refused for one’s own, for what is not there or not visible, and for both or neither subject', async () => {
    const other = await mintTenant();
    const foreign = await mintPost(other, await mintPerson(other));
    const hidden = await mintPost(tenant, author, { state: 'hidden' });
    const commentId = await mintPostComment(tenant, author, postId);
    const code = async (person: TestPerson, input: object) =>
      (await call(person, REPORT, { reason: 'spam', ...input })).code;
    expect(await code(author, { postId })).toBe(403);
    expect(await code(author, { commentId })).toBe(403);
    for (const id of [foreign, hidden, randomUUID()]) expect(await code(reporter, { postId: id })).toBe(404);
    expect(await code(reporter, { commentId: randomUUID() })).toBe(404);
    expect(await code(reporter, {})).toBe(422);
    expect(await code(reporter, { postId, commentId })).toBe(422);
    expect(await withTenant(tenant.id, (db) => db.$count(moderationCase))).toBe(0);
  });

  it('has a rate limit of its own', async () => {
    const codes: number[] = [];
    for (let i = 0; i < 21; i++) codes.push((await call(reporter, REPORT, { postId, reason: 'spam' })).code);
    expect([codes.slice(0, 20).every((code) => code === 200), codes[20]]).toEqual([true, 429]);
    expect((await call(reporter, POST, { id: postId })).code).toBe(200);
  });

  it('of a comment leads to the page on which it is shown', async () => {
    const commentId = await mintPostComment(tenant, author, postId);
    const id = await mintCase(reporter, moderator, { commentId });
    expect(await ok(moderator, VIEW, { id })).toMatchObject({
      ...{ subjectType: 'comment', subjectId: commentId, path: `/community/question/${postId}`, title: '被举报的问题' },
      ...{ excerpt: '说得好', bodyHtml: '<p>说得好</p>', subjectState: 'published' },
    });
  });
});

describe('the queue', () => {
  it('is for moderators and administrators of this tenant', async () => {
    const id = await mintCase(reporter, moderator, { postId });
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    const input = { caseId: id, action: 'hide' as const, reason };
    for (const person of [author, reporter, await mintPerson(tenant, { userType: 2 })]) {
      expect((await call(person, QUEUE)).code).toBe(403);
      expect((await call(person, VIEW, { id })).code).toBe(403);
      expect((await call(person, DECIDE, input)).code).toBe(403);
    }
    expect((await ok(stranger, QUEUE)).list).toEqual([]);
    expect((await call(stranger, VIEW, { id })).code).toBe(404);
    expect((await call(stranger, DECIDE, input)).code).toBe(404);
    expect(await stateFor(reporter)).toBe('published');
    for (const person of [admin, moderator]) expect((await ok(person, QUEUE)).list).toHaveLength(1);
    const count = (person: TestPerson) => ok(person, 'GET /community/auth/moderation/count');
    for (const person of [admin, moderator])
      expect(await count(person)).toEqual({ moderator: true, openCount: 1, appealCount: 0 });
    expect(await count(author)).toEqual({ moderator: false, openCount: 0, appealCount: 0 });
    expect(await count(stranger)).toEqual({ moderator: true, openCount: 0, appealCount: 0 });
  });

  it('shows the anonymous author and the reporters to moderators, and the reporters to nobody else', async () => {
    const id = await mintCase(reporter, moderator, { postId });
    expect(await ok(moderator, VIEW, { id })).toMatchObject({
      author: { id: author.userId, userName: '张作者', anonymous: true },
      reports: [{ userName: '李举报', reason: 'abuse', note: '不文明' }],
    });
    const decisionId = await mintDecision(author, moderator, postId);
    await ok(author, APPEAL, { decisionId, text: '已修改' });
    const answers = JSON.stringify([
      await ok(author, MINE),
      await ok(author, POST, { id: postId }),
      await ok(author, 'POST /user/auth/notice/page'),
    ]);
    expect(answers).toContain(reason);
    for (const hidden of ['李举报', reporter.userId, '不文明', '版主', moderator.userId])
      expect(answers).not.toContain(hidden);
  });

  it('lists open cases oldest first, appeals, and closed cases newest first', async () => {
    const second = await mintPost(tenant, author, { title: '第二个问题' });
    const cases = [
      await mintCase(reporter, moderator, { postId }),
      await mintCase(reporter, moderator, { postId: second }),
    ];
    const ids = async (list: 'open' | 'appeals' | 'closed') =>
      (await ok(moderator, QUEUE, { list })).list.map(({ id }) => id);
    expect(await ids('open')).toEqual(cases);
    const decisionId = await mintDecision(author, moderator, postId);
    await mintDecision(author, moderator, second, 'warn');
    expect([await ids('open'), await ids('closed')]).toEqual([[], cases.toReversed()]);
    await ok(author, APPEAL, { decisionId, text: '已修改' });
    expect(await ids('appeals')).toEqual([cases[0]]);
    expect(await ok(moderator, QUEUE)).toMatchObject({ openCount: 0, appealCount: 1 });
  });
});

describe('a decision', () => {
  it('hides a post from all but its author and moderators, closes the case, and is audited; the author is told', async () => {
    const caseId = await mintCase(reporter, moderator, { postId });
    const decided = await ok(moderator, DECIDE, { caseId, action: 'hide', reason });
    expect(decided).toEqual({ caseId, subjectState: 'hidden', locked: false });
    expect([await stateFor(reporter), await stateFor(author), await stateFor(admin)]).toEqual([
      404,
      'hidden',
      'hidden',
    ]);
    expect((await ok(author, POST, { id: postId })).decision).toMatchObject({
      action: 'hide',
      reason,
      appealable: true,
    });
    expect(await noticesOf(author)).toMatchObject([
      {
        kind: 'moderated',
        detail: { action: 'hide', title: '被举报的问题', reason },
        path: '/community/moderation/mine',
      },
    ]);
    expect(await noticesOf(reporter)).toEqual([]);
    expect(await audited('community.moderate')).toBe(1);
    expect((await ok(moderator, VIEW, { id: caseId })).decisions).toMatchObject([
      { action: 'hide', reason, decidedByName: '版主' },
    ]);
    expect((await call(admin, DECIDE, { caseId, action: 'restore', reason })).code, 'closed').toBe(409);
    await ok(admin, DECIDE, { postId, action: 'restore', reason });
    expect(await stateFor(reporter)).toBe('published');
  });

  it('of two moderators at the same time wins once', async () => {
    const caseId = await mintCase(reporter, moderator, { postId });
    const actions = ['hide', 'dismiss', 'lock', 'warn', 'hide', 'dismiss'] as const;
    const codes = await Promise.all(
      actions.map(
        async (action, i) => (await call(i % 2 ? admin : moderator, DECIDE, { caseId, action, reason })).code,
      ),
    );
    expect(codes.toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await ok(admin, VIEW, { id: caseId })).decisions).toHaveLength(1);
  });

  it('of a post without a case hides it once', async () => {
    const codes = await Promise.all(
      [admin, moderator, admin].map(
        async (person) => (await call(person, DECIDE, { postId, action: 'hide', reason })).code,
      ),
    );
    expect(codes.toSorted()).toEqual([200, 409, 409]);
  });

  it('locks, unlocks, warns and moves', async () => {
    const [from, to] = [await mintLabel(tenant), await mintLabel(tenant)];
    const id = await mintPost(tenant, author, { labelIds: [from] });
    const decide = (action: 'lock' | 'unlock' | 'warn' | 'move', more = {}) =>
      call(moderator, DECIDE, { postId: id, action, reason, ...more });
    expect((await decide('lock')).data).toMatchObject({ locked: true });
    expect((await decide('lock')).code).toBe(409);
    expect(
      (await call(reporter, 'POST /community/auth/post/comment/save', { subjectId: id, content: '好' })).code,
    ).toBe(409);
    expect((await decide('unlock')).data).toMatchObject({ locked: false });
    expect((await decide('warn')).code).toBe(200);
    expect((await decide('move')).code).toBe(422);
    expect((await decide('move', { labelIds: [randomUUID()] })).code).toBe(422);
    expect((await decide('move', { labelIds: [to] })).code).toBe(200);
    expect((await ok(reporter, POST, { id })).labels.map((label) => label.id)).toEqual([to]);
    const counts = (await ok(reporter, 'POST /community/api/label/list', {})).map((label) => [
      label.id,
      label.postCount,
    ]);
    expect(Object.fromEntries(counts)).toEqual({ [from]: 0, [to]: 1 });
    expect((await noticesOf(author)).map(({ detail }) => detail.action)).toEqual(['lock', 'unlock', 'warn', 'move']);
  });

  it('needs a reason, and is not about one’s own post while there is another moderator', async () => {
    const own = await mintPost(tenant, moderator);
    expect((await call(moderator, DECIDE, { postId, action: 'hide', reason: ' ' })).code).toBe(422);
    expect((await call(moderator, DECIDE, { action: 'hide', reason })).code).toBe(422);
    expect((await call(moderator, DECIDE, { postId: own, action: 'lock', reason })).code).toBe(403);
    expect((await call(admin, DECIDE, { postId: own, action: 'lock', reason })).code).toBe(200);
  });

  it('hides and restores a comment and a hidden answer', async () => {
    const commentId = await mintPostComment(tenant, author, postId);
    const shown = async () =>
      (await ok(reporter, 'POST /community/api/post/comment/page', { subjectId: postId })).list.length;
    await ok(moderator, DECIDE, { commentId, action: 'hide', reason });
    expect(await shown()).toBe(0);
    expect((await call(moderator, DECIDE, { commentId, action: 'lock', reason })).code).toBe(409);
    await ok(moderator, DECIDE, { commentId, action: 'restore', reason });
    expect(await shown()).toBe(1);
    const answerId = await mintAnswer(tenant, author, postId);
    await ok(moderator, DECIDE, { postId: answerId, action: 'hide', reason });
    expect((await ok(reporter, POST, { id: postId })).answerCount).toBe(0);
  });

  it('of dismissed reports is not told to the author', async () => {
    const caseId = await mintCase(reporter, moderator, { postId });
    await ok(moderator, DECIDE, { caseId, action: 'dismiss', reason });
    expect([await noticesOf(author), (await ok(author, MINE)).list]).toEqual([[], []]);
    expect(await stateFor(reporter)).toBe('published');
    await mintCase(reporter, moderator, { postId });
    expect((await ok(moderator, QUEUE)).openCount, 'a new report opens a new case').toBe(1);
  });
});

describe('an appeal', () => {
  it('is made once by the author, and decided by another moderator; accepted, it reverses the decision', async () => {
    const decisionId = await mintDecision(author, moderator, postId);
    const input = { decisionId, text: '没有违规' };
    expect((await call(reporter, APPEAL, input)).code, 'stranger').toBe(404);
    expect((await call(moderator, DECIDE_APPEAL, { decisionId, accepted: true, reason })).code).toBe(403);
    expect((await call(admin, DECIDE_APPEAL, { decisionId, accepted: true, reason })).code, 'no appeal yet').toBe(409);
    expect((await ok(author, MINE)).list).toMatchObject([{ id: decisionId, appealable: true }]);
    const codes = await Promise.all([1, 2, 3].map(async () => (await call(author, APPEAL, input)).code));
    expect(codes.toSorted()).toEqual([200, 409, 409]);
    expect((await call(moderator, DECIDE_APPEAL, { decisionId, accepted: true, reason })).code).toBe(403);
    expect((await call(reporter, DECIDE_APPEAL, { decisionId, accepted: true, reason })).code).toBe(403);
    const decisions = await Promise.all(
      [1, 2].map(async () => (await call(admin, DECIDE_APPEAL, { decisionId, accepted: true, reason })).code),
    );
    expect(decisions.toSorted()).toEqual([200, 409]);
    expect(await stateFor(reporter)).toBe('published');
    expect((await ok(author, MINE)).list).toMatchObject([
      { appeal: '没有违规', appealState: 'accepted', appealReason: reason, appealable: false },
    ]);
    expect((await noticesOf(author)).map(({ kind }) => kind)).toEqual(['moderated', 'appealDecided']);
    expect([await audited('community.appeal'), await audited('community.appeal.decide')]).toEqual([1, 1]);
  });

  it('that is rejected changes nothing, and a second one is refused', async () => {
    const decisionId = await mintDecision(author, moderator, postId, 'lock');
    await ok(author, APPEAL, { decisionId, text: '没有违规' });
    expect(await ok(admin, DECIDE_APPEAL, { decisionId, accepted: false, reason })).toEqual({
      subjectState: 'published',
    });
    expect((await ok(author, POST, { id: postId })).locked).toBe(true);
    expect((await call(author, APPEAL, { decisionId, text: '再申诉' })).code).toBe(409);
  });

  it('against `move` gives the post its earlier labels back', async () => {
    const [from, gone, to] = [await mintLabel(tenant), await mintLabel(tenant), await mintLabel(tenant)];
    const id = await mintPost(tenant, author, { labelIds: [from, gone] });
    const decisionId = await mintDecision(author, moderator, id, 'move', [to]);
    expect((await ok(author, MINE)).list).toMatchObject([{ action: 'move', appealable: true }]);
    await ok(author, APPEAL, { decisionId, text: '标签没错' });
    // A label that was deleted meanwhile is left out.
    await ok(admin, 'DELETE /community/auth/label/delete', { id: gone });
    await ok(admin, DECIDE_APPEAL, { decisionId, accepted: true, reason });
    expect((await ok(reporter, POST, { id })).labels.map((label) => label.id)).toEqual([from]);
    expect((await call(author, APPEAL, { decisionId, text: '再申诉' })).code).toBe(409);
    const counts = (await ok(reporter, 'POST /community/api/label/list', {})).map((each) => [each.id, each.postCount]);
    expect(Object.fromEntries(counts)).toEqual({ [from]: 1, [to]: 0 });
  });

  it('is decided by the only moderator, if there is no other one', async () => {
    const alone = await mintTenant();
    const only = await mintPerson(alone, { isAdmin: true });
    const person = await mintPerson(alone);
    const decisionId = await mintDecision(person, only, await mintPost(alone, person), 'lock');
    await ok(person, APPEAL, { decisionId, text: '没有违规' });
    await ok(only, DECIDE_APPEAL, { decisionId, accepted: true, reason });
    expect((await ok(person, MINE)).list[0]).toMatchObject({ appealState: 'accepted' });
  });

  it('cannot be made against a decision without effect, or another tenant’s', async () => {
    const decisionId = await mintDecision(author, moderator, postId);
    const stranger = await mintPerson(await mintTenant());
    expect((await call(stranger, APPEAL, { decisionId, text: '好' })).code).toBe(404);
    await ok(moderator, DECIDE, { postId, action: 'restore', reason });
    expect((await call(author, APPEAL, { decisionId, text: '好' })).code).toBe(409);
  });
});

describe('hiding an accepted answer', () => {
  const ACCEPT = 'PUT /community/auth/answer/accept';
  const acceptedOf = async () => {
    const { list } = await ok(author, 'POST /community/api/answer/page', { questionId: postId });
    return list.filter(({ accepted }) => accepted).map(({ id }) => id);
  };
  const pointsOf = async ({ userId }: TestPerson) => {
    const rows = await withTenant(tenant.id, (db) =>
      db.select().from(ledgerTotal).where(eq(ledgerTotal.userId, userId)),
    );
    return rows.reduce((sum, { total }) => sum + Number(total), 0);
  };
  let expert: TestPerson;
  let answerId: string;
  beforeEach(async () => {
    expert = await mintPerson(tenant, { userName: '专家' });
    answerId = await mintAnswer(tenant, expert, postId);
    await ok(author, ACCEPT, { id: answerId, on: true });
  });
  const state = async () => [await acceptedOf(), await pointsOf(expert)];

  it('withdraws the acceptance with its points; restoring it gives both back, as often as it happens', async () => {
    for (let times = 0; times < 2; times++) {
      expect(await state()).toEqual([[answerId], 5]);
      await ok(moderator, DECIDE, { postId: answerId, action: 'hide', reason });
      expect(await state()).toEqual([[], 0]);
      await ok(moderator, DECIDE, { postId: answerId, action: 'restore', reason });
    }
    expect(await state()).toEqual([[answerId], 5]);
    await ok(author, ACCEPT, { id: answerId, on: false });
    expect(await state()).toEqual([[], 0]);
  });

  it('is reversed by an accepted appeal, unless another answer was accepted meanwhile', async () => {
    const decisionId = await mintDecision(expert, moderator, answerId);
    await ok(expert, APPEAL, { decisionId, text: '没有违规' });
    await ok(admin, DECIDE_APPEAL, { decisionId, accepted: true, reason });
    expect(await state()).toEqual([[answerId], 5]);
    const second = await mintDecision(expert, moderator, answerId);
    const other = await mintAnswer(tenant, reporter, postId);
    await ok(author, ACCEPT, { id: other, on: true });
    await ok(expert, APPEAL, { decisionId: second, text: '没有违规' });
    await ok(admin, DECIDE_APPEAL, { decisionId: second, accepted: true, reason });
    expect(await state()).toEqual([[other], 0]);
    expect(await pointsOf(reporter)).toBe(5);
  });

  it('gives no points back that the author did not have', async () => {
    await ok(author, ACCEPT, { id: answerId, on: false });
    await ok(author, ACCEPT, { id: answerId, on: true });
    expect(await state()).toEqual([[answerId], 0]);
    await ok(moderator, DECIDE, { postId: answerId, action: 'hide', reason });
    await ok(moderator, DECIDE, { postId: answerId, action: 'restore', reason });
    expect(await state()).toEqual([[answerId], 0]);
  });
});

describe('filtered words', () => {
  const comment = (content: string) =>
    call(author, 'POST /community/auth/post/comment/save', { subjectId: postId, content });

  it('refuse a comment and name themselves, also when they are disguised', async () => {
    await ok(admin, 'POST /community/auth/word/save', { words: '赌博\nＢｅｔ\n', action: 'reject' });
    for (const [content, word] of [
      ['来赌 博', '赌博'],
      ['b.E.T!', 'bet'],
    ] as const) {
      const { code, data } = await comment(content);
      expect([code, data]).toEqual([422, [{ field: 'content', message: `内容包含不允许的词语：${word}` }]]);
    }
    expect((await comment('better')).code).toBe(200);
  });

  it('hold a comment, which a moderator releases; whom it concerns is told then', async () => {
    await mintWord(tenant, '中奖', 'review');
    const other = await mintPerson(tenant, { userName: '王评论' });
    const { held } = await ok(other, 'POST /community/auth/post/comment/save', {
      subjectId: postId,
      content: '你中奖了',
    });
    expect(held).toBe(true);
    const { list } = await ok(moderator, QUEUE);
    expect(list).toMatchObject([
      { subjectType: 'comment', source: 'wordFilter', detail: '中奖', subjectState: 'review' },
    ]);
    expect(await noticesOf(author)).toEqual([]);
    await ok(moderator, DECIDE, { caseId: list[0]!.id, action: 'restore', reason });
    expect(await noticesOf(author)).toMatchObject([{ kind: 'commented', detail: { userName: '王评论' } }]);
    expect((await noticesOf(other)).map(({ kind }) => kind)).toEqual(['moderated']);
  });

  it('are kept by administrators: one per line, changed when they are given again, at least one letter', async () => {
    const save = (words: string, action: 'reject' | 'review') =>
      call(admin, 'POST /community/auth/word/save', { words, action });
    expect((await save('赌博\n\n Free  Lunch \n赌博', 'reject')).data).toEqual({ added: 2 });
    expect((await save('赌博', 'review')).data).toEqual({ added: 0 });
    for (const wrong of ['', '!!!', '长'.repeat(51)]) expect((await save(wrong, 'reject')).code).toBe(422);
    const list = await ok(admin, 'GET /community/auth/word/list');
    expect(list.map(({ word, action }) => [word, action])).toEqual([
      ['free lunch', 'reject'],
      ['赌博', 'review'],
    ]);
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    const id = list[0]!.id;
    expect((await call(stranger, 'DELETE /community/auth/word/delete', { id })).code).toBe(404);
    await ok(admin, 'DELETE /community/auth/word/delete', { id });
    expect(await ok(admin, 'GET /community/auth/word/list')).toHaveLength(1);
    expect((await call(moderator, 'GET /community/auth/word/list')).code).toBe(403);
  });
});

describe('administration', () => {
  it('appoints moderators and ends appointments, which takes effect at once', async () => {
    const { userId } = reporter;
    await ok(admin, 'PUT /community/auth/moderator/save', { userId, on: true });
    await ok(admin, 'PUT /community/auth/moderator/save', { userId, on: true });
    expect((await ok(admin, 'GET /community/auth/moderator/list')).map((each) => each.userId)).toEqual([
      moderator.userId,
      userId,
    ]);
    expect((await call(reporter, QUEUE)).code).toBe(200);
    await ok(admin, 'PUT /community/auth/moderator/save', { userId, on: false });
    expect((await call(reporter, QUEUE)).code).toBe(403);
    const foreign = (await mintPerson(await mintTenant())).userId;
    expect((await call(admin, 'PUT /community/auth/moderator/save', { userId: foreign, on: true })).code).toBe(404);
    expect((await call(moderator, 'PUT /community/auth/moderator/save', { userId, on: true })).code).toBe(403);
    expect(await audited('community.moderator.save')).toBe(2);
  });

  it('changes the rules, which have defaults', async () => {
    const rules = await ok(admin, 'GET /community/auth/setting/view');
    expect(rules).toMatchObject({ isPublic: false, newMemberDays: 3, acceptedPoints: 5 });
    await ok(admin, 'PUT /community/auth/setting/save', { ...rules, isPublic: true, acceptedPoints: 7 });
    expect(await ok(admin, 'GET /community/auth/setting/view')).toEqual({
      ...rules,
      isPublic: true,
      acceptedPoints: 7,
      revision: rules.revision + 1,
    });
    expect((await call(admin, 'PUT /community/auth/setting/save', { ...rules, dailyPosts: 0 })).code).toBe(422);
    expect((await call(moderator, 'GET /community/auth/setting/view')).code).toBe(403);
  });
});
