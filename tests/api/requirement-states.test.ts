import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { projectExam } from '#src/server/course/tables.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { requirementExemption, requirementExtension } from '#src/server/requirement/tables/assignment.ts';
import { requirement, requirementSubject, requirementVersion } from '#src/server/requirement/tables/requirement.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { mintCourse, mintProject } from '../factories/course.ts';
import { mintExam } from '../factories/exam.ts';
import { giveCertificate, mintCertificate } from '../factories/record.ts';
import { mintRequirement, type NewRequirement, reconcile } from '../factories/requirement.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The state of a person in a requirement at a moment: `portal.requirement_states` and `portal.requirement_state_at`. */

let tenant: TestTenant;
let person: TestPerson;
beforeEach(async () => {
  tenant = await mintTenant();
  person = await mintPerson(tenant);
});

/** Noon of a day in Shanghai. */
const noon = (day: string) => new Date(`${day}T04:00:00Z`);
const ASSIGNED = '2025-01-10';

/** A requirement that everybody has since 10 January 2025. */
async function required(given: NewRequirement): Promise<string> {
  const id = await mintRequirement(tenant, { ...given, phase: 'draft', since: noon(ASSIGNED) });
  await withTenant(tenant.id, async (db) => {
    const own = and(eq(requirement.enterpriseId, tenant.id), eq(requirement.id, id));
    await db.update(requirement).set({ phase: 'published', stale: 'rule' }).where(own);
    await db
      .update(requirementVersion)
      .set({ since: noon(ASSIGNED) })
      .where(eq(requirementVersion.requirementId, id));
  });
  await reconcile(tenant, noon(ASSIGNED));
  return id;
}

/** State and dates at noon of a day. */
async function stateOn(id: string, day: string, of = person) {
  const { rows } = await withTenant(tenant.id, (db) =>
    db.execute<{ state: string; due: string; until: string | null }>(sql`
      select portal.requirement_state_at(${noon(day).toISOString()}, k.due_at, k.valid_until, k.renew_from, k.is_started, k.exempt_until) as state,
             ((k.due_at - interval '1 millisecond') at time zone 'Asia/Shanghai')::date::text as due,
             (k.valid_until at time zone 'Asia/Shanghai')::date::text as until
      from portal.requirement_states(${tenant.id}, ${noon(day).toISOString()}, array[${id}]::uuid[], array[${of.userId}]::uuid[]) k`),
  );
  return rows[0] ?? null;
}
const statesOn = async (id: string, days: string[]) =>
  Promise.all(days.map(async (day) => (await stateOn(id, day))?.state ?? 'none'));

const study = (courseId: string, started: string, completed: string | null) =>
  withTenant(tenant.id, (db) =>
    db
      .insert(courseProgress)
      .values({
        ...{ enterpriseId: tenant.id, userId: person.userId, courseId, startedAt: noon(started) },
        ...(completed && { status: 'completed' as const, studyProgress: 100, completedAt: noon(completed) }),
      })
      .onConflictDoUpdate({
        target: [courseProgress.enterpriseId, courseProgress.userId, courseProgress.courseId],
        set: { completedAt: completed ? noon(completed) : null },
      }),
  );
const attempt = (examId: string, number: number, day: string, passed: boolean, more: object = {}) =>
  withTenant(tenant.id, (db) =>
    db.insert(examAttempt).values({
      ...{
        enterpriseId: tenant.id,
        examId,
        userId: person.userId,
        number,
        paper: [],
        status: 'marked',
        totalScore: '100',
        passed,
      },
      ...{ startedAt: noon(day), deadlineAt: noon(day), submittedAt: noon(day), closedBy: 'person' as const, ...more },
    }),
  );

describe('a course that is to be repeated', () => {
  it('is due, in progress, fulfilled, to be renewed and overdue in turn', async () => {
    const courseId = await mintCourse(tenant);
    const id = await required({ subject: { courseId }, terms: { dueDays: 30, repeatMonths: 12, renewDays: 30 } });
    await study(courseId, '2025-01-20', '2025-02-01');
    expect(
      await statesOn(id, [
        '2025-01-09',
        '2025-01-15',
        '2025-01-21',
        '2025-02-02',
        '2026-01-01',
        '2026-01-03',
        '2026-02-02',
      ]),
    ).toEqual(['none', 'due', 'inProgress', 'fulfilled', 'fulfilled', 'dueSoon', 'overdue']);
    expect(await stateOn(id, '2025-02-02')).toMatchObject({ until: '2026-02-01', due: '2026-02-01' });
  });

  it('is due at the end of the day in the time zone of the enterprise', async () => {
    const id = await required({ subject: { courseId: await mintCourse(tenant) }, terms: { dueDays: 30 } });
    expect(await stateOn(id, '2025-02-09')).toMatchObject({ state: 'due', due: '2025-02-09' });
    expect(await statesOn(id, ['2025-02-10'])).toEqual(['overdue']);
  });

  it('counts days from joining, or until a fixed day', async () => {
    const courseId = await mintCourse(tenant);
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ joinedOn: '2025-01-02' }).where(eq(enterpriseUser.userId, person.userId)),
    );
    const joined = await required({ subject: { courseId }, terms: { dueDays: 10, dueFrom: 'joined' } });
    expect((await stateOn(joined, '2025-01-11'))?.due).toBe('2025-01-12');
    const fixed = await required({
      subject: { courseId },
      terms: { dueDays: null, dueFrom: null, dueOn: '2025-06-30' },
    });
    expect((await stateOn(fixed, '2025-01-11'))?.due).toBe('2025-06-30');
  });
});

describe('facts', () => {
  it('a certificate by hand counts until it expires or is revoked; on earlier days it was valid', async () => {
    const certificateId = await mintCertificate(tenant, { validMonths: 12 });
    const id = await required({ subject: { certificateId }, terms: { dueDays: 1, renewDays: 10 } });
    const { id: held } = await giveCertificate(tenant, person, certificateId, {
      at: noon('2025-03-01'),
      issueWay: 'manual',
    });
    await withTenant(tenant.id, (db) =>
      db
        .update(userCertificate)
        .set({ revokedAt: noon('2025-08-01'), revokeReason: '冒名' })
        .where(eq(userCertificate.id, held)),
    );
    expect(await statesOn(id, ['2025-02-28', '2025-03-02', '2025-07-31', '2025-08-02'])).toEqual([
      ...['overdue', 'fulfilled', 'fulfilled', 'overdue'],
    ]);
    // As it was known then, it would have been valid until March.
    expect((await stateOn(id, '2025-07-31'))?.until).toBe('2026-03-01');
    // A further one leaves the first one as it is.
    await giveCertificate(tenant, person, certificateId, { at: noon('2025-09-01') });
    expect(await statesOn(id, ['2025-07-31', '2025-08-02', '2025-09-02'])).toEqual([
      'fulfilled',
      'overdue',
      'fulfilled',
    ]);
  });

  it('a passed attempt counts, one that failed or was voided does not; a later failure changes nothing', async () => {
    const { id: examId } = await mintExam(tenant);
    const id = await required({ subject: { examId }, terms: { dueDays: 1, repeatMonths: 12 } });
    await attempt(examId, 1, '2025-02-01', false);
    await attempt(examId, 2, '2025-03-01', true);
    await attempt(examId, 3, '2025-04-01', false);
    await attempt(examId, 4, '2025-05-01', false, { voidedAt: noon('2025-05-02'), voidReason: '代考', voidUses: true });
    expect(await statesOn(id, ['2025-02-02', '2025-03-02', '2025-04-02'])).toEqual([
      'overdue',
      'fulfilled',
      'fulfilled',
    ]);
    expect((await stateOn(id, '2025-05-03'))?.until).toBe('2026-03-01');
  });

  it('a project is complete with the last of its required courses; one of several subjects is enough', async () => {
    const [first, second, elective] = [await mintCourse(tenant), await mintCourse(tenant), await mintCourse(tenant)];
    const projectId = await mintProject(tenant, [first, second, elective], { elective: [elective] });
    const id = await required({ subject: { projectId }, terms: { dueDays: 300 } });
    await study(first, '2025-01-12', '2025-02-01');
    await study(second, '2025-01-12', '2025-03-01');
    expect(await statesOn(id, ['2025-01-11', '2025-02-02', '2025-03-02'])).toEqual(['due', 'inProgress', 'fulfilled']);
    // Its required exams must be passed, too.
    const { id: examId } = await mintExam(tenant);
    await withTenant(tenant.id, (db) => db.insert(projectExam).values({ enterpriseId: tenant.id, projectId, examId }));
    await reconcile(tenant);
    expect(await statesOn(id, ['2025-03-02', '2025-04-02'])).toEqual(['inProgress', 'inProgress']);
    await attempt(examId, 1, '2025-04-01', true);
    expect(await statesOn(id, ['2025-03-02', '2025-04-02'])).toEqual(['inProgress', 'fulfilled']);
    const either = await required({ subject: { courseId: elective }, terms: { dueDays: 300 } });
    await withTenant(tenant.id, (db) =>
      db
        .insert(requirementSubject)
        .values({ enterpriseId: tenant.id, requirementId: either, version: 1, courseId: first }),
    );
    expect(await statesOn(either, ['2025-01-11', '2025-02-02'])).toEqual(['due', 'fulfilled']);
  });
});

describe('decisions', () => {
  it('an exemption holds until its last day, or until it is ended', async () => {
    const id = await required({ subject: { courseId: await mintCourse(tenant) }, terms: { dueDays: 1 } });
    const own = { enterpriseId: tenant.id, requirementId: id, userId: person.userId, reason: '产假' };
    await withTenant(tenant.id, (db) =>
      db.insert(requirementExemption).values([
        { ...own, untilOn: '2025-03-31', gmtCreate: noon('2025-03-01') },
        { ...own, gmtCreate: noon('2025-05-01'), endedAt: noon('2025-06-01') },
      ]),
    );
    expect(
      await statesOn(id, ['2025-02-28', '2025-03-02', '2025-03-31', '2025-04-01', '2025-05-31', '2025-06-02']),
    ).toEqual(['overdue', 'exempt', 'exempt', 'overdue', 'exempt', 'overdue']);
  });

  it('the newest extension is valid, and never makes a due date earlier', async () => {
    const id = await required({ subject: { courseId: await mintCourse(tenant) }, terms: { dueDays: 30 } });
    const own = { enterpriseId: tenant.id, requirementId: id, userId: person.userId, reason: '出差' };
    const extend = (dueOn: string, day: string) =>
      withTenant(tenant.id, (db) => db.insert(requirementExtension).values({ ...own, dueOn, gmtCreate: noon(day) }));
    await extend('2025-01-20', '2025-01-12');
    expect((await stateOn(id, '2025-01-13'))?.due).toBe('2025-02-09');
    await extend('2025-05-31', '2025-01-14');
    await extend('2025-03-31', '2025-01-15');
    expect((await stateOn(id, '2025-01-14'))?.due).toBe('2025-05-31');
    expect((await stateOn(id, '2025-01-16'))?.due).toBe('2025-03-31');
  });
});

describe('a past day', () => {
  it('is answered with the terms that were valid then', async () => {
    const courseId = await mintCourse(tenant);
    const id = await required({ subject: { courseId }, terms: { dueDays: 300, repeatMonths: null } });
    await study(courseId, '2025-01-12', '2025-02-01');
    await withTenant(tenant.id, async (db) => {
      const key = { enterpriseId: tenant.id, requirementId: id };
      await db
        .update(requirementVersion)
        .set({ until: noon('2026-06-01') })
        .where(eq(requirementVersion.requirementId, id));
      await db
        .insert(requirementVersion)
        .values({ ...key, number: 2, since: noon('2026-06-01'), dueDays: 300, dueFrom: 'assigned', repeatMonths: 12 });
      await db.insert(requirementSubject).values({ ...key, version: 2, courseId });
    });
    expect(await statesOn(id, ['2026-05-31', '2026-06-02'])).toEqual(['fulfilled', 'overdue']);
  });

  it('is answered with the assignments of then', async () => {
    const id = await required({ subject: { courseId: await mintCourse(tenant) }, terms: { dueDays: 10 } });
    const setStatus = (status: 'active' | 'disabled') =>
      withTenant(tenant.id, (db) =>
        db.update(enterpriseUser).set({ status }).where(eq(enterpriseUser.userId, person.userId)),
      );
    await setStatus('disabled');
    await reconcile(tenant, noon('2025-03-01'));
    await setStatus('active');
    await reconcile(tenant, noon('2025-06-01'));
    expect(await statesOn(id, ['2025-02-01', '2025-04-01', '2025-06-02', '2025-06-12'])).toEqual([
      ...['overdue', 'none', 'due', 'overdue'],
    ]);
    const { rows } = await withTenant(tenant.id, (db) =>
      db.execute(sql`select open_reason, close_reason from requirement_assignment
        where enterprise_id = ${tenant.id} and requirement_id = ${id} order by opened_at`),
    );
    expect(rows).toEqual([
      { open_reason: 'rule', close_reason: 'left' },
      { open_reason: 'joined', close_reason: null },
    ]);
  });

  it('the ledger cannot be rewritten', async () => {
    const id = await required({ subject: { courseId: await mintCourse(tenant) } });
    const write = (statement: ReturnType<typeof sql>) => withTenant(tenant.id, (db) => db.execute(statement));
    const of = sql`where enterprise_id = ${tenant.id} and requirement_id = ${id}`;
    await expect(write(sql`delete from requirement_assignment ${of}`)).rejects.toThrow();
    await expect(
      write(sql`update requirement_assignment set opened_at = now() - interval '1 year' ${of}`),
    ).rejects.toThrow();
    await write(sql`update requirement_assignment set closed_at = now(), close_reason = 'rule' ${of}`);
    await expect(
      write(sql`update requirement_assignment set closed_at = null, close_reason = null ${of}`),
    ).rejects.toThrow();
  });
});
