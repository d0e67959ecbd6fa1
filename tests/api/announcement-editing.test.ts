import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { remindReadersJob } from '#src/server/jobs/remind-readers.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { announcementDraft, publishedAnnouncement } from '../factories/announcement-draft.ts';
import { mintMedia } from '../factories/media.ts';
import { mintDepartment } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let admin: TestPerson;
let member: TestPerson;
let other: TestPerson;
let departmentId: string;

beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  member = await mintPerson(tenant);
  other = await mintPerson(tenant);
  departmentId = await mintDepartment(tenant, 'Workshop');
});

const rule = (given = {}) => ({
  ...{ excluded: false, departmentId: null, withBelow: true, positionId: null, joinedSince: null },
  ...given,
});
const toMember = () => ({ restricted: true, people: [{ userId: member.userId, excluded: false }] });
const view = (who: TestPerson, id: string) => call(who, 'GET /user/auth/announcement/user/record/view', { id });
const unread = async (who: TestPerson) =>
  (await ok(who, 'POST /user/auth/announcement/user/record/wait/read/count')).count;
const listed = async (who: TestPerson) =>
  (await ok(who, 'POST /user/auth/announcement/user/record/page', {})).list.map(({ id }) => id);
const onDashboard = async (who: TestPerson) =>
  (await ok(who, 'GET /data/auth/user/home/view')).announcements.map(({ id }) => id);
const change = (id: string, action: 'withdraw' | 'delete' | 'restore') =>
  ok(admin, 'POST /system/auth/content/change', { kind: 'announcement', ids: [id], action });
const move = (who: TestPerson, to: string | null) =>
  withTenant(tenant.id, (db) =>
    db.execute(
      sql`update enterprise_user set department_id = ${to} where enterprise_id = ${tenant.id} and user_id = ${who.userId}`,
    ),
  );

describe('the life of an announcement', () => {
  it('is seen when it is published, keeps what is published while it is changed, is withdrawn, deleted and restored', async () => {
    const document = announcementDraft();
    const made = await ok(admin, 'POST /system/auth/content/save', { kind: 'announcement', document, revision: 0 });
    expect((await view(member, made.id)).code).toBe(404);
    const { revision } = await ok(admin, 'POST /system/auth/content/publish', { kind: 'announcement', ...made });
    expect(await view(member, made.id)).toMatchObject({
      code: 200,
      data: { title: 'Fire drill', bodyHtml: '<p>Meet in the yard.</p>', toConfirm: false },
    });
    const draft = {
      kind: 'announcement' as const,
      id: made.id,
      revision,
      document: announcementDraft({ title: 'Later' }),
    };
    await ok(admin, 'POST /system/auth/content/save', draft);
    expect(await view(member, made.id)).toMatchObject({ data: { title: 'Fire drill' } });
    await change(made.id, 'withdraw');
    expect((await view(member, made.id)).code).toBe(404);
    await change(made.id, 'delete');
    await change(made.id, 'restore');
    const item = await ok(admin, 'GET /system/auth/content/view', { kind: 'announcement', id: made.id });
    expect(item).toMatchObject({ state: 'withdrawn', hasDraft: true, document: { title: 'Later' } });
    await ok(admin, 'POST /system/auth/content/publish', {
      ...{ kind: 'announcement', id: made.id, revision: item.revision },
    });
    expect(await view(member, made.id)).toMatchObject({ data: { title: 'Later' } });
  });

  it('says what is wrong at its fields', async () => {
    const far = announcementDraft({
      ...{ title: ' ', body: '<p></p>', publishedAt: '2100-01-01T00:00:00.000Z', restricted: true },
      ...{ coverFileId: departmentId, rules: [rule({ excluded: true, positionId: departmentId })] },
    });
    const made = await ok(admin, 'POST /system/auth/content/save', {
      kind: 'announcement',
      document: far,
      revision: 0,
    });
    const refused = await call(admin, 'POST /system/auth/content/publish', { kind: 'announcement', ...made });
    expect((refused.data as unknown as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      ...['body', 'coverFileId', 'publishedAt', 'rules', 'rules.0.positionId', 'title'],
    ]);
  });

  it('shows its attachments: public ones to everybody, others to its audience only', async () => {
    const [one, internal] = [await mintMedia(tenant, 'document'), await mintMedia(tenant, 'document')];
    const open = (await ok(admin, 'PUT /data/auth/media/publish', { ids: [one] })).ids[0]!;
    const attachments = [open, internal].map((fileId) => ({ fileId, fileName: 'Plan' }));
    const document = announcementDraft({ attachments });
    const made = await ok(admin, 'POST /system/auth/content/save', { kind: 'announcement', document, revision: 0 });
    const refused = await call(admin, 'POST /system/auth/content/publish', { kind: 'announcement', ...made });
    expect((refused.data as unknown as { field: string }[]).map(({ field }) => field)).toEqual(['attachments.1']);
    const { id } = await publishedAnnouncement(admin, { attachments, ...toMember() });
    const shown = await ok(member, 'GET /user/auth/announcement/user/record/view', { id });
    expect(shown.attachments.map(({ url }) => url)).toEqual([
      `/media/${open}`,
      expect.stringMatching(new RegExp(`^/media/${internal}\\?expires=\\d+&signature=`)),
    ]);
    expect(shown.attachments[0]!.fileSize).toBeGreaterThan(0);
    expect((await view(other, id)).code).toBe(404);
  });

  it('stands above newer ones when it is pinned', async () => {
    const pinned = await publishedAnnouncement(admin, { pinned: true });
    const newer = await publishedAnnouncement(admin);
    expect(await listed(member)).toEqual([pinned.id, newer.id]);
    expect(await onDashboard(member)).toEqual([pinned.id, newer.id]);
  });
});

describe('an audience', () => {
  it('alone sees the announcement, everywhere', async () => {
    const { id } = await publishedAnnouncement(admin, toMember());
    expect([await listed(member), await onDashboard(member), await unread(member)]).toEqual([[id], [id], 1]);
    expect([await listed(other), await onDashboard(other), await unread(other)]).toEqual([[], [], 0]);
    expect((await view(other, id)).code).toBe(404);
    const visitor = { host: tenant.host };
    expect((await call(visitor, 'GET /user/api/announcement/view', { id })).code).toBe(404);
    expect((await ok(visitor, 'POST /user/api/announcement/page', {})).list).toEqual([]);
    // What is kept for all does not depend on who has asked first.
    expect((await ok(member, 'POST /user/api/announcement/page', {})).list).toEqual([]);
    expect((await call(other, 'POST /user/auth/announcement/comment/page', { subjectId: id })).code).toBe(404);
    expect((await call(other, 'PUT /user/auth/announcement/user/record/update/admire', { id })).code).toBe(404);
    expect((await ok(other, 'PUT /user/auth/announcement/user/record/batch/read', [id])).count).toBe(0);
    await ok(member, 'PUT /user/auth/announcement/user/record/batch/read', [id]);
    expect(await unread(member)).toBe(0);
  });

  it('follows members who move, leave, and departments', async () => {
    const { id } = await publishedAnnouncement(admin, { restricted: true, rules: [rule({ departmentId })] });
    expect((await view(member, id)).code).toBe(404);
    await move(member, departmentId);
    expect(await unread(member)).toBe(1);
    await move(member, null);
    expect([await unread(member), (await view(member, id)).code]).toEqual([0, 404]);
    await move(member, departmentId);
    await withTenant(tenant.id, (db) =>
      db.execute(
        sql`update department set closed_at = now() where enterprise_id = ${tenant.id} and id = ${departmentId}`,
      ),
    );
    expect(await unread(member)).toBe(0);
  });

  it('can be changed to everybody and back', async () => {
    const { id, revision } = await publishedAnnouncement(admin, toMember());
    const publish = async (document: ReturnType<typeof announcementDraft>, on: number) => {
      const saved = await ok(admin, 'POST /system/auth/content/save', {
        kind: 'announcement',
        id,
        document,
        revision: on,
      });
      return ok(admin, 'POST /system/auth/content/publish', { kind: 'announcement', ...saved });
    };
    const open = await publish(announcementDraft(), revision);
    expect(await unread(other)).toBe(1);
    await publish(announcementDraft(toMember()), open.revision);
    expect([await unread(other), await unread(member)]).toEqual([0, 1]);
  });

  it('does not consist of people of another enterprise', async () => {
    const stranger = await mintPerson(await mintTenant());
    const document = announcementDraft({ restricted: true, people: [{ userId: stranger.userId, excluded: false }] });
    const made = await ok(admin, 'POST /system/auth/content/save', { kind: 'announcement', document, revision: 0 });
    const refused = await call(admin, 'POST /system/auth/content/publish', { kind: 'announcement', ...made });
    expect(refused.data).toMatchObject([{ field: 'people' }]);
  });
});

describe('what must be read', () => {
  const total = (id: string) => ok(admin, 'GET /system/auth/announcement/receipt/total', { id });
  const states = async (id: string) =>
    Object.fromEntries(
      (await ok(admin, 'POST /system/auth/announcement/receipt/page', { id })).list.map((each) => [
        each.userId,
        each.state,
      ]),
    );

  it('is confirmed once, and others are reminded', async () => {
    const people = [member, other].map(({ userId }) => ({ userId, excluded: false }));
    const { id } = await publishedAnnouncement(admin, { mustRead: true, restricted: true, people });
    expect(await view(member, id)).toMatchObject({ data: { toConfirm: true, confirmedAt: null } });
    expect(await states(id)).toEqual({ [member.userId]: 'seen', [other.userId]: 'none' });
    const first = await ok(member, 'PUT /user/auth/announcement/user/record/confirm', { id });
    expect(await ok(member, 'PUT /user/auth/announcement/user/record/confirm', { id })).toEqual(first);
    expect(await view(member, id)).toMatchObject({ data: { toConfirm: false, ...first } });
    expect(await ok(admin, 'POST /system/auth/announcement/receipt/remind', { id })).toEqual({ count: 1 });
    const job = { enterpriseId: tenant.id, announcementId: id, at: new Date().toISOString() };
    await remindReadersJob(job);
    await remindReadersJob(job);
    expect(await total(id)).toMatchObject({ confirmed: 1, seen: 0, reminded: 1, none: 0 });
    const notices = await ok(other, 'POST /user/auth/notice/page', {});
    expect(notices.list).toMatchObject([
      { kind: 'announcement', path: `/info/${id}`, detail: { title: 'Fire drill' } },
    ]);
    expect((await ok(member, 'POST /user/auth/notice/page', {})).list).toEqual([]);
  });

  it('is not seen by marking all as read', async () => {
    const { id } = await publishedAnnouncement(admin, { mustRead: true });
    await ok(member, 'PUT /user/auth/announcement/user/record/all/read', { until: new Date().toISOString() });
    expect((await states(id))[member.userId]).toBe('none');
    expect(await view(member, id)).toMatchObject({ data: { toConfirm: true } });
    expect((await states(id))[member.userId]).toBe('seen');
  });

  it('is confirmed by nobody when it must not be read any more: who has has seen it', async () => {
    const { id } = await publishedAnnouncement(admin, { mustRead: true });
    await view(member, id);
    await ok(member, 'PUT /user/auth/announcement/user/record/confirm', { id });
    expect((await states(id))[member.userId]).toBe('confirmed');
    await withTenant(tenant.id, (db) =>
      db.execute(sql`update announcement set must_read = false where enterprise_id = ${tenant.id} and id = ${id}`),
    );
    const { list } = await ok(admin, 'POST /system/auth/announcement/receipt/page', { id, state: 'seen' });
    expect(list).toMatchObject([{ userId: member.userId, state: 'seen', confirmedAt: null }]);
    expect(await total(id)).toMatchObject({ mustRead: false, confirmed: 0, seen: 1 });
  });

  it('is asked for by no other announcement', async () => {
    const { id } = await publishedAnnouncement(admin);
    expect((await call(member, 'PUT /user/auth/announcement/user/record/confirm', { id })).code).toBe(404);
  });
});
