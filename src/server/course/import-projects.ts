import { and, eq } from 'drizzle-orm';
import { project, projectCourse } from '#src/server/course/tables.ts';
import { syncByCode, type Importing } from '#src/server/pack/importing.ts';
import type { Project } from '#src/server/pack/pack-courses.ts';

type Ids = ReadonlyMap<string, string>;

/** Imports learning projects with their courses. @returns ids by code */
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
  for (const entry of importing.pack.projects)
    if (!importing.edits.isTakenOver('project', entry.code))
      await writeCourses(importing, entry, projects.get(entry.code)!, courses);
  return projects;
}

/** Writes the courses of a project. No user data refers to these rows, so removed courses are deleted. */
async function writeCourses(importing: Importing, entry: Project, projectId: string, courses: Ids): Promise<void> {
  const { db, enterpriseId, tally } = importing;
  const ofProject = and(eq(projectCourse.enterpriseId, enterpriseId), eq(projectCourse.projectId, projectId));
  const stored = new Map((await db.select().from(projectCourse).where(ofProject)).map((row) => [row.courseId, row]));
  for (const [sort, { course, required }] of entry.courses.entries()) {
    const courseId = courses.get(course)!;
    const before = stored.get(courseId);
    stored.delete(courseId);
    if (before?.sort === sort && before.required === required) {
      tally.add('project course', 'unchanged', `${entry.code}/${course}`);
      continue;
    }
    tally.add('project course', before ? 'updated' : 'created', `${entry.code}/${course}`);
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
    tally.add('project course', 'updated', entry.code);
  }
}
