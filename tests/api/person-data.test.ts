import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { erasePerson } from '#src/server/privacy/erase-person.ts';
import { findMember } from '#src/server/account/person/find-member.ts';
import { type PersonExport } from '#src/server/privacy/export-person.ts';
import { NOT_PERSONAL, PERSON_TABLES } from '#src/server/privacy/person-tables.ts';
import { hashPassword } from '#src/server/account/password/password.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { file } from '#src/server/file/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { notice } from '#src/server/notice/tables.ts';
import { post } from '#src/server/community/tables/post.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { indexAllDirty } from '#src/server/search/index-dirty.ts';
import { fileStore } from '#src/server/file/store.ts';
import { importPack } from '#src/server/content/import-pack.ts';
import { PASSWORD_LOGIN, sendCode } from '../factories/codes.ts';
import { documentOf, mintAnswer, mintPost } from '../factories/community.ts';
import { joinTenant } from '../factories/company.ts';
import { fillTables } from '../factories/fill-tables.ts';
import { personCommand } from '../factories/person-command.ts';
import { countRows, dump, fillPersonRows } from '../factories/person-rows.ts';
import { peoplePack } from '../factories/people-pack.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { mintSession } from '../factories/session.ts';
import { readTables } from '../factories/table-rows.ts';
import { mintPerson, mintTenant, type TestPerson } from '../factories/tenant.ts';
import { pictureForm, uploadAs } from '../factories/upload.ts';
import { mintWorld, type World } from '../factories/world.ts';

const NAME = 'Zhou Erasable';
const NICKNAME = 'Zouzou';
const SECRETS = {
  email: 'zhou@erasable.example',
  confirmed: 'zhou@confirmed.example',
  job: 'Welder of the night shift',
  draft: 'unfinished thoughts of Zhou',
  deleted: 'a post that Zhou deleted',
  note: 'because my knee hurts',
  newName: 'Zhou Newname',
  answer: 'my own words in the exam',
};
const ME = 'GET /user/auth/enterprise/user/info/current/view';
let client: pg.Client;
let world: World;
let person: TestPerson;
let employeeNo: string;
let names: string[];
let folder: string;
const providers = await startWorldProviders();

beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  folder = await mkdtemp(join(tmpdir(), 'd-people-export-'));
  world = await mintWorld(providers, 'Data');
  person = world.learner;
  // The owner sees the rows of this tenant only, like the portal.
  await client.query(`select set_config('app.enterprise_id', $1, false)`, [world.tenant.id]);
  await fillTables(world);
  await plant();
  names = [...(await readTables(client)).keys()];
});
afterAll(async () => {
  await providers.stop();
  await client.end();
  await rm(folder, { recursive: true });
});

const ids = () => ({ enterpriseId: world.tenant.id, userId: person.userId });
const args = (who = person, tenant = world.tenant) => ['--enterprise', tenant.key, '--phone', who.phone];

/** Stores texts by which the person can be recognised wherever the portal keeps texts. */
async function plant(): Promise<void> {
  const { tenant, lecturer: colleague, questionId } = world;
  employeeNo = `EMP-${randomUUID().slice(0, 8)}`;
  await withTenant(tenant.id, async (db) => {
    await db
      .update(enterpriseUser)
      .set({
        userName: NAME,
        nickname: NICKNAME,
        email: SECRETS.email,
        post: SECRETS.job,
        department: 'Works',
        employeeNo,
      })
      .where(eq(enterpriseUser.userId, person.userId));
    // Only what is revoked can lose its name.
    await db.execute(
      sql`update user_certificate set user_name = ${NAME}, revoked_at = now(), revoke_reason = '' where user_id = ${person.userId}`,
    );
    await db.execute(
      sql`update user_certificate set revoked_at = null, revoke_reason = null where user_id = ${person.userId}`,
    );
    await db.insert(lecturer).values({
      ...{
        enterpriseId: tenant.id,
        code: randomUUID(),
        userId: person.userId,
        lecturerName: NAME,
        lecturerLevel: 'Senior',
      },
      intro: `${NAME} has taught for years`,
    });
    await db.execute(
      sql`update enterprise_info set registered_by = ${person.userId}, contact_name = ${NAME}, contact_phone = ${person.phone}`,
    );
    await db.insert(auditLog).values({
      ...{ enterpriseId: tenant.id, userId: world.admin.userId, action: 'community.moderate', address: '10.9.8.7' },
      detail: { author: person.userId, reason: SECRETS.note, accepted: true },
    });
    await db.insert(notice).values({
      ...{ enterpriseId: tenant.id, userId: colleague.userId, kind: 'mentioned', path: '/community', source: 'post:x' },
      detail: { title: 'A title', userName: NICKNAME },
    });
  });
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const { data } = await uploadAs(person, 'POST /system/auth/upload/pic', pictureForm(picture));
  await ok(person, 'PUT /user/auth/enterprise/user/info/update', { headPortraitFileId: data.id });
  await ok(person, 'PUT /user/auth/enterprise/user/info/update', { userName: SECRETS.newName });
  await ok(person, 'POST /course/auth/study/practice/save', { resourceId: world.practiceId, note: SECRETS.note });
  await ok(person, 'POST /community/auth/draft/save', {
    ...{ id: randomUUID(), baseRevision: 0, kind: 'blog', title: SECRETS.draft, body: documentOf(SECRETS.draft) },
  });
  await mintPost(tenant, person, { title: 'How to weld', text: 'Keep the seam clean' });
  await mintPost(tenant, person, { title: SECRETS.deleted, text: SECRETS.deleted, state: 'deleted' });
  const mention = { type: 'mention', attrs: { userId: person.userId, label: NICKNAME } };
  await mintAnswer(tenant, colleague, questionId, {
    plainText: `Ask @${NICKNAME}`,
    body: {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ask ' }, mention] }],
    } as never,
  });
  await ok(person, 'POST /course/auth/course/comment/save', { subjectId: world.courseId, content: 'Good course' });
  await client.query(
    `update exam_answer set answer = to_jsonb($1::text) where attempt_id in (select id from exam_attempt where user_id = $2)`,
    [SECRETS.answer, person.userId],
  );
  await client.query(
    `update exam_attempt set submitted_answers = coalesce(submitted_answers, '{}') || jsonb_build_object('x', $1::text)
     where user_id = $2 and status <> 'open'`,
    [SECRETS.answer, person.userId],
  );
  await sendCode(tenant.anonymous, person.phone);
  await client.query('update portal.user_account set email = $1 where id = $2', [SECRETS.confirmed, person.userId]);
  await call(tenant.anonymous, PASSWORD_LOGIN, { phone: person.phone, password: 'Wrong#4711', agreed: true });
  await fillPersonRows(client, { enterpriseId: tenant.id, userId: person.userId });
  await withTenant(tenant.id, (db) => indexAllDirty(db, tenant.id));
}

describe('the list of tables', () => {
  it('classifies every table of the database once', () => {
    const listed = [
      ...new Set(PERSON_TABLES.map(({ table }) => table)),
      ...NOT_PERSONAL.flatMap(({ tables }) => tables),
    ];
    const all = listed.map((table) => (table.includes('.') ? table : `public.${table}`)).sort();
    expect(all).toEqual(names.toSorted());
  });

  it('exports or leaves out with a reason every table that refers to a member or an account', async () => {
    const tables = await readTables(client);
    const referring = [...tables].flatMap(([table, { keys, columns }]) =>
      keys.some(({ target }) => /\.(enterprise_user|user_account)$/.test(target)) ||
      columns.some(({ name }) => name === 'user_id' || name === 'uploaded_by')
        ? [table]
        : [],
    );
    expect(referring.length).toBeGreaterThan(40);
    const listed = new Set(PERSON_TABLES.map(({ table }) => (table.includes('.') ? table : `public.${table}`)));
    expect(referring.filter((table) => !listed.has(table))).toEqual(['portal.membership']);
  });
});

describe('npm run person -- export', () => {
  let data: PersonExport['data'];
  let text: string;
  beforeAll(async () => {
    const out = join(folder, 'zhou.json');
    const done = await personCommand('export', ...args(), '--out', out);
    expect(done, done.output).toMatchObject({ code: 0 });
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    text = await readFile(out, 'utf8');
    ({ data } = JSON.parse(text) as PersonExport);
  });

  it('contains the rows of every table', async () => {
    const wrong = [];
    for (const { table, name, rows, leftOut } of PERSON_TABLES) {
      if (leftOut) continue;
      const found = data[name ?? table.replace('portal.', '')]!.length;
      // The export itself is an entry of the audit log.
      const later = name === undefined && table === 'audit_log' ? 1 : 0;
      const expected = (await countRows(client, { table, rows }, ids())) - later;
      if (found === 0 || found !== expected) wrong.push(`${table}: ${found} of ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it('contains what the person wrote, answered and uploaded', () => {
    for (const planted of [NAME, NICKNAME, employeeNo, person.phone, ...Object.values(SECRETS)])
      expect(text.includes(planted), planted).toBe(true);
    const [avatar] = data['file']!.filter(({ file_name }) => String(file_name).startsWith('avatar-'));
    expect(Buffer.from(String(avatar!['content']), 'base64').subarray(8, 12).toString()).toBe('WEBP');
    expect(data['exam_attempt']![0]!['paper']).toBeInstanceOf(Array);
  });

  it('contains neither secrets nor data of others', async () => {
    const { rows } = await client.query<{ password_hash: string }>(
      'select password_hash from portal.user_account where id = $1',
      [person.userId],
    );
    expect(text).not.toContain(rows[0]!.password_hash);
    for (const key of ['token_hash', 'companion_hash', 'password_hash', '"analysis"', 'store_key'])
      expect(text.includes(key), key).toBe(false);
    for (const other of [world.admin, world.lecturer]) expect(text).not.toContain(other.phone);
    const [attempt] = data['exam_attempt'] as { paper: Record<string, unknown>[] }[];
    expect(Object.keys(attempt!.paper[0]!)).not.toContain('answer');
  });

  it('is audited, and does not overwrite a file', async () => {
    const again = await personCommand('export', ...args(), '--out', join(folder, 'zhou.json'));
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('exists: name a new file') });
    expect((await personCommand('export', ...args())).output).toContain('--out FILE');
    const exported = await withTenant(world.tenant.id, (db) =>
      db.$count(auditLog, sql`user_id = ${person.userId} and action = 'member.exported'`),
    );
    expect(exported).toBe(1);
  });
});

describe('npm run person -- erase', () => {
  const figures = async () =>
    (
      await client.query<Record<string, unknown>>(
        `select (select json_agg(json_build_array(status, total_score, objective_score, passed) order by id)
                 from exam_attempt where enterprise_id = $1) as attempts,
                (select json_agg(json_build_array(kind, total) order by user_id, kind, year, hour_kind)
                 from ledger_total where enterprise_id = $1) as totals,
                (select sum(l.total) from ledger_total l join enterprise_user u using (enterprise_id, user_id)
                 where l.enterprise_id = $1 and u.department = 'Works') as works,
                (select json_agg(study_progress order by user_id, course_id) from course_progress where enterprise_id = $1) as progress,
                (select json_agg(json_build_array(comment_count, like_count) order by subject_id) from subject_total where enterprise_id = $1) as counts`,
        [world.tenant.id],
      )
    ).rows[0];
  let before: Awaited<ReturnType<typeof figures>>;
  let storeKey: string;
  let certificateNo: string;

  beforeAll(async () => {
    before = await figures();
    const [avatar] = await withTenant(world.tenant.id, (db) =>
      db
        .select()
        .from(file)
        .where(sql`uploaded_by = ${person.userId} and file_name like 'avatar-%'`),
    );
    storeKey = avatar!.storeKey;
    const [held] = await withTenant(world.tenant.id, (db) =>
      db.select().from(userCertificate).where(eq(userCertificate.userId, person.userId)),
    );
    certificateNo = held!.certificateNo;
    const asked = await personCommand('erase', ...args());
    expect(asked).toMatchObject({ code: 1, output: expect.stringContaining('cannot be undone. Add --yes') });
    expect((await call(person, ME)).code).toBe(200);
    const done = await personCommand('erase', ...args(), '--yes');
    expect(done, done.output).toMatchObject({ code: 0, output: expect.stringContaining('data and account erased') });
    await withTenant(world.tenant.id, (db) => indexAllDirty(db, world.tenant.id));
  });

  it('leaves no text by which the person could be recognised in any table', async () => {
    const stored = await dump(client, names);
    for (const planted of [NAME, NICKNAME, employeeNo, person.phone, ...Object.values(SECRETS)])
      expect(
        // A name of the list of positions is no data of a person.
        stored.split('\n').filter((line) => line.includes(planted) && !line.startsWith('public.position ')),
        planted,
      ).toEqual([]);
    expect(await (await fileStore()).exists(storeKey)).toBe(false);
  });

  it('keeps results, totals and counters', async () => {
    expect(await figures()).toEqual(before);
  });

  it('ends sessions and the account, and frees the phone number', async () => {
    expect((await call(person, ME)).code).toBe(300);
    const [account] = await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.id, person.userId)));
    expect(account).toMatchObject({ phone: null, passwordHash: null, disabledAt: expect.any(Date) });
    expect(await personCommand('enable', ...args())).toMatchObject({ code: 1 });
  });

  it('keeps ids only in the audit log, and the erasure itself', async () => {
    const rows = await withTenant(world.tenant.id, (db) =>
      db.select().from(auditLog).where(eq(auditLog.userId, person.userId)).orderBy(auditLog.id),
    );
    expect(rows.at(-1)).toMatchObject({ action: 'member.erased', detail: { by: 'operator', account: true } });
    for (const { detail, address } of rows.slice(0, -1)) {
      expect(address).toBeNull();
      for (const value of Object.values(detail ?? {}))
        expect(typeof value === 'string' && !/^[0-9a-f-]{36}$/.test(value), JSON.stringify(detail)).toBe(false);
    }
  });

  it('shows posts, comments, the author page and lists without a name, and no ranking place', async () => {
    const reader = { ...world.lecturer, locale: 'en' as const };
    const [asked] = await withTenant(world.tenant.id, (db) =>
      db
        .select()
        .from(post)
        .where(sql`author_id = ${person.userId} and title = 'How to weld'`),
    );
    expect(await ok(reader, 'GET /community/api/post/view', { id: asked!.id })).toMatchObject({
      title: 'How to weld',
      author: { id: person.userId, userName: '', headPortrait: null },
    });
    expect(await ok(reader, 'GET /community/api/author/view', { userId: person.userId })).toMatchObject({
      userName: '',
    });
    const { list } = await ok(reader, 'POST /course/auth/course/comment/page', {
      subjectId: world.courseId,
      pageSize: 50,
    });
    expect(list.find(({ content }) => content === 'Good course')).toMatchObject({ userName: '', headPortrait: null });
    const ranks = await ok(reader, 'POST /user/auth/enterprise/user/account/integral/rank/page', {});
    expect(JSON.stringify(ranks)).not.toContain(person.userId);
    expect(
      JSON.stringify(await ok(reader, 'POST /community/api/answer/page', { questionId: world.questionId })),
    ).toContain('@已注销成员');
    const flows = await ok(world.admin, 'POST /user/auth/flow/instance/undo', { pageSize: 100 });
    expect(JSON.stringify(flows)).toContain('已注销成员');
    const colleagues = await ok(world.lecturer, 'POST /community/auth/colleague/list', { keyword: '已注销' });
    expect(colleagues).toEqual([]);
  });

  it('answers for a certificate number that the certificate is revoked and its holder erased', async () => {
    const { list } = await ok(world.admin, 'POST /course/auth/certificate/issued/page', { keyword: certificateNo });
    expect(list).toMatchObject([{ certificateNo, holderName: '已注销成员', status: 'revoked' }]);
    const [row] = await withTenant(world.tenant.id, (db) =>
      db.select().from(userCertificate).where(eq(userCertificate.certificateNo, certificateNo)),
    );
    expect(row).toMatchObject({ revokeReason: '持证人的个人信息已按其要求删除', revokedAt: expect.any(Date) });
  });
});

it('erasing a member of two enterprises leaves account, sessions and data of the other one', async () => {
  const [here, there] = [await mintTenant(), await mintTenant('There Ltd')];
  const passwordHash = await hashPassword('Study@2026');
  const both = await mintPerson(here, { userName: NAME, passwordHash });
  await joinTenant(both, there, { userName: 'Zhou There' });
  const elsewhere = { host: there.host, token: await mintSession(both.userId, there.id) };
  const asked = await mintPost(there, both, { title: 'There' });
  // Also while the other membership is disabled.
  await personCommand('disable', ...args(both, there));
  const member = await findMember(here.key, { phone: both.phone });
  expect(await erasePerson(member, { now: new Date() })).toBe(false);
  await personCommand('enable', ...args(both, there));
  expect((await call(both, ME)).code).toBe(300);
  const login = { phone: both.phone, password: 'Study@2026', agreed: true };
  expect((await call({ host: there.host }, PASSWORD_LOGIN, login)).code).toBe(200);
  expect((await call({ host: here.host }, PASSWORD_LOGIN, login)).code).toBe(403);
  const [row] = await withTenant(there.id, (db) =>
    db.select().from(enterpriseUser).where(eq(enterpriseUser.userId, both.userId)),
  );
  expect(row).toMatchObject({ userName: 'Zhou There', status: 'active', erasedAt: null });
  expect(await withTenant(there.id, (db) => db.$count(post, eq(post.id, asked)))).toBe(1);
  expect((await call(elsewhere, ME)).code).toBe(300);
  await expect(erasePerson(member, { now: new Date() })).rejects.toThrow('were erased');
});

it('an import ignores the row of an erased member whose account stays, and the last administrator is not erased', async () => {
  const pack = await peoplePack();
  const other = await mintTenant();
  const boss = await mintPerson(other);
  const columns = 'phone,userName,userType,isAdmin,sex,department,post,headPortrait';
  await pack.people(columns, `${boss.phone},${NAME},1,true,1,Works,Fitter,`);
  const { enterpriseId } = await importPack(pack.folder, { password: null });
  const member = await findMember(pack.key, { phone: boss.phone });
  await expect(erasePerson(member, { now: new Date() })).rejects.toThrow('last administrator');
  await erasePerson(member, { now: new Date(), force: true });
  const log: string[] = [];
  await importPack(pack.folder, { password: null, log: (line) => log.push(line) });
  expect(log.join()).toContain('were erased on request; the row is ignored');
  const [row] = await withTenant(enterpriseId, (db) => db.select().from(enterpriseUser));
  expect(row).toMatchObject({ userName: '已注销成员', status: 'disabled', isAdmin: false });
});
