import { withTenant } from '#src/server/core/db/tenant.ts';
import { issueCertificate } from '#src/server/record/issue-certificate.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { mintExam } from './exam.ts';
import { mintOrder, mintPaidCourse } from './order.ts';
import { mintCertificate, post } from './record.ts';
import { mintTask } from './study.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

/** Makes a member begin a course, or complete it with a `progress` of 100. */
export const study = (tenant: TestTenant, { userId }: TestPerson, courseId: string, progress = 40) =>
  withTenant(tenant.id, (db) =>
    db.insert(courseProgress).values({
      ...{ enterpriseId: tenant.id, userId, courseId, studyProgress: progress },
      ...(progress === 100 ? { status: 'completed', completedAt: new Date('2026-03-02T20:00:00Z') } : {}),
    }),
  );

/**
 * Inserts an approved order of an organisation account with a seat for a member, who has a row in each list of the organisation centre for
 * it: the course completed, in a task, with an exam, class hours and a certificate.
 */
export async function mintOrganised(tenant: TestTenant, buyer: TestPerson, person: TestPerson, mark: string) {
  const courseId = await mintPaidCourse(tenant, { title: `Paid ${mark}` });
  const orderId = await mintOrder(tenant, buyer, courseId, [person], { seats: 2 });
  const exam = await mintExam(tenant, { title: `Exam ${mark}`, courseId });
  const taskId = await mintTask(tenant, [person], [{ courseId }], 10, { title: `Task ${mark}` });
  await study(tenant, person, courseId, 100);
  await post(tenant, person, { source: `course:${courseId}:hours`, title: `Hours ${mark}`, amount: '1.5' });
  const certificateId = await mintCertificate(tenant, { certificateName: `Certificate ${mark}` });
  const of = { enterpriseId: tenant.id, userId: person.userId, certificateId, at: new Date() };
  await withTenant(tenant.id, (db) =>
    issueCertificate(db, { ...of, source: `exam:${exam.id}`, issueWay: 'automatic' }),
  );
  return { courseId, orderId, examId: exam.id, taskId };
}
