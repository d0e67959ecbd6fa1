import { and, asc, eq, sql } from 'drizzle-orm';
import type { Editing } from '#src/server/core/content-kind.ts';
import { file } from '#src/server/file/tables.ts';
import { course, coursePerson, courseResource, courseRule } from '../tables.ts';
import type { CourseDocument, PlainItem } from './course-document.ts';
import { typeOf } from './item-types.ts';

/** A decimal as an editor shows it: `1.50` is `1.5`, `2.00` is `2`. */
const plain = (amount: string) => String(Number(amount));

/** Reads a course as a document, without the questions of its videos and the names of its certificate. @returns null when there is none */
export async function readCourseDocument({ db, enterpriseId }: Editing, id: string) {
  const [row] = await db
    .select()
    .from(course)
    .where(and(eq(course.enterpriseId, enterpriseId), eq(course.id, id)));
  if (!row) return null;
  const resources = await db
    .select({ resource: courseResource, fileName: file.fileName })
    .from(courseResource)
    .leftJoin(file, and(eq(file.enterpriseId, courseResource.enterpriseId), eq(file.id, courseResource.fileId)))
    .where(
      and(
        eq(courseResource.enterpriseId, enterpriseId),
        eq(courseResource.courseId, id),
        eq(courseResource.published, true),
      ),
    )
    .orderBy(asc(courseResource.sort), asc(courseResource.id));
  const document: Omit<CourseDocument, 'items' | 'certificate'> & { items: PlainItem[] } = {
    ...{
      title: row.title,
      summary: row.summary ?? '',
      description: row.description ?? '',
      coverFileId: row.coverFileId,
    },
    ...{ courseType: row.courseType, categoryId: row.categoryId, lecturerId: row.lecturerId },
    ...{ classHours: plain(row.classHours), hourKind: row.hourKind as CourseDocument['hourKind'] },
    ...{
      credits: plain(row.credits),
      points: Math.trunc(Number(row.points)),
      completionThreshold: row.completionThreshold,
    },
    ...{
      noSkipping: row.noSkipping,
      itemsInOrder: row.itemsInOrder,
      watermark: row.watermark,
      maxPlaybackRate: Number(row.maxPlaybackRate),
    },
    ...{ registrationRequired: row.registrationRequired, purchaseRequired: row.purchaseRequired },
    ...{ price: plain(row.price), currency: row.currency },
    restricted: row.restricted,
    ...(await readAudience({ db, enterpriseId }, id)),
    items: resources.map(({ resource, fileName }) => ({
      ...{ id: resource.id, parentId: resource.parentId, name: resource.subResourceName, type: typeOf(resource) },
      ...{ fileId: resource.fileId, fileName, examId: resource.examId, seconds: resource.totalDuration },
      ...{
        url: resource.linkUrl ?? '',
        releaseAt: resource.releaseAt?.toISOString() ?? null,
        releaseDays: resource.releaseDays ?? 0,
      },
    })),
  };
  return {
    document,
    certificateId: row.certificateId,
    isPublished: row.status !== 'unpublished',
    isFromPack: !row.code.startsWith('portal-'),
  };
}

/** Resources of a course that are not published: an item that comes back is the same one, with its progress. */
export async function otherOwners({ db, enterpriseId }: Editing, courseId: string, ids: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from course_resource where enterprise_id = ${enterpriseId} and id = any (${sql.param(ids)}::uuid[]) and course_id <> ${courseId}`);
  return rows.map(({ id }) => id);
}

async function readAudience({ db, enterpriseId }: Pick<Editing, 'db' | 'enterpriseId'>, id: string) {
  const { excluded, departmentId, withBelow, positionId, joinedSince } = courseRule;
  const rules = await db
    .select({ excluded, departmentId, withBelow, positionId, joinedSince })
    .from(courseRule)
    .where(and(eq(courseRule.enterpriseId, enterpriseId), eq(courseRule.courseId, id)))
    .orderBy(asc(courseRule.id));
  const people = await db
    .select({ userId: coursePerson.userId, excluded: coursePerson.excluded })
    .from(coursePerson)
    .where(and(eq(coursePerson.enterpriseId, enterpriseId), eq(coursePerson.courseId, id)))
    .orderBy(asc(coursePerson.userId));
  return { rules, people };
}
