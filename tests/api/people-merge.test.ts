import { and, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { sweepExams } from '#src/server/jobs/sweep-exams.ts';
import { MERGE_COLUMNS } from '#src/server/people/merge/merge-tables.ts';
import type { MergeField } from '#src/contract/rules/merge.ts';
import { mintCoaching } from '../factories/coaching.ts';
import { joinTenant } from '../factories/company.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { mintExam, readAttempt, right, setDeadline } from '../factories/exam.ts';
import { fillTables } from '../factories/fill-tables.ts';
import { journalOf } from '../factories/journal.ts';
import { mintDepartment, mintGrant } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { startWorldProviders } from '../factories/providers.ts';
import { giveCertificate, mintCertificate, post } from '../factories/record.ts';
import { mintRequirement, reconcile } from '../factories/requirement.ts';
import { mintTask, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { mintWorld } from '../factories/world.ts';

/* Merging two records of one person (docs/decisions/095). */

const PLAN = 'POST /people/auth/merge/plan';
const APPLY = 'POST /people/auth/merge/apply';
const VIEW = 'GET /user/auth/people/view';
const START = 'POST /exam/auth/user/exam/start';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
const ME = 'GET /user/auth/enterprise/user/info/current/view';

let tenant: TestTenant;
let admin: TestPerson;
let owner: pg.Client;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: '管理员' });
  owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await owner.connect();
});
afterAll(() => owner.end());

const asked = (kept: TestPerson, other: TestPerson) => ({ userId: kept.userId, otherId: other.userId });
const planOf = (kept: TestPerson, other: TestPerson, by = admin) => ok(by, PLAN, asked(kept, other));
async function merge(kept: TestPerson, other: TestPerson, take: MergeField[] = [], by = admin) {
  const { plan } = await planOf(kept, other, by);
  return call(by, APPLY, { ...asked(kept, other), plan, take });
}
const two = async (more: Parameters<typeof mintPerson>[1] = {}) =>
  [
    await mintPerson(tenant, { userName: '张三', ...more }),
    await mintPerson(tenant, { userName: '张三（旧）' }),
  ] as const;
const memberOf = ({ userId }: TestPerson) =>
  withTenant(
    tenant.id,
    async (db) => (await db.select().from(enterpriseUser).where(eq(enterpriseUser.userId, userId)))[0]!,
  );
const set = ({ userId }: TestPerson, values: Partial<typeof enterpriseUser.$inferInsert>) =>
  withTenant(tenant.id, (db) => db.update(enterpriseUser).set(values).where(eq(enterpriseUser.userId, userId)));
const setAccount = ({ userId }: TestPerson, values: Partial<typeof userAccount.$inferInsert>) =>
  withPortal((db) => db.update(userAccount).set(values).where(eq(userAccount.id, userId)));
const rowsOf = async <T extends Record<string, unknown>>(query: string) =>
  withTenant(tenant.id, async (db) => (await db.execute<T>(sql.raw(query))).rows);
const totals = ({ userId }: TestPerson) =>
  rowsOf<{ kind: string; total: string }>(
    `select kind, sum(total)::float8 as total from ledger_total where user_id = '${userId}' group by kind order by kind`,
  );

describe('the list of columns', () => {
  it('has every foreign key to a member, once, with tables that exist', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      select c.conrelid::regclass::text || '.' || a.attname as name
      from pg_constraint c, unnest(c.conkey) k join pg_attribute a on true
      where c.contype = 'f' and c.confrelid = 'enterprise_user'::regclass and c.conparentid = 0
        and a.attrelid = c.conrelid and a.attnum = k and a.attname <> 'enterprise_id'`);
    const listed = MERGE_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(listed.toSorted()).toEqual(
      [...new Set([...rows.map(({ name }) => name), 'department.head_id', 'file.uploaded_by'])].toSorted(),
    );
  });
});

describe('all tables', () => {
  it('belong to the kept record afterwards, also where both have the same rows', async () => {
    const providers = await startWorldProviders();
    const world = await mintWorld(providers, 'Merged');
    const { learner, admin: boss } = world;
    await fillTables(world);
    const kept = await mintPerson(world.tenant, { userName: `Kept ${world.mark}` });
    const attempts = await withTenant(world.tenant.id, (db) =>
      db.execute<{ id: string }>(
        sql`select id from exam_attempt where user_id = ${learner.userId} and status = 'open'`,
      ),
    );
    expect(await merge(kept, learner, [], boss)).toMatchObject({ code: 409, msg: expect.stringContaining('进行中') });
    for (const { id } of attempts.rows) await setDeadline(world.tenant, id, -7200);
    await sweepExams(() => undefined);
    await owner.query(`select set_config('app.enterprise_id', $1, false)`, [world.tenant.id]);
    const columns = MERGE_COLUMNS.filter(({ rule }) => rule !== 'stay');
    // The same rows for the kept record, wherever the keys allow it.
    let copied = 0;
    for (const { table, column, rule } of columns.filter(({ rule }) => rule !== 'move')) {
      if (['ledger_total', 'ranking_total', 'member_history'].includes(table)) continue;
      const copy = `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t)
        || jsonb_build_object('${column}', $2::uuid) || case when to_jsonb(t) ? 'id' then jsonb_build_object('id', uuidv7()) else '{}' end)).*
        from ${table} t where t.enterprise_id = $1 and t.${column} = $3`;
      const values = [world.tenant.id, kept.userId, learner.userId];
      copied += await owner.query(copy, values).then(
        ({ rowCount }) => rowCount ?? 0,
        (error: unknown) => (
          expect(String(error), `${table} ${rule}`).toMatch(/generated|duplicate|violates|stored/),
          0
        ),
      );
    }
    expect(copied).toBeGreaterThan(20);
    const { code, msg } = await merge(kept, learner, [], boss);
    expect([code, msg]).toEqual([200, expect.anything()]);
    const left: string[] = [];
    for (const { table, column, rule } of columns) {
      if (rule === 'leave' || table === 'ledger_entry' || table === 'member_history') continue;
      const { rows } = await owner.query<{ n: number }>(
        `select count(*)::int as n from ${table} where enterprise_id = $1 and ${column} = $2`,
        [world.tenant.id, learner.userId],
      );
      // What both had earned stays with the removed record, and the totals say so.
      if (rows[0]!.n > 0 && !['ledger_total', 'ranking_total', 'requirement_change'].includes(table)) left.push(table);
    }
    expect(left).toEqual([]);
    expect((await ok(boss, VIEW, { userId: kept.userId })).counts.attempts).toBeGreaterThan(0);
    expect((await call(learner, ME)).code).not.toBe(200);
    await providers.stop();
  });
});

describe('study', () => {
  it('counts what got further, once, also hours and the task', async () => {
    const [kept, other] = await two();
    const courseId = await mintCourse(tenant, { classHours: '2', credits: '1', points: '10' });
    const [first, second] = [await mintResource(tenant, courseId), await mintResource(tenant, courseId)];
    const taskId = await mintTask(tenant, [kept, other], [{ courseId }]);
    await watchWhole(tenant, kept, first);
    await watchWhole(tenant, other, first);
    await watchWhole(tenant, other, second);
    expect(await totals(other)).toContainEqual({ kind: 'hours', total: 2 });
    const { counts } = await planOf(kept, other);
    expect(counts).toMatchObject({ courses: 1, sharedCourses: 1, tasks: 1, hours: 2, credits: 1 });
    expect((await merge(kept, other)).code).toBe(200);
    const own = `user_id = '${kept.userId}'`;
    expect(
      await rowsOf(`select study_progress, status from course_progress where ${own} and course_id = '${courseId}'`),
    ).toEqual([{ study_progress: 100, status: 'completed' }]);
    expect(await rowsOf(`select sum(watched_seconds)::int as s from resource_progress where ${own}`)).toEqual([
      { s: 200 },
    ]);
    expect(await rowsOf(`select study_progress from study_task_user where ${own} and task_id = '${taskId}'`)).toEqual([
      { study_progress: 100 },
    ]);
    expect(await totals(kept)).toEqual([
      ...[
        { kind: 'credits', total: 1 },
        { kind: 'hours', total: 2 },
        { kind: 'points', total: 10 },
      ],
    ]);
    expect(await totals(other)).toEqual([]);
  });

  it('completes a course whose halves were studied with one record each, and posts its hours once', async () => {
    const [kept, other] = await two();
    const courseId = await mintCourse(tenant, { classHours: '3' });
    const parts = [await mintResource(tenant, courseId), await mintResource(tenant, courseId)];
    await watchWhole(tenant, kept, parts[0]!);
    await watchWhole(tenant, other, parts[1]!);
    expect((await merge(kept, other)).code).toBe(200);
    expect(
      await rowsOf(`select status from course_progress where user_id = '${kept.userId}' and course_id = '${courseId}'`),
    ).toEqual([{ status: 'completed' }]);
    expect(await totals(kept)).toContainEqual({ kind: 'hours', total: 3 });
  });

  it('keeps both completions of a course; one that was being studied again begins anew', async () => {
    const [kept, other] = await two();
    const courseId = await mintCourse(tenant);
    const resourceId = await mintResource(tenant, courseId);
    for (const person of [kept, other]) await watchWhole(tenant, person, resourceId);
    await rowsOf(
      `update course_progress set completed_at = '2024-05-01', renewing_since = now() where user_id = '${kept.userId}'`,
    );
    await rowsOf(
      `update resource_progress set study_progress = 0, completed_at = null where user_id = '${kept.userId}'`,
    );
    await rowsOf(`update course_progress set completed_at = '2026-05-01' where user_id = '${other.userId}'`);
    expect((await merge(kept, other)).code).toBe(200);
    const day = (column: string) => `(${column} at time zone 'UTC')::date::text as day`;
    const own = `user_id = '${kept.userId}' and course_id = '${courseId}'`;
    expect(await rowsOf(`select ${day('completed_at')}, renewing_since from course_progress where ${own}`)).toEqual([
      { day: '2024-05-01', renewing_since: null },
    ]);
    expect(await rowsOf(`select ${day('completed_at')} from course_renewal where ${own}`)).toEqual([
      { day: '2026-05-01' },
    ]);
  });

  it('counts hours that both have earned by the same thing once, with their reversals', async () => {
    const [kept, other] = await two();
    for (const person of [kept, other]) await post(tenant, person, { source: 'training:1', amount: '4' });
    await post(tenant, other, { source: 'training:2', amount: '1' });
    expect((await planOf(kept, other)).counts).toMatchObject({ sharedEntries: 1, hours: 5 });
    expect((await merge(kept, other)).code).toBe(200);
    expect(await totals(kept)).toEqual([{ kind: 'hours', total: 5 }]);
    expect(await totals(other)).toEqual([{ kind: 'hours', total: 4 }]);
    const ranked = await rowsOf(
      `select total::float8 as total, ranked from ranking_total where user_id = '${kept.userId}' and year = 0`,
    );
    expect(ranked).toEqual([{ total: 5, ranked: true }]);
  });
});

describe('exams', () => {
  it('keep all attempts of both, numbered on, with journals and receipts that prove them', async () => {
    const [kept, other] = await two();
    const exam = await mintExam(tenant, { maxAttempts: 5 });
    const sit = async (person: TestPerson, answer: unknown) => {
      const { attemptId } = await ok(person, START, { id: exam.id });
      const answers = [{ questionId: exam.ids.single[0]!, epoch: 1, revision: 1, answer }];
      await ok(person, SUBMIT, { attemptId, epoch: 1, answers });
      return attemptId;
    };
    const [mine, first, second] = [await sit(kept, 'A'), await sit(other, 'B'), await sit(other, right.single)];
    const before = await Promise.all([mine, first, second].map((id) => readAttempt(tenant, id)));
    expect((await planOf(kept, other)).counts).toMatchObject({ attempts: 2, sharedExams: 1 });
    expect((await merge(kept, other)).code).toBe(200);
    const rows = await rowsOf(`select id, number from exam_attempt where user_id = '${kept.userId}' order by number`);
    expect(rows).toEqual([mine, first, second].map((id, n) => ({ id, number: n + 1 })));
    for (const { id, receipt, submittedAnswers } of before) {
      const journal = await journalOf(tenant, id);
      expect(journal.problems).toEqual([]);
      expect(journal.attempt).toMatchObject({ receipt, submittedAnswers });
    }
    // The history of the kept record has them all.
    expect((await ok(admin, 'POST /user/auth/people/exam/page', { userId: kept.userId })).totalCount).toBe(3);
  });

  it.each(['kept', 'other'] as const)('a running attempt of the %s one blocks it', async (which) => {
    const [kept, other] = await two();
    const { id } = await mintExam(tenant);
    const { attemptId } = await ok(which === 'kept' ? kept : other, START, { id });
    expect((await planOf(kept, other)).problem).toBe('attemptOpen');
    expect(await merge(kept, other)).toMatchObject({ code: 409, msg: expect.stringContaining('进行中的考试') });
    await ok(which === 'kept' ? kept : other, SUBMIT, { attemptId, epoch: 1, answers: [] });
    expect((await merge(kept, other)).code).toBe(200);
  });
});

describe('what else belongs to a person', () => {
  it('certificates of one exam are both kept', async () => {
    const [kept, other] = await two();
    const certificateId = await mintCertificate(tenant);
    for (const person of [kept, other]) await giveCertificate(tenant, person, certificateId);
    await withTenant(tenant.id, (db) =>
      db.execute(sql`update user_certificate set source = 'exam:1' where certificate_id = ${certificateId}`),
    );
    expect((await merge(kept, other)).code).toBe(200);
    expect((await ok(admin, 'POST /user/auth/people/certificate/page', { userId: kept.userId })).totalCount).toBe(2);
  });

  it('requirements follow, with their past, and are reconciled', async () => {
    const [kept, other] = await two();
    const courseId = await mintCourse(tenant);
    const [shared, only] = [
      await mintRequirement(tenant, {
        title: 'A',
        subject: { courseId },
        rules: [],
        people: [kept, other].map(({ userId }) => ({ userId })),
      }),
      await mintRequirement(tenant, {
        title: 'B',
        subject: { courseId },
        rules: [],
        people: [{ userId: other.userId }],
      }),
    ];
    await reconcile(tenant);
    expect((await merge(kept, other)).code).toBe(200);
    await reconcile(tenant);
    const open = await rowsOf<{ requirement_id: string; user_id: string }>(
      `select requirement_id, user_id from requirement_assignment where closed_at is null and requirement_id in ('${shared}', '${only}')`,
    );
    expect(open.map(({ user_id }) => user_id)).toEqual([kept.userId, kept.userId]);
    expect(open.map(({ requirement_id }) => requirement_id).toSorted()).toEqual([shared, only].toSorted());
    expect(await rowsOf(`select 1 from requirement_assignment where user_id = '${other.userId}'`)).toEqual([]);
    expect(await rowsOf(`select 1 from requirement_state where user_id = '${other.userId}'`)).toEqual([]);
  });

  it('roles, subordinates and departments follow; nobody reports to themselves', async () => {
    const [kept, other] = await two();
    const below = await mintPerson(tenant, { userName: '下属' });
    await set(below, { superiorId: other.userId });
    await set(kept, { superiorId: other.userId });
    const departmentId = await mintDepartment(tenant, `合并${kept.userId.slice(0, 8)}`);
    await withTenant(tenant.id, (db) =>
      db.execute(sql`update department set head_id = ${other.userId} where id = ${departmentId}`),
    );
    for (const person of [kept, other]) await mintGrant(tenant, person, 'auditor');
    expect((await planOf(kept, other)).counts).toMatchObject({ roles: 1, headOf: 1, superiorOf: 2 });
    expect((await merge(kept, other)).code).toBe(200);
    expect((await memberOf(below)).superiorId).toBe(kept.userId);
    expect((await memberOf(kept)).superiorId).toBeNull();
    expect(await rowsOf(`select head_id from department where id = '${departmentId}'`)).toEqual([
      { head_id: kept.userId },
    ]);
    expect(
      await rowsOf(`select 1 as one from role_grant where user_id in ('${kept.userId}', '${other.userId}')`),
    ).toHaveLength(1);
    // The chosen superior reports to the kept record now.
    const [one, twin] = await two();
    const middle = await mintPerson(tenant, { userName: '中间' });
    await set(middle, { superiorId: twin.userId });
    await set(one, { superiorId: middle.userId });
    expect(await merge(one, twin)).toMatchObject({ code: 422, data: [{ field: 'superiorId' }] });
    expect((await memberOf(twin)).status).toBe('active');
  });

  it('mentor and learner of one coaching cannot be one person', async () => {
    const [kept, other] = await two();
    await mintCoaching(tenant, { learner: kept, mentor: other });
    expect(await merge(kept, other)).toMatchObject({ code: 409, msg: expect.stringContaining('coaching') });
    expect((await memberOf(other)).status).toBe('active');
  });
});

describe('the fields and the accounts', () => {
  it('takes what was chosen, frees the employee number, and adopts the phone number', async () => {
    const [kept, other] = await two();
    await set(kept, { employeeNo: `K-${kept.userId}`, joinedOn: '2020-01-01', email: 'k@example.com' });
    await set(other, { employeeNo: `O-${other.userId}`, joinedOn: '2019-01-01', email: 'o@example.com' });
    await setAccount(kept, { phoneUnverified: true });
    expect((await planOf(kept, other)).takesPhone).toBe(true);
    expect((await merge(kept, other, ['employeeNo', 'joinedOn', 'phone'])).code).toBe(200);
    expect(await memberOf(kept)).toMatchObject({
      ...{ userName: '张三', employeeNo: `O-${other.userId}`, joinedOn: '2019-01-01', email: 'k@example.com' },
    });
    expect(await memberOf(other)).toMatchObject({ status: 'disabled', employeeNo: null });
    const person = await ok(admin, VIEW, { userId: kept.userId });
    expect([person.phone, person.merged]).toEqual([other.phone, [expect.objectContaining({ userName: '张三（旧）' })]]);
    expect((await ok(admin, VIEW, { userId: other.userId })).mergedInto).toMatchObject({ userId: kept.userId });
    expect((await call(other, ME)).code).not.toBe(200);
    expect((await call(kept, ME)).code).toBe(200);
    const history = await ok(admin, 'POST /data/auth/history/page', { kind: 'person', id: kept.userId });
    expect(history.list.map(({ action }) => action)).toContain('member.merged');
    // It is no member who could come back, or be merged again.
    expect((await call(admin, 'PUT /user/auth/people/status', { userId: other.userId, status: 'active' })).code).toBe(
      409,
    );
    expect((await call(admin, PLAN, asked(kept, other))).code).toBe(409);
  });

  it('leaves phone numbers that their owner has verified, and accounts of other enterprises', async () => {
    const [kept, other] = await two();
    expect((await planOf(kept, other)).takesPhone).toBe(false);
    expect((await merge(kept, other, ['phone'])).code).toBe(422);
    await setAccount(kept, { phoneUnverified: true });
    const elsewhere = await mintTenant();
    await joinTenant(other, elsewhere);
    expect((await planOf(kept, other)).takesPhone).toBe(false);
    expect((await merge(kept, other)).code).toBe(200);
    const { rows } = await withPortal(async (_db, client) =>
      client.query('select phone from portal.user_account where id = $1', [other.userId]),
    );
    expect(rows).toEqual([{ phone: other.phone }]);
    expect(
      await withPortal(
        async (_db, client) =>
          (await client.query('select enterprise_id as id from portal.membership where user_id = $1', [other.userId]))
            .rows,
      ),
    ).toEqual([{ id: elsewhere.id }]);
  });
});

describe('who may, and when', () => {
  it('only administrators, of members of their enterprise, not themselves and no administrator', async () => {
    const [kept, other] = await two();
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'peopleManager');
    expect((await call(manager, PLAN, asked(kept, other))).code).toBe(403);
    const foreign = await mintPerson(await mintTenant());
    expect((await call(admin, PLAN, asked(kept, foreign))).code).toBe(404);
    expect((await call(admin, PLAN, asked(kept, kept))).code).toBe(422);
    const second = await mintPerson(tenant, { isAdmin: true });
    expect((await planOf(kept, second)).problem).toBe('administrator');
    expect((await merge(kept, second)).code).toBe(409);
    expect((await planOf(kept, admin)).problem).toBe('self');
    expect((await merge(kept, admin)).code).toBe(409);
  });

  it('is refused when it would change something else than was shown', async () => {
    const [kept, other] = await two();
    const { plan } = await planOf(kept, other);
    await post(tenant, other, { source: 'late', amount: '1' });
    expect(await call(admin, APPLY, { ...asked(kept, other), plan })).toMatchObject({
      ...{ code: 409, msg: expect.stringContaining('变化') },
    });
    const again = await planOf(kept, other);
    await set(kept, { userName: '张三丰' });
    expect((await call(admin, APPLY, { ...asked(kept, other), plan: again.plan })).code).toBe(409);
    const both = await planOf(kept, other);
    const codes = await Promise.all([1, 2].map(() => call(admin, APPLY, { ...asked(kept, other), plan: both.plan })));
    expect(codes.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    expect(
      await withTenant(tenant.id, (db) =>
        db.$count(enterpriseUser, and(eq(enterpriseUser.userId, other.userId), eq(enterpriseUser.status, 'disabled'))),
      ),
    ).toBe(1);
  });
});
