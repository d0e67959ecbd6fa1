import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { announceExamJob } from '#src/server/jobs/announce-exam.ts';
import { mintCourse, mintExamResource } from '../factories/course.ts';
import { mintExam, type TestExam } from '../factories/exam.ts';
import { changeExam } from '../factories/exam-rules.ts';
import { examSettings, saveAgain } from '../factories/inputs/exam-admin-inputs.ts';
import { ok } from '../factories/portal.ts';
import { mintTask } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The audience of an exam is told when it is published (decision 079). */

const SAVE = 'POST /exam/auth/exam/admin/save';
const PUBLISH = 'PUT /exam/auth/exam/admin/publish';

let tenant: TestTenant;
let admin: TestPerson;
let bank: TestExam;
let finance: TestPerson;
let workshop: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  bank = await mintExam(tenant);
  finance = await mintPerson(tenant, { department: '总部/财务部' });
  workshop = await mintPerson(tenant, { department: '总部/车间' });
});

const settings = (title: string, more: Partial<OperationInput<typeof SAVE>> = {}) => ({
  ...examSettings({ world: { exam: bank, mark: title } }),
  title,
  ...more,
});
/** Jobs that wait for the exam, which are then run. */
async function runJobs(examId: string): Promise<number> {
  const { rows } = await withPortal((_db, client) =>
    client.query<{ id: string }>(
      `delete from pgboss.job where name = 'announce-exam' and data ->> 'examId' = $1 returning id`,
      [examId],
    ),
  );
  for (const _ of rows) await announceExamJob({ enterpriseId: tenant.id, examId });
  return rows.length;
}
async function publish(input: OperationInput<typeof SAVE>): Promise<string> {
  const { id } = await ok(admin, SAVE, input);
  expect(await runJobs(id)).toBe(0);
  await ok(admin, PUBLISH, { id, published: true });
  expect(await runJobs(id)).toBe(1);
  return id;
}
const noticesOf = async (who: TestPerson, title: string) =>
  (await ok(who, 'POST /user/auth/notice/page', { pageSize: 100 })).list.filter(({ detail }) => detail.title === title);
const listed = async (who: TestPerson, id: string) =>
  (await ok(who, 'POST /exam/auth/user/exam/task/record/page', { pageSize: 100 })).list.some((each) => each.id === id);

describe('publishing an exam', () => {
  it('tells everybody, once, and lists it at once', async () => {
    const left = await mintPerson(tenant);
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, left.userId)),
    );
    const id = await publish(settings('全员考试', { audience: 'everyone' }));
    for (const who of [finance, workshop]) {
      expect(await noticesOf(who, '全员考试')).toMatchObject([
        { kind: 'examPublished', path: `/test/id?id=${id}`, read: false },
      ]);
      expect(await listed(who, id)).toBe(true);
    }
    await ok(admin, PUBLISH, { id, published: false });
    await ok(admin, PUBLISH, { id, published: true });
    await runJobs(id);
    expect(await noticesOf(finance, '全员考试')).toHaveLength(1);
  });

  it('tells the departments, and those that are added later', async () => {
    const input = settings('部门考试', { audience: 'departments', departments: ['总部/财务部'] });
    const id = await publish(input);
    expect(await noticesOf(finance, '部门考试')).toHaveLength(1);
    expect(await noticesOf(workshop, '部门考试')).toEqual([]);
    await saveAgain(admin, { ...input, id, intro: 'Changed' });
    expect(await runJobs(id)).toBe(0);
    await saveAgain(admin, { ...input, id, departments: ['总部'] });
    expect(await runJobs(id)).toBe(1);
    expect(await noticesOf(workshop, '部门考试')).toHaveLength(1);
    expect(await noticesOf(finance, '部门考试')).toHaveLength(1);
  });

  it('tells of an item of a course those who study it', async () => {
    const courseId = await mintCourse(tenant);
    const { examId } = await mintExamResource(tenant, courseId);
    await changeExam(tenant, examId, { courseId, title: '课程的考试' });
    await mintTask(tenant, [workshop], [{ courseId }]);
    await announceExamJob({ enterpriseId: tenant.id, examId });
    expect(await noticesOf(workshop, '课程的考试')).toHaveLength(1);
    expect(await noticesOf(finance, '课程的考试')).toEqual([]);
    expect(await listed(finance, examId)).toBe(false);
  });

  it('tells nobody of an exam that is over or was withdrawn meanwhile', async () => {
    for (const more of [
      { published: false },
      { windowStart: new Date(Date.now() - 9_000_000), windowEnd: new Date(Date.now() - 1000) },
    ]) {
      const { id } = await mintExam(tenant, { title: '过期的考试', ...more });
      await announceExamJob({ enterpriseId: tenant.id, examId: id });
    }
    expect(await noticesOf(finance, '过期的考试')).toEqual([]);
  });
});
