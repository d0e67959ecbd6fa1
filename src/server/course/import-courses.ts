import { and, eq } from 'drizzle-orm';
import { course, courseResource, category, reaction } from '#src/server/course/tables.ts';
import { amount, momentOf, syncByCode, type Importing, localizedText } from '#src/server/pack/importing.ts';
import type { Resource } from '#src/server/pack/pack-courses.ts';

type Ids = ReadonlyMap<string, string>;

/**
 * Imports courses without their resources, because exams refer to courses and resources to exams.
 * @returns ids by code
 */
export function importCourses(
  importing: Importing,
  { categories, lecturers, certificates }: { categories: Ids; lecturers: Ids; certificates: Ids },
): Promise<Map<string, string>> {
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
      noSkipping: entry.noSkipping,
      itemsInOrder: entry.itemsInOrder,
      certificateId: entry.certificate === undefined ? null : certificates.get(entry.certificate),
      watermark: entry.watermark,
      maxPlaybackRate: amount(entry.maxPlaybackRate),
      status: entry.status,
      registrationRequired: entry.registrationRequired,
      purchaseRequired: entry.purchaseRequired,
      price: amount(entry.price),
      currency: entry.currency,
    })),
    { hidden: { status: 'unpublished' } },
  );
}

/** Imports the resource tree of each course, numbered depth first. @returns ids by code, by the code of the course */
export async function importResources(importing: Importing, courses: Ids, exams: Ids): Promise<Map<string, Ids>> {
  const all = new Map<string, Ids>();
  for (const entry of importing.pack.courses) {
    const courseId = courses.get(entry.code)!;
    // Its items are the portal's.
    if (importing.edits.isTakenOver('course', entry.code)) {
      all.set(entry.code, await storedResources(importing, courseId));
      importing.codes[`resource/${entry.code}`] = importing.before[`resource/${entry.code}`] ?? [];
      continue;
    }
    const ids = await syncByCode(
      importing,
      'resource',
      courseResource,
      (written) => rows(importing, courseId, entry.resources, exams, written),
      {
        scope: eq(courseResource.courseId, courseId),
        scopeName: entry.code,
      },
    );
    all.set(entry.code, ids);
  }
  return all;
}

async function storedResources({ db, enterpriseId }: Importing, courseId: string): Promise<Map<string, string>> {
  const stored = await db
    .select({ id: courseResource.id, code: courseResource.code })
    .from(courseResource)
    .where(and(eq(courseResource.enterpriseId, enterpriseId), eq(courseResource.courseId, courseId)));
  return new Map(stored.map(({ id, code }) => [code, id]));
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
        // The generator runs while rows are written: the parent already has its id.
        parentId: parent === undefined ? null : ids.get(parent),
        subResourceName: entry.subResourceName,
        contentType: entry.contentType,
        ...activityOf(entry),
        // Of a live class, the recording decides about them.
        ...(!entry.live && {
          resourceType: entry.resourceType ?? null,
          totalDuration: entry.totalDuration ?? Math.floor(media?.durationSeconds ?? 0),
        }),
        fileId: fileId(entry.file, 'member'),
        linkUrl: entry.url ?? null,
        releaseAt: entry.release === undefined ? null : momentOf(importing, entry.release),
        releaseDays: entry.releaseDays ?? null,
        examId: entry.exam === undefined ? null : exams.get(entry.exam),
        sort: sort++,
      };
      yield* walk(entry.children ?? [], entry.code);
    }
  }
  yield* walk(resources, undefined);
}

/**
 * The activity that the pack sets up for a resource. Without one in the pack, an offline class keeps its value: its sessions
 * may have been planned in the portal.
 */
function activityOf({ contentType, questionnaire, practice, evaluation, sessions, live }: Resource) {
  if (questionnaire !== undefined) return { activity: 'questionnaire' };
  if (practice || evaluation) return { activity: 'evaluation' };
  if (sessions) return { activity: 'training' };
  if (live) return { activity: 'live' };
  return contentType === 6 ? {} : { activity: null };
}

/** Imports categories, parents before their children. @returns ids by code */
export function importCategories(importing: Importing): Promise<Map<string, string>> {
  const all = importing.pack.site.categories;
  const depth = (code: string | undefined): number => {
    const found = all.find((entry) => entry.code === code);
    return found ? 1 + depth(found.parent) : 0;
  };
  const rows = all
    .map((entry, sort) => ({ ...entry, sort, depth: depth(entry.code) }))
    .sort((a, b) => a.depth - b.depth || a.sort - b.sort);
  return syncByCode(importing, 'category', category, function* (ids) {
    for (const { code, name, parent, sort } of rows) {
      yield { code, name: localizedText(importing, name), parentId: parent ? ids.get(parent) : null, sort };
    }
  });
}

type CodeIds = ReadonlyMap<string, string>;

/** Imports initial likes and ratings. Existing reactions of a user to a subject are not changed. */
export async function importReactions(
  { db, enterpriseId, pack, now, tally }: Importing,
  people: CodeIds,
  { courses, projects }: { courses: CodeIds; projects: CodeIds },
): Promise<void> {
  for (const entry of pack.reactions) {
    const subject =
      entry.course !== undefined
        ? { subjectType: 'course' as const, subjectId: courses.get(entry.course)! }
        : { subjectType: 'project' as const, subjectId: projects.get(entry.project!)! };
    const ratings = new Map(
      Object.entries(entry.ratings).flatMap(([stars, phones]) =>
        phones.map((phone) => [phone, Number(stars)] as const),
      ),
    );
    for (const phone of new Set([...entry.likes, ...ratings.keys()])) {
      const written = await db
        .insert(reaction)
        .values({
          enterpriseId,
          ...subject,
          userId: people.get(phone)!,
          likedAt: entry.likes.includes(phone) ? now : null,
          rating: ratings.get(phone) ?? null,
          gmtModified: now,
        })
        .onConflictDoNothing()
        .returning({ userId: reaction.userId });
      tally.add('reaction', written.length > 0 ? 'created' : 'unchanged', entry.course ?? entry.project!);
    }
  }
}
