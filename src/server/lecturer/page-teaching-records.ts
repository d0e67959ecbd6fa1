import { and, asc, desc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { course } from '#src/server/course/tables.ts';
import { lecturer, teachingRecord } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { countedRecords } from './teaching-hours.ts';

type Input = OperationInput<'POST /user/auth/lecturer/teaching/record/page'>;

/**
 * Lists the teaching records of a published lecturer, newest first. The course of a record is returned only if it is
 * published.
 * @throws AppError 404
 */
export async function pageTeachingRecords(ctx: PublicContext, input: Input) {
  const { db, tenant } = ctx;
  const known = and(
    eq(lecturer.enterpriseId, tenant.id),
    eq(lecturer.id, input.lecturerId),
    eq(lecturer.published, true),
  );
  if ((await db.$count(lecturer, known)) === 0) throw notFound();
  const where = and(countedRecords(ctx), eq(teachingRecord.lecturerId, input.lecturerId));
  const { limit, offset } = slice(input);
  const list = await db
    .select({
      id: teachingRecord.id,
      title: teachingRecord.title,
      taughtAt: teachingRecord.taughtAt,
      classHours: teachingRecord.classHours,
      place: teachingRecord.place,
      attendeeCount: teachingRecord.attendeeCount,
      courseId: course.id,
      courseTitle: course.title,
    })
    .from(teachingRecord)
    .leftJoin(
      course,
      and(
        eq(course.enterpriseId, teachingRecord.enterpriseId),
        eq(course.id, teachingRecord.courseId),
        eq(course.status, 'published'),
      ),
    )
    .where(where)
    .orderBy(desc(teachingRecord.taughtAt), asc(teachingRecord.id))
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(teachingRecord, where), list);
}
