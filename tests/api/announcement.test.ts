import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { announcement, announcementAttachment, announcementUserRecord } from '#src/server/announcement/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintAnnouncement } from '../factories/announcement.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const MINE = 'POST /user/auth/announcement/user/record/page';
const VIEW = 'GET /user/auth/announcement/user/record/view';
const READ = 'PUT /user/auth/announcement/user/record/batch/read';
const READ_ALL = 'PUT /user/auth/announcement/user/record/all/read';
const DELETE = 'DELETE /user/auth/announcement/user/record/batch/delete';
const ADMIRE = 'PUT /user/auth/announcement/user/record/update/admire';

let tenant: TestTenant;
let me: TestPerson;
let colleague: TestPerson;
/** Oldest first. */
let ids: string[];
let foreign: string;
let coming: string;

beforeEach(async () => {
  tenant = await mintTenant();
  const other = await mintTenant();
  me = await mintPerson(tenant);
  colleague = await mintPerson(tenant);
  ids = [await mintAnnouncement(tenant), await mintAnnouncement(tenant), await mintAnnouncement(tenant)];
  foreign = await mintAnnouncement(other);
  coming = await mintAnnouncement(tenant, { publishedAt: new Date(Date.now() + 86_400_000) });
  await mintAnnouncement(tenant, { published: false });
});

const unread = async (person: TestPerson) =>
  (await ok(person, 'POST /user/auth/announcement/user/record/wait/read/count')).count;
const read = async (person: TestPerson) =>
  (await ok(person, 'POST /user/auth/announcement/user/record/read/count')).count;
const listed = async (person: TestPerson, input = {}) => (await ok(person, MINE, input)).list.map(({ id }) => id);

/** Attaches files to an announcement in this order. */
async function attach(where: TestTenant, announcementId: string, files: [name: string, 'public' | 'member'][]) {
  return withTenant(where.id, async (db) => {
    const made: string[] = [];
    for (const [sort, [fileName, visibility]] of files.entries()) {
      const id = randomUUID();
      await db.insert(file).values({
        ...{ enterpriseId: where.id, id, storeKey: id, sha256: id, fileName, visibility },
        ...{ contentType: 'application/pdf', fileSize: 1_234 },
      });
      await db.insert(announcementAttachment).values({ enterpriseId: where.id, announcementId, fileId: id, sort });
      made.push(id);
    }
    return made;
  });
}

describe('announcements for everybody', () => {
  it('lists published announcements, newest first', async () => {
    const page = await ok(tenant.anonymous, 'POST /user/api/announcement/page');
    expect(page).toMatchObject({ totalCount: 3, pageSize: 10 });
    expect(page.list.map(({ id }) => id)).toEqual([...ids].reverse());
  });

  it('returns one as HTML, and 404 for foreign, future and unknown ones', async () => {
    const view = 'GET /user/api/announcement/view';
    expect((await ok(tenant.anonymous, view, { id: ids[0]! })).bodyHtml).toContain('<strong>要点</strong>');
    for (const id of [foreign, coming, randomUUID()])
      expect((await call(tenant.anonymous, view, { id })).code).toBe(404);
    expect((await call(tenant.anonymous, view, { id: 'x' })).code).toBe(422);
  });

  it('escapes HTML in Markdown', async () => {
    const id = await mintAnnouncement(tenant, { body: '<script>alert(1)</script> [x](javascript:alert(1))' });
    const { bodyHtml } = await ok(tenant.anonymous, 'GET /user/api/announcement/view', { id });
    expect(bodyHtml).not.toMatch(/<script|href="javascript/);
  });

  it('sanitises HTML of editors and makes tables scrollable', async () => {
    const body =
      '<h1>A</h1><p onclick="x()">b<img src=x onerror=x()></p><table><tr><td style="text-align:right">1</td></tr></table>';
    const id = await mintAnnouncement(tenant, { body });
    const { bodyHtml } = await ok(tenant.anonymous, 'GET /user/api/announcement/view', { id });
    expect(bodyHtml).toBe(
      '<h2>A</h2><p>b</p><div class="table-scroll" role="group" tabindex="0"><table><tr><td class="align-end">1</td></tr></table></div>',
    );
  });

  it('returns the public attachments in their order', async () => {
    const files = await attach(tenant, ids[0]!, [
      ['方案.pdf', 'public'],
      ['照片.webp', 'public'],
      ['内部.pdf', 'member'],
    ]);
    const { attachments } = await ok(tenant.anonymous, 'GET /user/api/announcement/view', { id: ids[0]! });
    expect(attachments).toEqual([
      { fileName: '方案.pdf', fileSize: 1_234, contentType: 'application/pdf', url: `/media/${files[0]!}` },
      { fileName: '照片.webp', fileSize: 1_234, contentType: 'application/pdf', url: `/media/${files[1]!}` },
    ]);
    expect((await ok(me, VIEW, { id: ids[0]! })).attachments).toHaveLength(2);
    expect((await ok(me, VIEW, { id: ids[1]! })).attachments).toEqual([]);
  });

  it('returns the next newer and older one, also with equal times', async () => {
    const view = async (id: string) => {
      const { previous, next } = await ok(tenant.anonymous, 'GET /user/api/announcement/view', { id });
      return [previous?.id ?? null, next?.id ?? null];
    };
    const [oldest, middle, newest] = ids as [string, string, string];
    expect([await view(newest), await view(middle), await view(oldest)]).toEqual([
      [null, middle],
      [newest, oldest],
      [middle, null],
    ]);
    const publishedAt = new Date(Date.UTC(2020, 0, 1));
    for (let i = 0; i < 3; i++) await mintAnnouncement(tenant, { publishedAt });
    const { list } = await ok(tenant.anonymous, 'POST /user/api/announcement/page', {});
    for (const [i, { id }] of list.entries())
      expect(await view(id)).toEqual([list[i - 1]?.id ?? null, list[i + 1]?.id ?? null]);
  });

  it('returns the numbers of likes and comments', async () => {
    await ok(me, ADMIRE, { id: ids[2]! });
    const said = { subjectId: ids[2]!, content: '好' };
    const { comment } = await ok(me, 'POST /user/auth/announcement/comment/save', said);
    await ok(me, 'POST /user/auth/announcement/comment/reply/save', { commentId: comment.id, content: '补充' });
    const counts = { admireCount: 1, commentCount: 2 };
    expect((await ok(tenant.anonymous, 'POST /user/api/announcement/page')).list[0]).toMatchObject(counts);
    expect(await ok(tenant.anonymous, 'GET /user/api/announcement/view', { id: ids[2]! })).toMatchObject(counts);
    expect((await ok(colleague, MINE)).list[0]).toMatchObject({ ...counts, read: false, admired: false });
    expect((await ok(me, MINE)).list[0]).toMatchObject({ ...counts, admired: true });
  });
});

describe('my announcements', () => {
  it('are marked as read when viewed, for this user only', async () => {
    expect([await unread(me), await read(me)]).toEqual([3, 0]);
    expect(await ok(me, VIEW, { id: ids[1]! })).toMatchObject({ read: true, admired: false });
    expect([await unread(me), await read(me)]).toEqual([2, 1]);
    expect(await unread(colleague)).toBe(3);
    expect(await listed(me, { read: true })).toEqual([ids[1]]);
    expect(await listed(me, { read: false })).toEqual([ids[2], ids[0]]);
  });

  it('are all marked as read by a mark instead of a record each; later ones and likes and deletions stay', async () => {
    await ok(me, VIEW, { id: ids[0]! });
    await ok(me, ADMIRE, { id: ids[1]! });
    await ok(me, DELETE, [ids[2]!]);
    const until = new Date().toISOString();
    expect(await ok(me, READ_ALL, { until })).toEqual({ count: 1 });
    expect(await ok(me, READ_ALL, { until })).toEqual({ count: 0 });
    const records = await withTenant(tenant.id, (db) =>
      db.select({ id: announcementUserRecord.announcementId }).from(announcementUserRecord),
    );
    expect(records.map(({ id }) => id).toSorted()).toEqual([ids[1], ids[2]].toSorted());
    expect([await unread(me), await read(me), await unread(colleague)]).toEqual([0, 2, 3]);
    expect(await listed(me, { read: true })).toEqual([ids[1], ids[0]]);
    expect((await ok(me, MINE)).list.map((each) => each.read)).toEqual([true, true]);
    expect((await ok(me, 'GET /data/auth/user/home/view')).announcements.map((each) => each.read)).toEqual([
      true,
      true,
    ]);

    const later = await mintAnnouncement(tenant);
    expect([await unread(me), await read(me)], 'created later, with an earlier date').toEqual([1, 2]);
    expect(await listed(me, { read: false })).toEqual([later]);
    expect(await ok(me, READ_ALL, { until }), 'an earlier mark that covers it by its date only').toEqual({ count: 1 });
    expect([await unread(me), await read(me)]).toEqual([0, 3]);
  });

  it('a mark in the future does not cover announcements to come', async () => {
    await ok(me, READ_ALL, { until: new Date(Date.now() + 864_000_000).toISOString() });
    await withTenant(tenant.id, (db) =>
      db.update(announcement).set({ publishedAt: new Date() }).where(eq(announcement.id, coming)),
    );
    expect([await unread(me), await listed(me, { read: false })]).toEqual([1, [coming]]);
  });

  it('are not marked as read by a prefetch', async () => {
    expect(await ok(me, VIEW, { id: ids[1]!, peek: '1' })).toMatchObject({ read: false });
    expect([await unread(me), await read(me)]).toEqual([3, 0]);
    expect((await call(me, VIEW, { id: ids[1]!, peek: 'yes' as '1' })).code).toBe(422);
  });

  it('have a page size of five', async () => {
    for (let i = 0; i < 3; i++) await mintAnnouncement(tenant);
    expect(await ok(me, MINE)).toMatchObject({ pageSize: 5, totalCount: 6, totalPage: 2, list: { length: 5 } });
    expect(await listed(me, { pageCurrent: 2 })).toEqual([ids[0]]);
  });

  it('are marked as read and deleted in batches, for this user only', async () => {
    expect(await ok(me, READ, [ids[0]!, ids[1]!])).toEqual({ count: 2 });
    expect(await ok(me, DELETE, [ids[1]!, ids[2]!])).toEqual({ count: 2 });
    expect(await listed(me)).toEqual([ids[0]]);
    expect([await unread(me), await read(me)]).toEqual([0, 1]);
    expect(await listed(colleague)).toEqual([...ids].reverse());
    // Idempotent.
    await ok(me, DELETE, [ids[1]!]);
    expect(await listed(me)).toEqual([ids[0]]);
  });

  it('are all marked as read up to a time, for this user only', async () => {
    await ok(me, DELETE, [ids[0]!]);
    await ok(me, VIEW, { id: ids[1]! });
    const until = new Date(Date.now() - 60_000).toISOString();
    const later = await mintAnnouncement(tenant, { publishedAt: new Date() });
    expect(await ok(me, READ_ALL, { until })).toEqual({ count: 1 });
    expect([await unread(me), await read(me)]).toEqual([1, 2]);
    expect(await listed(me, { read: false })).toEqual([later]);
    expect(await unread(colleague)).toBe(4);
    expect(await ok(me, READ_ALL, { until })).toEqual({ count: 0 });
    // A later time does not mark future announcements as read.
    expect(await ok(me, READ_ALL, { until: '2999-01-01T00:00:00Z' })).toEqual({ count: 1 });
    expect(await unread(me)).toBe(0);
    const records = await withTenant(tenant.id, (db) =>
      db
        .select()
        .from(announcementUserRecord)
        .where(inArray(announcementUserRecord.announcementId, [coming, foreign])),
    );
    expect(records).toEqual([]);
    for (const wrong of ['yesterday', '']) expect((await call(me, READ_ALL, { until: wrong })).code).toBe(422);
  });

  it('ignore unknown ids, and require a selection', async () => {
    expect(await ok(me, READ, [foreign, coming, randomUUID()])).toEqual({ count: 0 });
    for (const operation of [READ, DELETE] as const) {
      const empty = await call(me, operation, []);
      expect(empty).toMatchObject({ code: 422, msg: '请选择公告', data: [{ field: '', message: '请选择公告' }] });
    }
    expect(await call({ ...me, locale: 'en' }, READ, {} as never)).toMatchObject({
      msg: 'Please select announcements',
    });
    expect((await call(me, READ, ['not-an-id'])).code).toBe(422);
    expect((await call(me, VIEW, { id: foreign })).code).toBe(404);
  });

  it('can be liked, and the like removed', async () => {
    expect(await ok(me, ADMIRE, { id: ids[0]! })).toEqual({ admired: true, admireCount: 1 });
    expect(await ok(colleague, ADMIRE, { id: ids[0]! })).toEqual({ admired: true, admireCount: 2 });
    expect(await ok(me, VIEW, { id: ids[0]! })).toMatchObject({ admired: true, admireCount: 2 });
    expect(await ok(me, ADMIRE, { id: ids[0]! })).toEqual({ admired: false, admireCount: 1 });
    for (const id of [foreign, coming]) expect((await call(me, ADMIRE, { id })).code).toBe(404);
  });

  it('can be liked with the id in the query, as existing clients send it', async () => {
    const answer = await portal.request(
      `http://${me.host}/gateway/user/auth/announcement/user/record/update/admire?id=${ids[0]!}`,
      {
        method: 'PUT',
        headers: { host: me.host, authorization: `Bearer ${me.token}`, cookie: companionCookie(me.token) },
      },
    );
    expect(await answer.json()).toMatchObject({ code: 200, data: { admired: true } });
  });

  it('are not marked as read by a like', async () => {
    await ok(me, ADMIRE, { id: ids[0]! });
    expect(await unread(me)).toBe(3);
  });
});
