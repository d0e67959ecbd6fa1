import { and, eq } from 'drizzle-orm';
import { auditLog } from '#src/server/core/tables.ts';
import { flowInstance } from '#src/server/flow/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse, mintLecturer } from './course.ts';
import { ok } from './portal.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

/** Inserts a course that requires registration; `teacher` is the user of its lecturer. */
export async function mintRegistrationCourse(
  tenant: TestTenant,
  teacher?: TestPerson,
  title = '特种作业',
): Promise<string> {
  const lecturerId = teacher && (await mintLecturer(tenant, { userId: teacher.userId }));
  return mintCourse(tenant, { registrationRequired: true, title, ...(lecturerId && { lecturerId }) });
}

/** Requests registration for a course. @returns the id of the request */
export async function register(person: TestPerson, courseId: string, note?: string): Promise<string> {
  await ok(person, 'POST /course/auth/course/registration/save', { courseId, ...(note && { note }) });
  const { list } = await ok(person, 'POST /user/auth/flow/instance/myInstance', { state: 'pending', pageSize: 100 });
  return list.find(({ subjectId }) => subjectId === courseId)!.id;
}

/** Approves or rejects a request. */
export const decide = (person: TestPerson, id: string, action: 'approve' | 'reject' = 'approve') =>
  ok(person, 'POST /user/auth/flow/instance/submitFlow', {
    id,
    action,
    comment: action === 'reject' ? '名额已满' : '同意',
  });

/** Returns the audited actions of a request, oldest first. */
export async function auditsOf(tenant: TestTenant, instanceId: string): Promise<string[]> {
  const rows = await withTenant(tenant.id, (db) =>
    db.select().from(auditLog).where(eq(auditLog.enterpriseId, tenant.id)).orderBy(auditLog.id),
  );
  return rows.filter(({ detail }) => detail?.['instanceId'] === instanceId).map(({ action }) => action);
}

/** Returns the pending requests for one subject. */
export const pendingOf = (tenant: TestTenant, subjectId: string) =>
  withTenant(tenant.id, (db) =>
    db
      .select()
      .from(flowInstance)
      .where(and(eq(flowInstance.subjectId, subjectId), eq(flowInstance.state, 'pending'))),
  );
