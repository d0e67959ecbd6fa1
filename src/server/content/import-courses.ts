import { eq } from 'drizzle-orm';
import { course, courseResource } from '#src/server/core/db/schema/course.ts';
import { amount, syncByCode, type Importing } from '#src/server/content/importing.ts';
import type { Resource } from '#src/server/content/pack.ts';

type Ids = ReadonlyMap<string, string>;

/** Courses without their resources: exams refer to courses, and resources to exams. @returns ids by code */
export function importCourses(importing: Importing, categories: Ids, lecturers: Ids): Promise<Map<string, string>> {
  return syncByCode(
    importing,
    'course',
    course,
    importing.pack.courses.map((entry) => ({
      code: entry.code,
      title: entry.title,
      summary: entry.summary,
      description: entry.description,
      coverFileId: importing.fileId(entry.cover, 'public'),
      courseType: entry.courseType,
      categoryId: categories.get(entry.category),
      lecturerId: lecturers.get(entry.lecturer),
      classHours: amount(entry.classHours),
      hourKind: entry.hourKind,
      credits: amount(entry.credits),
      points: amount(entry.points),
      completionThreshold: entry.completionThreshold,
      status: entry.status,
      registrationRequired: entry.registrationRequired,
      purchaseRequired: entry.purchaseRequired,
      price: amount(entry.price),
      currency: entry.currency,
    })),
    { hidden: { status: 'unpublished' } },
  );
}

/** The resource tree of each course, numbered in the order a learner meets it. */
export async function importResources(importing: Importing, courses: Ids, exams: Ids): Promise<void> {
  for (const entry of importing.pack.courses) {
    const courseId = courses.get(entry.code)!;
    await syncByCode(
      importing,
      'resource',
      courseResource,
      (ids) => rows(importing, courseId, entry.resources, exams, ids),
      {
        scope: eq(courseResource.courseId, courseId),
        scopeName: entry.code,
      },
    );
  }
}

function* rows(importing: Importing, courseId: string, resources: Resource[], exams: Ids, ids: Ids) {
  const { pack, fileId } = importing;
  let sort = 0;
  function* walk(level: Resource[], parent: string | undefined): Generator<Record<string, unknown> & { code: string }> {
    for (const entry of level) {
      const media = entry.file === undefined ? undefined : pack.media.get(entry.file);
      yield {
        courseId,
        code: entry.code,
        // Read when the row is due, after its parent was written.
        parentId: parent === undefined ? null : ids.get(parent),
        subResourceName: entry.subResourceName,
        contentType: entry.contentType,
        resourceType: entry.resourceType ?? null,
        fileId: fileId(entry.file, 'member'),
        captionsFileId: fileId(entry.captions, 'member'),
        examId: entry.exam === undefined ? null : exams.get(entry.exam),
        totalDuration: entry.totalDuration ?? Math.floor(media?.durationSeconds ?? 0),
        sort: sort++,
      };
      yield* walk(entry.children ?? [], entry.code);
    }
  }
  yield* walk(resources, undefined);
}
