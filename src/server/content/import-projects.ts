import { and, eq } from 'drizzle-orm';
import { project, projectCourse } from '#src/server/core/db/schema/course.ts';
import { syncByCode, type Importing } from '#src/server/content/importing.ts';
import type { Project } from '#src/server/content/pack.ts';

type Ids = ReadonlyMap<string, string>;

/** Learning projects and their courses, in order. @returns ids by code */
export async function importProjects(
  importing: Importing,
  categories: Ids,
  courses: Ids,
): Promise<Map<string, string>> {
  const projects = await syncByCode(
    importing,
    'project',
    project,
    importing.pack.projects.map((entry) => ({
      code: entry.code,
      title: entry.title,
      summary: entry.summary,
      description: entry.description,
      coverFileId: importing.fileId(entry.cover, 'public'),
      categoryId: categories.get(entry.category),
      status: entry.status,
      registrationRequired: entry.registrationRequired,
    })),
    { hidden: { status: 'unpublished' } },
  );
  for (const entry of importing.pack.projects) await writeCourses(importing, entry, projects.get(entry.code)!, courses);
  return projects;
}

/** Nothing that people did hangs on these rows, so what the pack no longer has is taken out. */
async function writeCourses(importing: Importing, entry: Project, projectId: string, courses: Ids): Promise<void> {
  const { db, enterpriseId, counts } = importing;
  const ofProject = and(eq(projectCourse.enterpriseId, enterpriseId), eq(projectCourse.projectId, projectId));
  const stored = new Map((await db.select().from(projectCourse).where(ofProject)).map((row) => [row.courseId, row]));
  for (const [sort, { course, required }] of entry.courses.entries()) {
    const courseId = courses.get(course)!;
    const before = stored.get(courseId);
    stored.delete(courseId);
    if (before?.sort === sort && before.required === required) {
      counts.unchanged += 1;
      continue;
    }
    counts[before ? 'updated' : 'created'] += 1;
    await db
      .insert(projectCourse)
      .values({ enterpriseId, projectId, courseId, required, sort })
      .onConflictDoUpdate({
        target: [projectCourse.enterpriseId, projectCourse.projectId, projectCourse.courseId],
        set: { required, sort },
      });
  }
  for (const courseId of stored.keys()) {
    await db.delete(projectCourse).where(and(ofProject, eq(projectCourse.courseId, courseId)));
    counts.updated += 1;
  }
}
