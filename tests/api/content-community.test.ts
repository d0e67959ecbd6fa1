import { rm } from 'node:fs/promises';
import { and, asc, eq, isNotNull, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RichDocument } from '#src/contract/rich-document.ts';
import { renderDocument } from '#src/server/core/rich-document/render-document.ts';
import { importPack } from '#src/server/content/import-pack.ts';
import { PackError } from '#src/server/pack/pack-refused.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { comment, subjectTotal } from '#src/server/community/tables/comment.ts';
import { course } from '#src/server/course/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { communityModerator, communitySetting, filteredWord } from '#src/server/community/tables/moderation.ts';
import { label, post, postFollow, postLabel, postVersion, postVote } from '#src/server/community/tables/post.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { copyDemoPack, editPack } from '../factories/demo-pack.ts';

const NOW = new Date('2026-05-10T03:00:00Z');
const DAY = 86_400_000;
const folders: string[] = [];

const COMMUNITY = `settings: { isPublic: true, acceptedPoints: 3 }
moderators: ['13800000002']
filteredWords:
  - { word: ＣＡＳＩＮＯ, action: reject }
labels:
  - { code: safety, name: { zh: 安全, en: Safety }, description: Safe work, color: red }
  - { code: quality, name: Quality }
blogs:
  - code: pump-care
    phone: '13800000006'
    at: -20d9h
    title: Care for the coolant pump
    labels: [quality, safety]
    cover: media/sheet-5s.webp
    body: |
      ## Every week

      - check the **level**

      ![The sheet](media/sheet-ppe.webp)
    votes: ['13800000001', '13800000005']
    follows: ['13800000001']
    comments:
      - phone: '13800000010'
        at: -19d9h
        text: We do.
        replies:
          - { phone: '13800000006', at: -19d10h, to: '13800000010', text: Good. }
questions:
  - code: smell
    phone: '13800000001'
    at: -10d9h
    title: Why does the coolant smell?
    labels: [quality]
    course: equipment-inspection
    anonymous: true
    locked: true
    body: Since Monday. $$c < 5$$
    follows: ['13800000010']
    answers:
      - { code: smell-1, phone: '13800000010', at: -9d9h, body: Wait. }
      - code: smell-2
        phone: '13800000006'
        at: -9d10h
        accepted: true
        body: Bacteria. Skim the oil.
        votes: ['13800000001']
        comments: [{ phone: '13800000001', at: -8d9h, text: It worked. }]
  - code: smell-again
    phone: '13800000005'
    at: -3d9h
    title: Coolant smells, what now?
    labels: [quality]
    duplicateOf: smell
    body: See title.
`;

/** Copies the demo pack with the community of this test. */
const copyPack = async () => (await copyDemoPack('huaxin', { 'community.yaml': COMMUNITY })).folder;
const editCommunity = (folder: string, from: string | RegExp, to: string) =>
  editPack(folder, 'community.yaml', (text) => text.replace(from, to));

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const phoneOf = async (userId: string) =>
  (await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.id, userId))))[0]!.phone!.slice(-5);
const postsOf = (enterpriseId: string) =>
  withTenant(enterpriseId, async (db) => {
    const rows = await db.select().from(post).where(isNotNull(post.code)).orderBy(asc(post.code));
    return Object.fromEntries(rows.map((row) => [row.code!, row]));
  });
const versionsOf = (enterpriseId: string, postId: string) =>
  withTenant(enterpriseId, (db) =>
    db.select().from(postVersion).where(eq(postVersion.postId, postId)).orderBy(asc(postVersion.revision)),
  );

describe('import of a community', () => {
  let folder: string;
  let id: string;
  beforeAll(async () => {
    folder = await copyPack();
    ({ enterpriseId: id } = await importPack(folder, { password: null, now: NOW }));
  });

  it('writes rules, moderators, filtered words and labels', async () => {
    await withTenant(id, async (db) => {
      expect(await db.select().from(communitySetting)).toMatchObject([
        { isPublic: true, allowAnonymous: true, acceptedPoints: '3.00', acceptedPointsPerDay: '20.00' },
      ]);
      const [moderator] = await db.select().from(communityModerator);
      expect([await phoneOf(moderator!.userId), await phoneOf(moderator!.appointedBy)]).toEqual(['00002', '00004']);
      expect(await db.select().from(filteredWord)).toMatchObject([{ word: 'casino', action: 'reject' }]);
      expect(await db.select().from(label).orderBy(label.sort)).toMatchObject([
        {
          ...{ code: 'safety', name: { zh: '安全', en: 'Safety' }, description: { zh: 'Safe work' }, color: 'red' },
          ...{ labelType: 3, postCount: 1, followerCount: 0, published: true },
        },
        { code: 'quality', name: { zh: 'Quality' }, color: 'blue', postCount: 3 },
      ]);
    });
  });

  it('writes blogs with pictures, votes, followers and comments', async () => {
    const { 'blog/pump-care': blog } = await postsOf(id);
    expect(blog).toMatchObject({
      ...{ kind: 'blog', title: 'Care for the coolant pump', state: 'published', revision: 1, editedAt: null },
      ...{ voteCount: 2, followerCount: 1, anonymous: false, lockedAt: null },
    });
    // Twenty days before the day of import, 09:00 in Shanghai.
    expect(blog!.publishedAt.toISOString()).toBe('2026-04-20T01:00:00.000Z');
    expect(blog!.plainText).toBe('Every week\ncheck the level\nThe sheet');
    await withTenant(id, async (db) => {
      const forMembers = and(eq(file.fileName, 'sheet-ppe.webp'), eq(file.visibility, 'member'));
      const [picture] = await db.select().from(file).where(forMembers);
      expect(renderDocument(blog!.body)).toContain(
        `<img src="/media/${picture!.id}" alt="The sheet" width="${picture!.width}" height="${picture!.height}"`,
      );
      const [cover] = await db.select().from(file).where(eq(file.id, blog!.coverFileId!));
      expect(cover).toMatchObject({ fileName: 'sheet-5s.webp', visibility: 'member' });
      const here = and(eq(comment.subjectType, 'post'), eq(comment.subjectId, blog!.id));
      const thread = await db.select().from(comment).where(here).orderBy(comment.gmtCreate);
      expect(thread.map(({ body, parentId }) => [body, parentId])).toEqual([
        ['We do.', null],
        ['Good.', thread[0]!.id],
      ]);
      expect(await db.select().from(subjectTotal).where(eq(subjectTotal.subjectId, blog!.id))).toMatchObject([
        { subjectType: 'post', commentCount: 2 },
      ]);
    });
    expect(await versionsOf(id, blog!.id)).toMatchObject([{ revision: 1, title: 'Care for the coolant pump' }]);
  });

  it('writes questions with answers, the accepted one, lock, subject and duplicate, without points', async () => {
    const posts = await postsOf(id);
    const [question, accepted] = [posts['question/smell']!, posts['answer/smell-2']!];
    await withTenant(id, async (db) => {
      const [subject] = await db.select().from(course).where(eq(course.code, 'equipment-inspection'));
      expect(question).toMatchObject({
        ...{ kind: 'question', anonymous: true, answerCount: 2, followerCount: 1, acceptedAnswerId: accepted.id },
        ...{ subjectType: 'course', subjectId: subject!.id, lockedAt: NOW },
      });
      expect(await db.$count(ledgerEntry, like(ledgerEntry.source, `%${accepted.id}%`))).toBe(0);
    });
    expect(question.plainText).toBe('Since Monday. c < 5');
    expect(accepted).toMatchObject({ kind: 'answer', title: null, questionId: question.id, voteCount: 1 });
    expect(posts['question/smell-again']).toMatchObject({ duplicateOf: question.id, answerCount: 0, lockedAt: null });
  });

  it('changes nothing when it is repeated, also on another day', async () => {
    const before = await postsOf(id);
    const again = await importPack(folder, { password: null, now: new Date(NOW.getTime() + 3_600_000) });
    expect(again).toMatchObject({ enterpriseId: id, created: 0, updated: 0, unpublished: 0 });
    await importPack(folder, { password: null, now: new Date(NOW.getTime() + 3 * DAY) });
    expect(await postsOf(id)).toEqual(before);
  });
});

describe('a community that has changed', () => {
  it('makes a new revision of a changed text, and keeps what members did', async () => {
    const folder = await copyPack();
    const { enterpriseId } = await importPack(folder, { password: null, now: NOW });
    const before = await postsOf(enterpriseId);
    // Members withdraw votes, reopen and move the question; an administrator changes the rules and dismisses a moderator.
    await withTenant(enterpriseId, async (db) => {
      await db.delete(postVote);
      await db.delete(postFollow);
      await db.update(post).set({ lockedAt: null, acceptedAnswerId: null }).where(eq(post.code, 'question/smell'));
      await db.update(communitySetting).set({ isPublic: false });
      await db.delete(communityModerator);
      await db.delete(filteredWord);
      const [safety] = await db.select().from(label).where(eq(label.code, 'safety'));
      await db.update(postLabel).set({ labelId: safety!.id }).where(eq(postLabel.postId, before['question/smell']!.id));
    });
    await editCommunity(folder, 'check the **level**', 'check the **level** and the filter');
    await editCommunity(folder, 'labels: [quality, safety]', 'labels: [safety]');
    const later = new Date(NOW.getTime() + DAY);
    expect(await importPack(folder, { password: null, now: later })).toMatchObject({ created: 0 });
    const after = await postsOf(enterpriseId);
    const blog = after['blog/pump-care']!;
    expect(blog).toMatchObject({ id: before['blog/pump-care']!.id, revision: 2, editedAt: later, voteCount: 0 });
    expect(blog.plainText).toContain('check the level and the filter');
    expect(blog.publishedAt).toEqual(before['blog/pump-care']!.publishedAt);
    expect((await versionsOf(enterpriseId, blog.id)).map(({ revision, plainText }) => [revision, plainText])).toEqual([
      [1, before['blog/pump-care']!.plainText],
      [2, blog.plainText],
    ]);
    expect(after['question/smell']).toMatchObject({ lockedAt: null, acceptedAnswerId: null, revision: 1 });
    await withTenant(enterpriseId, async (db) => {
      const labels = await db
        .select({ post: post.code, label: label.code })
        .from(postLabel)
        .innerJoin(post, eq(post.id, postLabel.postId))
        .innerJoin(label, eq(label.id, postLabel.labelId))
        .orderBy(post.code);
      expect(labels).toEqual([
        { post: 'blog/pump-care', label: 'safety' },
        { post: 'question/smell', label: 'safety' },
        { post: 'question/smell-again', label: 'quality' },
      ]);
      expect(await db.select().from(communitySetting)).toMatchObject([{ isPublic: false }]);
      expect(await db.$count(communityModerator)).toBe(0);
      expect(await db.$count(filteredWord)).toBe(0);
    });
  });

  it('does not overwrite the text that a member wrote, and says so', async () => {
    const folder = await copyPack();
    const { enterpriseId } = await importPack(folder, { password: null, now: NOW });
    const own: RichDocument = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Mine' }] }],
    };
    await withTenant(enterpriseId, (db) =>
      db.update(post).set({ body: own, plainText: 'Mine', revision: 2 }).where(eq(post.code, 'answer/smell-1')),
    );
    await editCommunity(folder, 'body: Wait.', 'body: Do not wait.');
    const lines: string[] = [];
    const done = await importPack(folder, { password: null, now: NOW, log: (line) => lines.push(line) });
    expect(done).toMatchObject({ created: 0, updated: 0 });
    expect(lines).toEqual(['answer/smell-1 was changed in the portal: its text is kept']);
    expect((await postsOf(enterpriseId))['answer/smell-1']).toMatchObject({ plainText: 'Mine', revision: 2 });
  });

  it('writes rules, moderators and words that the pack has changed, withdraws labels, and keeps posts', async () => {
    const folder = await copyPack();
    const { enterpriseId } = await importPack(folder, { password: null, now: NOW });
    await editPack(folder, 'community.yaml', (text) =>
      text
        .replace('isPublic: true', 'isPublic: false')
        .replace(/moderators: \['(\d+)0002'\]/, "moderators: ['$10010']")
        .replace('{ word: ＣＡＳＩＮＯ, action: reject }', '{ word: lottery, action: review }')
        .replace(/ {2}- \{ code: safety.*\n/, '')
        .replace('labels: [quality, safety]', 'labels: [quality]')
        .replace(/ {2}- code: smell-again[\s\S]*$/, ''),
    );
    await importPack(folder, { password: null, now: NOW });
    await withTenant(enterpriseId, async (db) => {
      expect(await db.select().from(communitySetting)).toMatchObject([{ isPublic: false }]);
      const moderators = await db.select().from(communityModerator);
      expect(await Promise.all(moderators.map(({ userId }) => phoneOf(userId)))).toEqual(['00010']);
      expect(await db.select().from(filteredWord)).toMatchObject([{ word: 'lottery', action: 'review' }]);
      expect(await db.select().from(label).where(eq(label.code, 'safety'))).toMatchObject([
        { published: false, postCount: 0 },
      ]);
    });
    expect((await postsOf(enterpriseId))['question/smell-again']).toMatchObject({ state: 'published' });
  });
});

describe('a community with mistakes', () => {
  it('is rejected with file and line, and nothing changes', async () => {
    const folder = await copyPack();
    await editPack(folder, 'community.yaml', (text) =>
      text
        .replace('color: red', 'color: crimson')
        .replace('labels: [quality, safety]', 'labels: [quality, safty]')
        .replace(/phone: '\d{6}00006'\n {4}at: -20d9h/, "phone: '13912345678'\n    at: -20d9h")
        .replace('media/sheet-ppe.webp', 'media/sheet-pe.webp')
        .replace('action: reject', 'action: rejekt')
        .replace('code: smell-1,', 'code: smell-1, accepted: true,')
        .replace('Since Monday.', 'See [x](page.html).')
        .replace('body: Bacteria.', "body: '![a](https://evil.example/a.png)'\n        # ")
        .replace('duplicateOf: smell\n', 'duplicateOf: smel\n    exam: no-such-exam\n')
        .replace('at: -8d9h, text: It worked.', 'at: -10d9h, text: It worked.'),
    );
    const error = await importPack(folder, { password: null, now: NOW }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PackError);
    expect((error as PackError).mistakes.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
      'community.yaml:4 "action" should be one of reject, review (did you mean "reject"?), but is "rejekt"',
      'community.yaml:6 "color" should be one of blue, cyan, green, lime, yellow, orange, red, pink, purple, gray, but is "crimson"',
      'community.yaml:10 there is no person "13912345678"',
      'community.yaml:13 there is no label "safty" (did you mean "safety"?)',
      'community.yaml:15 there is no file "media/sheet-pe.webp" (did you mean "media/sheet-ppe.webp"?)',
      'community.yaml:38 "body": the link "page.html" should be an http(s) or mailto address, or a path of the site',
      'community.yaml:45 only one answer can be accepted, and answer 1 already is',
      'community.yaml:46 "body": the picture "https://evil.example/a.png" should be a file of the pack, like "media/pump.webp"',
      'community.yaml:49 "at" should be later than the post, but is "-10d9h"',
      'community.yaml:55 there is no community question "smel" (did you mean "smell"?)',
      'community.yaml:56 there is no exam "no-such-exam"',
    ]);
  });

  it('has no votes for oneself, early answers, duplicates of each other and formulas that cannot be drawn', async () => {
    const folder = await copyPack();
    await editPack(folder, 'community.yaml', (text) =>
      text
        .replace(/at: -9d9h, body: Wait./, 'at: -11d9h, body: Wait.')
        .replace(/(votes: \['\d{6}0000)1(', '\d{6}0000)5/, '$16$26')
        .replace('c < 5', '\\frac{c}')
        .replace('course: equipment-inspection', 'duplicateOf: smell-again'),
    );
    const error = await importPack(folder, { password: null, now: NOW }).catch((thrown: unknown) => thrown);
    expect((error as PackError).mistakes.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '21 the author cannot vote for their own post',
      '21 names one person twice',
      '35 "duplicateOf" should name a question that is not a duplicate itself, but is "smell-again"',
      '38 "body": the formula "\\frac{c}" is not valid LaTeX',
      '41 "at" should be later than the question, but is "-11d9h"',
      '54 "duplicateOf" should name a question that is not a duplicate itself, but is "smell"',
    ]);
  });
});
