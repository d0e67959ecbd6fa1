import { and, eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#src/server/account/password/password.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { file } from '#src/server/file/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import { mintAnnouncement } from '../factories/announcement.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { pictureForm, uploadAs } from '../factories/upload.ts';

const VIEW = 'GET /user/auth/enterprise/user/info/current/view';
const UPDATE = 'PUT /user/auth/enterprise/user/info/update';
let tenant: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
});
beforeEach(async () => {
  person = await mintPerson(tenant, { userName: '李雷' });
});

async function picture(who: TestPerson, use: 'avatar' | 'logo' = 'avatar') {
  const bytes = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#1355a0' } })
    .png()
    .toBuffer();
  const { code, data } = await uploadAs(who, 'POST /system/auth/upload/pic', pictureForm(bytes, use));
  expect(code).toBe(200);
  return data;
}

const audited = (who: TestPerson) =>
  withTenant(tenant.id, (db) =>
    db
      .select({ action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.userId, who.userId), eq(auditLog.action, 'user.updated'))),
  );

describe('user info', () => {
  it('returns the fields of the settings with a masked phone number', async () => {
    expect(await ok(person, VIEW)).toMatchObject({
      email: null,
      phone: `${person.phone.slice(0, 3)}****${person.phone.slice(7)}`,
      hasPassword: false,
      passwordChangedAt: null,
    });
    const changed = new Date('2026-03-01T02:03:04Z');
    await withPortal(async (db) =>
      db
        .update(userAccount)
        .set({ passwordHash: await hashPassword('Study@2026'), passwordChangedAt: changed })
        .where(eq(userAccount.id, person.userId)),
    );
    const after = await ok(person, VIEW);
    expect(after).toMatchObject({ hasPassword: true, passwordChangedAt: '2026-03-01T02:03:04.000Z' });
    expect(JSON.stringify(after)).not.toContain(person.phone);
  });

  it('is returned for a user without a phone number', async () => {
    await withPortal((db) => db.update(userAccount).set({ phone: null }).where(eq(userAccount.id, person.userId)));
    expect(await ok(person, VIEW)).toMatchObject({ phone: null });
  });
});

describe('updating user info', () => {
  it('updates nickname, sex and e-mail address, and audits the change', async () => {
    const answer = await ok(person, UPDATE, { nickname: ' 小  李 ', sex: 2, email: 'mei@example.com' });
    expect(answer).toMatchObject({ userName: '李雷', nickname: '小 李', sex: 2, email: 'mei@example.com' });
    expect(await ok(person, VIEW)).toEqual(answer);
    expect(await audited(person)).toEqual([
      {
        action: 'user.updated',
        detail: { changed: ['nickname', 'sex', 'email'], nickname: { from: null, to: '小 李' } },
      },
    ]);
  });

  it('does not change absent fields, and audits only changes', async () => {
    await ok(person, UPDATE, { email: 'mei@example.com' });
    expect(await ok(person, UPDATE, { userName: '李雷', sex: 1, email: 'mei@example.com' })).toMatchObject({
      userName: '李雷',
      email: 'mei@example.com',
    });
    expect(await audited(person)).toHaveLength(1);
    expect(await ok(person, UPDATE, { email: '' })).toMatchObject({ email: null });
    expect(await ok(person, UPDATE, {})).toMatchObject({ userName: '李雷' });
    expect(await audited(person)).toHaveLength(2);
  });

  it.each([
    [{ userName: '  ' }, 'userName', '请输入姓名'],
    [{ userName: '长'.repeat(41) }, 'userName', '内容过长'],
    [{ userName: 'a\u202Etxt' }, 'userName', '填写不正确'],
    [{ userName: 'a\nb' }, 'userName', '填写不正确'],
    [{ nickname: 'a\u200bb' }, 'nickname', '填写不正确'],
    [{ nickname: '长'.repeat(41) }, 'nickname', '内容过长'],
    [{ sex: 3 }, 'sex', '填写不正确'],
    [{ email: 'nobody' }, 'email', '邮箱地址不正确'],
    [{ email: `${'a.'.repeat(120)}a@mail.example.com` }, 'email', '内容过长'],
    [{ headPortraitFileId: 'x' }, 'headPortraitFileId', '编号不正确'],
  ])('rejects %j at its field', async (input, field, message) => {
    expect(await call(person, UPDATE, input as never)).toMatchObject({ code: 422, data: [{ field, message }] });
    expect(await ok(person, VIEW)).toMatchObject({ userName: '李雷', sex: 1, email: null });
  });

  it('does not change fields that the enterprise maintains', async () => {
    await ok(person, UPDATE, { department: '董事会', post: '董事长', isAdmin: true, userType: 3, id: 'x' } as never);
    expect(await ok(person, VIEW)).toMatchObject({
      department: null,
      post: null,
      isAdmin: false,
      userType: 1,
      id: person.userId,
    });
  });

  it('changes this user only', async () => {
    const colleague = await mintPerson(tenant, { userName: '同事' });
    await ok(person, UPDATE, { nickname: '改名' });
    expect(await ok(colleague, VIEW)).toMatchObject({ userName: '同事', nickname: null });
    const names = await withTenant(tenant.id, (db) =>
      db.select().from(enterpriseUser).where(eq(enterpriseUser.nickname, '改名')),
    );
    expect(names).toHaveLength(1);
  });
});

describe('change of the real name', () => {
  const TODO = 'POST /user/auth/flow/instance/undo';
  const MINE = 'POST /user/auth/flow/instance/myInstance';
  const DECIDE = 'POST /user/auth/flow/instance/submitFlow';
  let admin: TestPerson;
  beforeEach(async () => {
    admin = await mintPerson(tenant, { userName: '王总管', isAdmin: true });
  });
  const waiting = async (who: TestPerson) => (await ok(who, MINE, { flowType: 'nameChange', state: 'pending' })).list;

  it('to the name of an administrator becomes a request', async () => {
    expect(await ok(person, UPDATE, { userName: '王总管' })).toMatchObject({ userName: '李雷' });
    expect(await ok(person, VIEW)).toMatchObject({ userName: '李雷' });
    const [request] = await waiting(person);
    expect(request).toMatchObject({ flowType: 'nameChange', title: '李雷 → 王总管', detail: { newName: '王总管' } });
    expect((await call(person, DECIDE, { id: request!.id, action: 'approve' })).code).toBe(403);
    await ok(admin, DECIDE, { id: request!.id, action: 'reject', comment: '不是本人姓名' });
    expect(await ok(person, VIEW)).toMatchObject({ userName: '李雷' });
  });

  it('takes effect when an administrator approves it', async () => {
    await ok(person, UPDATE, { userName: ' 李  磊 ', email: 'lei@example.com' });
    expect(await ok(person, VIEW)).toMatchObject({ userName: '李雷', email: 'lei@example.com' });
    const todo = await ok(admin, TODO, { flowType: 'nameChange', keyword: '李 磊' });
    expect(todo.list).toMatchObject([{ applicantName: '李雷', detail: { newName: '李 磊' } }]);
    const learner = await mintPerson(tenant);
    expect((await call(learner, DECIDE, { id: todo.list[0]!.id, action: 'approve' })).code).toBe(404);
    await ok(admin, DECIDE, { id: todo.list[0]!.id, action: 'approve' });
    expect(await ok(person, VIEW)).toMatchObject({ userName: '李 磊' });
    expect(await waiting(person)).toEqual([]);
    expect(await ok(learner, VIEW), 'other users').toMatchObject({ userName: '测试员' });
  });

  it('is idempotent for the same name, and rejected for another one while the first is pending', async () => {
    await ok(person, UPDATE, { userName: '李磊' });
    await ok(person, UPDATE, { userName: '李磊' });
    const other = await call(person, UPDATE, { userName: '李蕾', nickname: '小李' });
    expect(other).toMatchObject({ code: 409, data: [{ field: 'userName' }] });
    expect(await ok(person, VIEW), 'nothing is changed').toMatchObject({ nickname: null });
    const [request, ...more] = await waiting(person);
    expect(more).toEqual([]);
    await ok(person, 'POST /user/auth/flow/instance/withdraw', { id: request!.id });
    await ok(person, UPDATE, { userName: '李蕾' });
    expect(await waiting(person)).toMatchObject([{ detail: { newName: '李蕾' } }]);
  });

  it('is asked for five times a day, however many were withdrawn; what became no request does not count', async () => {
    const withdraw = async () =>
      ok(person, 'POST /user/auth/flow/instance/withdraw', { id: (await waiting(person))[0]!.id });
    for (let n = 1; n <= 5; n += 1) {
      await ok(person, UPDATE, { userName: `李磊${n}` });
      await ok(person, UPDATE, { userName: `李磊${n}`, email: `lei${n}@example.com` });
      expect((await call(person, UPDATE, { userName: '李蕾' })).code).toBe(409);
      await withdraw();
    }
    expect(await call(person, UPDATE, { userName: '李蕾', email: 'x@example.com' })).toMatchObject({
      code: 429,
      msg: '今天提交的姓名修改申请过多，请 24 小时后再试',
    });
    expect(await call({ ...person, locale: 'en' }, UPDATE, { userName: '李蕾' })).toMatchObject({
      code: 429,
      msg: 'You have requested too many name changes today. Please try again in 24 hours',
    });
    expect(await waiting(person)).toEqual([]);
    expect(await ok(person, UPDATE, { userName: '李雷', sex: 2 }), 'the rest of the profile is open').toMatchObject({
      sex: 2,
      email: 'lei5@example.com',
    });
  });

  it('of an administrator changes by another administrator', async () => {
    await ok(admin, UPDATE, { userName: '王董' });
    const [request] = await waiting(admin);
    expect((await call(admin, DECIDE, { id: request!.id, action: 'approve' })).code).toBe(403);
    const second = await mintPerson(tenant, { isAdmin: true });
    await ok(second, DECIDE, { id: request!.id, action: 'approve' });
    expect(await ok(admin, VIEW)).toMatchObject({ userName: '王董' });
  });
});

describe('the nickname', () => {
  it.each([
    ['an administrator', { isAdmin: true }],
    ['a lecturer', { userType: 2 }],
    ['an organisation account', { userType: 3 }],
  ])('is rejected when it equals the name of %s in any notation', async (who, role) => {
    const name = `Zoë ${who} 张`;
    const staff = await mintPerson(tenant, { userName: name, ...role });
    for (const nickname of [
      name,
      name.toUpperCase(),
      name.replaceAll(' ', ''),
      name.normalize('NFD'),
      `Ｚ${name.slice(1)}`,
      name.replace('张', '張'),
      name.replace('o', 'о'),
    ])
      expect(await call(person, UPDATE, { nickname }), nickname).toMatchObject({
        code: 409,
        data: [{ field: 'nickname' }],
      });
    expect(await ok(staff, UPDATE, { nickname: name }), 'their own name').toMatchObject({ nickname: name });
  });

  it('is not one under which the portal or the enterprise would seem to speak', async () => {
    const named = await mintTenant('华信制造');
    const learner = await mintPerson(named);
    for (const nickname of ['管理员', '管理員小王', 'аdmin', 'Official Support', '知行', '華信製造', '华信 制造'])
      expect(await call(learner, UPDATE, { nickname }), nickname).toMatchObject({
        code: 409,
        data: [{ field: 'nickname' }],
      });
    expect(await ok(learner, UPDATE, { nickname: 'Badminton' })).toMatchObject({ nickname: 'Badminton' });
  });

  it('can be the name of a learner or of a user of another enterprise, and can be removed', async () => {
    await mintPerson(tenant, { userName: '同学' });
    await mintPerson(await mintTenant(), { userName: '别家总管', isAdmin: true });
    for (const nickname of ['同学', '别家总管'])
      expect(await ok(person, UPDATE, { nickname })).toMatchObject({ nickname });
    expect(await ok(person, UPDATE, { nickname: '' })).toMatchObject({ nickname: null });
  });

  it('is shown with comments; approvals show the real name', async () => {
    const subjectId = await mintAnnouncement(tenant);
    await ok(person, UPDATE, { nickname: '小李飞刀' });
    const saved = await ok(person, 'POST /user/auth/announcement/comment/save', { subjectId, content: '好' });
    expect(saved.comment).toMatchObject({ userName: '小李飞刀' });
  });
});

describe('the picture', () => {
  it('is set, replaced and removed, and the old one is deleted', async () => {
    const first = await picture(person);
    expect(await ok(person, UPDATE, { headPortraitFileId: first.id })).toMatchObject({ headPortrait: first.url });
    expect(await ok(person, VIEW)).toMatchObject({ headPortrait: first.url, userName: '李雷' });
    const second = await picture(person);
    const [row] = await withTenant(tenant.id, (db) => db.select().from(file).where(eq(file.id, first.id)));
    expect(await (await fileStore()).exists(row!.storeKey)).toBe(true);
    expect(await ok(person, UPDATE, { headPortraitFileId: second.id })).toMatchObject({ headPortrait: second.url });
    const get = (url: string) => portal.request(`http://${tenant.host}${url}`, { headers: { host: tenant.host } });
    expect((await get(first.url)).status).toBe(404);
    expect(await (await fileStore()).exists(row!.storeKey)).toBe(false);
    expect((await get(second.url)).status).toBe(200);
    expect(await ok(person, UPDATE, { headPortraitFileId: null })).toMatchObject({ headPortrait: null });
    expect((await get(second.url)).status).toBe(404);
  });

  it('that was uploaded and not used is deleted with the next change; other uploads are kept', async () => {
    const [unused, logo, chosen] = [await picture(person), await picture(person, 'logo'), await picture(person)];
    const colleague = await picture(await mintPerson(tenant));
    await ok(person, UPDATE, { headPortraitFileId: chosen.id });
    const left = await withTenant(tenant.id, (db) =>
      db
        .select({ id: file.id })
        .from(file)
        .where(inArray(file.id, [unused.id, logo.id, chosen.id, colleague.id])),
    );
    expect(left.map(({ id }) => id).sort()).toEqual([logo.id, chosen.id, colleague.id].sort());
    // Other changes do not change the picture.
    await ok(person, UPDATE, { userName: '王芳' });
    expect(await ok(person, VIEW)).toMatchObject({ headPortrait: chosen.url });
  });

  it('is rejected unless the user uploaded it for this use at this tenant', async () => {
    const colleague = await mintPerson(tenant);
    const elsewhere = await mintPerson(await mintTenant());
    const [ofPack] = await withTenant(tenant.id, (db) =>
      db
        .insert(file)
        .values({
          enterpriseId: tenant.id,
          storeKey: 'x',
          sha256: 'x',
          fileName: 'banner.webp',
          contentType: 'image/webp',
          fileSize: 1,
          visibility: 'member',
        })
        .returning(),
    );
    const ids = [(await picture(colleague)).id, (await picture(person, 'logo')).id, (await picture(elsewhere)).id];
    for (const headPortraitFileId of [...ids, ofPack!.id, crypto.randomUUID()]) {
      expect(await call(person, UPDATE, { headPortraitFileId, userName: '不该改' })).toMatchObject({
        code: 422,
        data: [{ field: 'headPortraitFileId', message: '请先上传自己的头像' }],
      });
    }
    expect(await ok(person, VIEW)).toMatchObject({ headPortrait: null, userName: '李雷' });
  });

  it('that belongs to the enterprise is not deleted when a user replaces it', async () => {
    const [ofPack] = await withTenant(tenant.id, (db) =>
      db
        .insert(file)
        .values({
          enterpriseId: tenant.id,
          storeKey: `${tenant.id}/portrait`,
          sha256: 'y',
          fileName: 'portrait.webp',
          contentType: 'image/webp',
          fileSize: 1,
          visibility: 'public',
        })
        .returning(),
    );
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ headPortraitFileId: ofPack!.id }).where(eq(enterpriseUser.userId, person.userId)),
    );
    await ok(person, UPDATE, { headPortraitFileId: (await picture(person)).id });
    const left = await withTenant(tenant.id, (db) => db.$count(file, eq(file.id, ofPack!.id)));
    expect(left).toBe(1);
  });
});
