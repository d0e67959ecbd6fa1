import { randomUUID } from 'node:crypto';
import {
  course,
  courseRegistration,
  courseResource,
  project,
  projectCourse,
} from '#src/server/core/db/schema/course.ts';
import { exam } from '#src/server/core/db/schema/exam.ts';
import { file } from '#src/server/core/db/schema/file.ts';
import { lecturer } from '#src/server/core/db/schema/lecturer.ts';
import { category } from '#src/server/core/db/schema/site.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

type CourseMore = Partial<typeof course.$inferInsert>;
type ResourceMore = Partial<typeof courseResource.$inferInsert> & { mime?: string };

/** A course without resources. */
export async function mintCourse(tenant: TestTenant, more: CourseMore = {}): Promise<string> {
  const id = more.id ?? randomUUID();
  await withTenant(tenant.id, (db) =>
    db.insert(course).values({ title: '安全生产', ...more, enterpriseId: tenant.id, id, code: id }),
  );
  return id;
}

/** A video of 100 s in a course, unless `more` makes it something else. */
export async function mintResource(
  tenant: TestTenant,
  courseId: string,
  { mime = 'video/mp4', ...more }: ResourceMore = {},
) {
  const id = more.id ?? randomUUID();
  const fileId = more.fileId === null ? null : randomUUID();
  await withTenant(tenant.id, async (db) => {
    if (fileId) {
      await db.insert(file).values({
        enterpriseId: tenant.id,
        id: fileId,
        storeKey: fileId,
        sha256: fileId,
        fileName: `${fileId}.mp4`,
        contentType: mime,
        fileSize: 1000,
        visibility: 'member',
        duration: 100,
      });
    }
    await db.insert(courseResource).values({
      subResourceName: '第一讲',
      contentType: 2,
      resourceType: 2,
      totalDuration: 100,
      ...more,
      enterpriseId: tenant.id,
      id,
      courseId,
      code: id,
      fileId,
    });
  });
  return id;
}

/** A directory of a course's tree. */
export const mintDirectory = (tenant: TestTenant, courseId: string, more: ResourceMore = {}) =>
  mintResource(tenant, courseId, {
    subResourceName: '第一章',
    resourceType: null,
    totalDuration: 0,
    ...more,
    fileId: null,
  });

/** An exam without questions, and the resource of a course that stands for it. */
export async function mintExamResource(
  tenant: TestTenant,
  courseId: string,
): Promise<{ examId: string; resourceId: string }> {
  const examId = randomUUID();
  await withTenant(tenant.id, (db) =>
    db.insert(exam).values({
      enterpriseId: tenant.id,
      id: examId,
      code: examId,
      title: '结业考试',
      limitSeconds: 600,
      windowStart: new Date(Date.now() - 86_400_000),
      windowEnd: new Date(Date.now() + 86_400_000),
      passScore: '60',
      reviewPolicy: 'immediately',
    }),
  );
  const resourceId = await mintResource(tenant, courseId, {
    subResourceName: '结业考试',
    contentType: 3,
    resourceType: null,
    totalDuration: 0,
    fileId: null,
    examId,
  });
  return { examId, resourceId };
}

export async function mintCategory(tenant: TestTenant, name: string, parentId: string | null = null): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, (db) =>
    db
      .insert(category)
      .values({ enterpriseId: tenant.id, id, code: id, name: { zh: name, en: `${name} (en)` }, parentId }),
  );
  return id;
}

export async function mintLecturer(
  tenant: TestTenant,
  more: Partial<typeof lecturer.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, (db) =>
    db
      .insert(lecturer)
      .values({ lecturerName: '林老师', lecturerLevel: '高级', ...more, enterpriseId: tenant.id, id, code: id }),
  );
  return id;
}

/** Somebody's registration for a course, decided as `status` says. */
export async function mintRegistration(
  tenant: TestTenant,
  person: TestPerson,
  courseId: string,
  status: 'pending' | 'approved' | 'rejected',
): Promise<void> {
  await withTenant(tenant.id, (db) =>
    db
      .insert(courseRegistration)
      .values({ enterpriseId: tenant.id, courseId, userId: person.userId, status })
      .onConflictDoUpdate({
        target: [courseRegistration.enterpriseId, courseRegistration.courseId, courseRegistration.userId],
        set: { status },
      }),
  );
}

/** A learning project of courses, all required unless they are named in `elective`. */
export async function mintProject(
  tenant: TestTenant,
  courses: string[],
  { elective = [], ...more }: Partial<typeof project.$inferInsert> & { elective?: string[] } = {},
): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, async (db) => {
    await db.insert(project).values({ title: '新人成长计划', ...more, enterpriseId: tenant.id, id, code: id });
    for (const [sort, courseId] of courses.entries()) {
      const required = !elective.includes(courseId);
      await db.insert(projectCourse).values({ enterpriseId: tenant.id, projectId: id, courseId, required, sort });
    }
  });
  return id;
}
