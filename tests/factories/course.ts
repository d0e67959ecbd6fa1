import { randomUUID } from 'node:crypto';
import { course, courseRegistration, courseResource, project, projectCourse } from '#src/server/course/tables.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { file } from '#src/server/file/tables.ts';
import { resourceQuestion } from '#src/server/study/tables/media.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { category } from '#src/server/course/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

type CourseMore = Partial<typeof course.$inferInsert>;
type ResourceMore = Partial<typeof courseResource.$inferInsert> & { mime?: string };

/** Inserts a course without resources. @returns its id */
export async function mintCourse(tenant: TestTenant, more: CourseMore = {}): Promise<string> {
  const id = more.id ?? randomUUID();
  await withTenant(tenant.id, (db) =>
    db.insert(course).values({ title: '安全生产', ...more, enterpriseId: tenant.id, id, code: id }),
  );
  return id;
}

/** Inserts a resource of a course, by default a video of 100 s. @returns its id */
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

/** Inserts a question of a video, by default a required one at second 10 with options A (right) and B. @returns its id */
export async function mintMediaQuestion(
  tenant: TestTenant,
  resourceId: string,
  more: Partial<typeof resourceQuestion.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, (db) =>
    db.insert(resourceQuestion).values({
      ...{ atSecond: 10, kind: 'single', stem: '什么是LOTO？', rightKeys: ['A'] },
      options: [
        { key: 'A', text: '上锁挂牌' },
        { key: 'B', text: '抽奖' },
      ],
      ...more,
      ...{ enterpriseId: tenant.id, id, resourceId, code: id },
    }),
  );
  return id;
}

/** Inserts a directory of a course. @returns its id */
export const mintDirectory = (tenant: TestTenant, courseId: string, more: ResourceMore = {}) =>
  mintResource(tenant, courseId, {
    subResourceName: '第一章',
    resourceType: null,
    totalDuration: 0,
    ...more,
    fileId: null,
  });

/** Inserts an exam without questions, and the resource of a course that refers to it. */
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

/** Inserts a published category. @returns its id */
export async function mintCategory(tenant: TestTenant, name: string, parentId: string | null = null): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, (db) =>
    db
      .insert(category)
      .values({ enterpriseId: tenant.id, id, code: id, name: { zh: name, en: `${name} (en)` }, parentId }),
  );
  return id;
}

/** Inserts a published lecturer. @returns its id */
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

/** Inserts or updates a user's registration for a course, without a request. */
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

/** Inserts a learning project; its courses are required unless listed in `elective`. @returns its id */
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
