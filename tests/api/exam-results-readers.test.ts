import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { examMarker } from '#src/server/exam/tables/rules.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { mintCourse } from '../factories/course.ts';
import { mintShortExam, sit } from '../factories/exam-rules.ts';
import { mintLecturer } from '../factories/lecturer.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { cellsOf } from '../factories/sheet.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Results are read by those who manage or mark the exam (decision 079). */

const LIST = 'POST /exam/auth/exam/analysis/page';
const CALLS = [
  'GET /exam/auth/exam/analysis/view',
  'GET /exam/auth/exam/analysis/results/view',
  'POST /exam/auth/exam/analysis/candidate/page',
  'POST /exam/auth/exam/analysis/candidate/export',
  'POST /exam/auth/exam/analysis/question/export',
] as const;

let tenant: TestTenant;
let owner: TestPerson;
let marker: TestPerson;
let outsider: TestPerson;
let admin: TestPerson;
let examId: string;
beforeAll(async () => {
  tenant = await mintTenant();
  const lecturers = Array.from({ length: 3 }, () => mintPerson(tenant, { userType: 2 }));
  [owner, marker, outsider] = (await Promise.all(lecturers)) as [TestPerson, TestPerson, TestPerson];
  admin = await mintPerson(tenant, { isAdmin: true });
  const courseId = await mintCourse(tenant, { lecturerId: await mintLecturer(tenant, { userId: owner.userId }) });
  const exam = await mintShortExam(tenant, { courseId, markerGroup: 'named' });
  examId = exam.id;
  await withTenant(tenant.id, (db) =>
    db.insert(examMarker).values({ enterpriseId: tenant.id, examId, userId: marker.userId }),
  );
  await sit(await mintPerson(tenant), exam, true);
});

const sheetOf = async (person: TestPerson, id: string) => {
  const { url } = await ok(person, 'GET /data/auth/export/record/get/file/download/url', { id });
  const headers = { host: person.host, cookie: `ET_WEB_TOKEN=${person.token}; ${companionCookie(person.token)}` };
  const response = await portal.request(`http://${person.host}${url}`, { headers });
  return cellsOf(new Uint8Array(await response.arrayBuffer()));
};

const membersOf = ({ id }: TestTenant) =>
  withTenant(id, (db) => db.$count(enterpriseUser, eq(enterpriseUser.enterpriseId, id)));

describe('results of an exam', () => {
  it('are read by administrators, the lecturer of its course and its markers, and by nobody else', async () => {
    for (const name of CALLS) {
      for (const who of [owner, marker, admin]) expect((await call(who, name, { examId })).code, name).toBe(200);
      expect((await call(outsider, name, { examId })).code, name).toBe(404);
    }
    for (const [who, count] of [
      [owner, 1],
      [marker, 1],
      [admin, 1],
      [outsider, 0],
    ] as const)
      expect((await ok(who, LIST, {})).totalCount).toBe(count);
  });

  it('are not in a file that is made after the right was lost', async () => {
    const other = await mintShortExam(tenant, { markerGroup: 'named' });
    const person = await mintPerson(tenant, { userType: 2 });
    const named = { enterpriseId: tenant.id, examId: other.id, userId: person.userId };
    await sit(await mintPerson(tenant), other, true);
    for (const name of CALLS.slice(-2) as (typeof CALLS)[3 | 4][]) {
      await withTenant(tenant.id, (db) => db.insert(examMarker).values(named));
      const made: number[] = [];
      for (const isMarker of [true, false]) {
        const { id } = await ok(person, name, { examId: other.id });
        if (!isMarker)
          await withTenant(tenant.id, (db) => db.delete(examMarker).where(eq(examMarker.examId, other.id)));
        expect(await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date())).toBeUndefined();
        made.push((await sheetOf(person, id)).length);
      }
      // The head and a question, or all people: the exam is for everybody, and open.
      expect(made).toEqual([name.includes('candidate') ? 1 + (await membersOf(tenant)) : 2, 1]);
    }
  });
});
