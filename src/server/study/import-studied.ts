import { and, eq } from 'drizzle-orm';
import { course } from '#src/server/course/tables.ts';
import { certificate } from '#src/server/record/tables/certificate.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { readCatalogue, type CatalogueResource } from '#src/server/course/read-catalogue.ts';
import { momentOf, type Importing } from '#src/server/pack/importing.ts';
import type { History } from '#src/server/pack/pack-history.ts';
import { endImported, type ImportedEnd } from '#src/server/record/certificate/replace-certificate.ts';
import { issueCertificates } from '#src/server/record/issue-certificate.ts';
import { completeResourcesOf } from '#src/server/study/complete-resources.ts';
import { mergeWatched } from '#src/server/study/resource-progress.ts';
import { lockCourseProgress, updateCourses } from '#src/server/study/update-course-progress.ts';
import type { Learner } from './award-course.ts';
import { updateTasks } from '#src/server/study/update-tasks.ts';

type Ids = ReadonlyMap<string, string>;

/**
 * Imports what people have studied, of courses that they have not opened in the portal, and certificates. A repeated
 * import changes nothing.
 */
export async function importStudied(importing: Importing, people: Ids, courses: Ids): Promise<void> {
  const { db, enterpriseId, pack, tally } = importing;
  const begun = await db
    .select({ userId: courseProgress.userId, courseId: courseProgress.courseId })
    .from(courseProgress)
    .where(eq(courseProgress.enterpriseId, enterpriseId));
  const known = new Set(begun.map(({ userId, courseId }) => `${userId} ${courseId}`));
  /** Those who have done the same at the same time. */
  const groups = new Map<string, { entry: Studied; userIds: string[] }>();
  for (const entry of pack.history.studied) {
    const userId = people.get(entry.phone)!;
    const isKnown = known.has(`${userId} ${courses.get(entry.course)!}`);
    tally.add('studied course', isKnown ? 'unchanged' : 'created', `${entry.phone}/${entry.course}`);
    if (isKnown) continue;
    const key = `${entry.course} ${entry.percent} ${entry.at}`;
    const group = groups.get(key) ?? { entry, userIds: [] };
    group.userIds.push(userId);
    groups.set(key, group);
  }
  for (const { entry, userIds } of groups.values())
    await importCourse(importing, entry, userIds, courses.get(entry.course)!);
  await importIssued(importing, people);
}

type Studied = History['studied'][number];

async function importCourse(
  importing: Importing,
  { percent, at }: Studied,
  userIds: string[],
  courseId: string,
): Promise<void> {
  const { db, enterpriseId, pack } = importing;
  const when = { enterpriseId, at: momentOf(importing, at), timeZone: pack.site.timeZone };
  const counted = (await readCatalogue(db, enterpriseId, courseId)).filter((resource) => resource.counted);
  if (percent === 100) await completeResourcesOf(db, { ...when, userIds }, counted);
  else for (const userId of userIds) await studyPart(importing, { ...when, userId }, courseId, counted, percent);
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

/** Issues certificates by hand; the second one of a kind that the pack names for a person is another event. */
async function importIssued(importing: Importing, people: Ids): Promise<void> {
  const { db, enterpriseId, tally, pack } = importing;
  const kinds = await db
    .select({ id: certificate.id, code: certificate.code })
    .from(certificate)
    .where(eq(certificate.enterpriseId, enterpriseId));
  const ids = new Map(kinds.map(({ id, code }) => [code, id]));
  const counts = new Map<string, number>();
  const issues = pack.history.certificates.map(({ phone, certificate: code, at, revoked, corrected }) => {
    const number = (counts.get(`${phone} ${code}`) ?? 0) + 1;
    counts.set(`${phone} ${code}`, number);
    return {
      ...{ userId: people.get(phone)!, certificateId: ids.get(code)!, issueWay: 'manual' as const },
      ...{ source: number === 1 ? `pack:${code}` : `pack:${code}:${number}` },
      ...{ at: momentOf(importing, at), name: `${phone}/${code}`, revoked, corrected, phone },
      ...(corrected && { userName: corrected.name }),
    };
  });
  const made = await issueCertificates(db, enterpriseId, issues);
  const isNew = new Set(made.map(({ userId, source }) => `${userId} ${source}`));
  const nameOf = new Map(pack.people.map(({ phone, userName }) => [phone, userName]));
  const ends = issues.flatMap(({ userId, source, phone, revoked, corrected }): ImportedEnd[] => {
    const end = revoked ?? corrected;
    if (!end || !isNew.has(`${userId} ${source}`)) return [];
    const how = revoked ? ('revoked' as const) : ('corrected' as const);
    return [{ userId, source, how, at: momentOf(importing, end.at), reason: end.reason, userName: nameOf.get(phone)! }];
  });
  await endImported(db, enterpriseId, ends);
  for (const { userId, source, name } of issues)
    tally.add('certificate of a person', isNew.has(`${userId} ${source}`) ? 'created' : 'unchanged', name);
}
