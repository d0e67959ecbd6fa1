import { and, eq } from 'drizzle-orm';
import { course } from '#src/server/course/tables.ts';
import { certificate } from '#src/server/record/tables.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { readCatalogue, type CatalogueResource } from '#src/server/course/read-catalogue.ts';
import { momentOf, type Importing } from '#src/server/pack/importing.ts';
import type { History } from '#src/server/pack/pack-history.ts';
import { issueCertificate } from '#src/server/record/issue-certificate.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';
import { mergeWatched } from '#src/server/study/resource-progress.ts';
import { lockCourseProgress, updateCourses, type Learner } from '#src/server/study/update-course-progress.ts';
import { updateTasks } from '#src/server/study/update-tasks.ts';

type Ids = ReadonlyMap<string, string>;

/**
 * Imports what people have studied, of courses that they have not opened in the portal, and certificates. A repeated
 * import changes nothing.
 */
export async function importStudied(importing: Importing, people: Ids, courses: Ids): Promise<void> {
  const { studied, certificates } = importing.pack.history;
  for (const entry of studied)
    await importCourse(importing, entry, { userId: people.get(entry.phone)!, courseId: courses.get(entry.course)! });
  for (const entry of certificates) await importCertificate(importing, entry, people.get(entry.phone)!);
}

async function importCourse(
  importing: Importing,
  { phone, course: code, percent, at }: History['studied'][number],
  { userId, courseId }: { userId: string; courseId: string },
): Promise<void> {
  const { db, enterpriseId, pack, tally } = importing;
  const name = `${phone}/${code}`;
  const own = and(eq(courseProgress.userId, userId), eq(courseProgress.courseId, courseId));
  if ((await db.$count(courseProgress, and(eq(courseProgress.enterpriseId, enterpriseId), own))) > 0) {
    tally.add('studied course', 'unchanged', name);
    return;
  }
  const learner = { enterpriseId, userId, at: momentOf(importing, at), timeZone: pack.site.timeZone };
  const counted = (await readCatalogue(db, enterpriseId, courseId)).filter((resource) => resource.counted);
  if (percent === 100) await completeResources(db, learner, counted);
  else await studyPart(importing, learner, courseId, counted, percent);
  tally.add('studied course', 'created', name);
}

/** Studies the resources of a course from its beginning until a part of its duration is reached. */
async function studyPart(
  { db, enterpriseId }: Importing,
  learner: Learner,
  courseId: string,
  counted: CatalogueResource[],
  percent: number,
): Promise<void> {
  const [found] = await db
    .select({ threshold: course.completionThreshold })
    .from(course)
    .where(and(eq(course.enterpriseId, enterpriseId), eq(course.id, courseId)));
  const total = counted.reduce((sum, { totalDuration }) => sum + totalDuration, 0);
  let left = Math.round((total * percent) / 100);
  let lastResourceId: string | undefined;
  await lockCourseProgress(db, learner, { courseId });
  for (const resource of counted.filter(({ kind }) => kind === 'media' || kind === 'reading')) {
    const seconds = Math.min(left, resource.totalDuration);
    if (seconds === 0) break;
    left -= seconds;
    lastResourceId = resource.id;
    await mergeWatched(
      db,
      { enterpriseId, userId: learner.userId, resourceId: resource.id },
      { resource, threshold: found!.threshold, at: learner.at },
      { fresh: [[0, seconds]], studySeconds: seconds, position: seconds, playbackRate: 1, captionsOn: false },
    );
  }
  const studySeconds = Math.round((total * percent) / 100) - left;
  await lockCourseProgress(db, learner, { courseId, lastResourceId, studySeconds });
  await updateCourses(db, { ...learner, userIds: [learner.userId] }, [courseId]);
  await updateTasks(db, learner, { courseIds: [courseId] });
}

async function importCertificate(
  importing: Importing,
  { phone, certificate: code, at }: History['certificates'][number],
  userId: string,
): Promise<void> {
  const { db, enterpriseId, tally } = importing;
  const [kind] = await db
    .select({ id: certificate.id })
    .from(certificate)
    .where(and(eq(certificate.enterpriseId, enterpriseId), eq(certificate.code, code)));
  const { isNew } = await issueCertificate(db, {
    ...{ enterpriseId, userId, certificateId: kind!.id, source: `pack:${code}` },
    ...{ at: momentOf(importing, at), issueWay: 'manual' },
  });
  tally.add('certificate of a person', isNew ? 'created' : 'unchanged', `${phone}/${code}`);
}
