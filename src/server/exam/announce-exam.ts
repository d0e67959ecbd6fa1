import { and, eq, sql, type SQL } from 'drizzle-orm';
import { inZone } from '#src/lib/dates.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { exam } from './tables/exam.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { hasTask, isAudienceMember, studies } from './audience-members.ts';

type Exam = typeof exam.$inferSelect;

/** Members of one transaction. */
const BATCH = 500;

/** The notice that an exam was published, which each member gets once. */
const publishedSource = (examId: string) => `exam-published:${examId}`;

/**
 * Tells up to 500 members of the audience of an exam that it was published. An exam for everybody that is an item of a course
 * is announced to those who study it, like it is listed (decision 079). Nobody is told of an exam that is over, or was
 * withdrawn meanwhile.
 * @returns how many were told; 0 when everybody knows
 */
export function announceExam(
  { enterpriseId, examId }: { enterpriseId: string; examId: string },
  at: Date,
): Promise<number> {
  return withTenant(enterpriseId, async (db) => {
    const [found] = await db
      .select()
      .from(exam)
      .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
    if (!found?.published || found.windowEnd <= at) return 0;
    const { timeZone } = await readEnterprise(db, enterpriseId);
    const { rows } = await db.execute<{ userId: string }>(sql`
      select u.user_id as "userId" from enterprise_user u
      where u.enterprise_id = ${enterpriseId} and u.status = 'active' and ${await isTold(db, found)}
        and not exists (select from notice n where n.enterprise_id = ${enterpriseId} and n.user_id = u.user_id
                        and n.source = ${publishedSource(examId)})
      order by u.user_id limit ${BATCH}`);
    const [start, end] = [found.windowStart, found.windowEnd].map((moment) =>
      inZone(moment, timeZone).format('YYYY-MM-DD HH:mm'),
    ) as [string, string];
    const told = rows.map(({ userId }) => ({
      ...{ userId, kind: 'examPublished' as const, detail: { title: found.title, start, end }, at },
      ...{ path: `/test/id?id=${examId}`, source: publishedSource(examId) },
    }));
    await sendNotices(db, enterpriseId, told);
    return told.length;
  });
}

/** SQL condition on member `u`. */
async function isTold(db: TenantDb, { enterpriseId, id, audience, courseId }: Exam): Promise<SQL> {
  const which = { id, audience, courseId };
  if (audience !== 'everyone' || courseId === null) return isAudienceMember(enterpriseId, which);
  const items = await db.$count(
    courseResource,
    and(
      eq(courseResource.enterpriseId, enterpriseId),
      eq(courseResource.courseId, courseId),
      eq(courseResource.examId, id),
    ),
  );
  return items === 0
    ? isAudienceMember(enterpriseId, which)
    : sql`(${studies(enterpriseId, courseId)} or ${hasTask(enterpriseId, which)})`;
}
