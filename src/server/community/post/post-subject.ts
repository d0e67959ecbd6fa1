import { isVisibleTo } from '#src/server/course/tables/visible.ts';
import { and, eq, sql } from 'drizzle-orm';
import { course, courseResource } from '#src/server/course/tables.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import type { PostSubject } from '#src/server/community/tables/post.ts';
import type { Context, PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { type Reader, requireReader } from '../community-reader.ts';

type Asked = { subjectType: PostSubject; subjectId: string };
/** What a question was asked about. `courseId`: the course that it belongs to. */
type Subject = { type: PostSubject; id: string; title: string; courseId: string | null };

/**
 * What a question was asked about, if the reader may see it: published courses; for members resources of those, published
 * exams, and exams that they have taken.
 * @returns null otherwise
 */
export async function readPostSubject(
  ctx: PublicContext,
  reader: Reader,
  { subjectType: type, subjectId: id }: Asked,
): Promise<Subject | null> {
  const row = await READ[type](ctx, id, reader.userId);
  return row ? { type, id, ...row } : null;
}

/**
 * What a member is going to ask about.
 * @throws AppError 404 if they may not see it
 */
export async function viewSubject(ctx: Context, asked: Asked): Promise<Subject> {
  const found = await readPostSubject(ctx, await requireReader(ctx), asked);
  if (!found) throw notFound();
  return found;
}

type Row = { title: string; courseId: string | null } | undefined;

const READ: Record<PostSubject, (ctx: PublicContext, id: string, userId: string | null) => Promise<Row>> = {
  course: async ({ db, tenant, viewer }, id) => {
    const [row] = await db
      .select({ title: course.title, courseId: course.id })
      .from(course)
      .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, id), isVisibleTo({ tenant, viewer })));
    return row;
  },
  resource: async ({ db, tenant, viewer }, id, userId) => {
    if (!userId) return undefined;
    const [row] = await db
      .select({ title: courseResource.subResourceName, courseId: courseResource.courseId })
      .from(courseResource)
      .innerJoin(
        course,
        and(eq(course.enterpriseId, courseResource.enterpriseId), eq(course.id, courseResource.courseId)),
      )
      .where(
        and(
          eq(courseResource.enterpriseId, tenant.id),
          eq(courseResource.id, id),
          eq(courseResource.published, true),
          isVisibleTo({ tenant, viewer }),
        ),
      );
    return row;
  },
  exam: async ({ db, tenant }, id, userId) => {
    if (!userId) return undefined;
    // Written out: Drizzle leaves the table of a column out where a query has one, and these would be columns of a.
    const taken = sql<boolean>`exists (select from exam_attempt a where a.enterprise_id = exam.enterprise_id
      and a.exam_id = exam.id and a.user_id = ${userId} and not a.trial)`;
    const [row] = await db
      .select({ title: exam.title, courseId: exam.courseId, published: exam.published, taken })
      .from(exam)
      .where(and(eq(exam.enterpriseId, tenant.id), eq(exam.id, id)));
    return row && (row.published || row.taken) ? { title: row.title, courseId: row.courseId } : undefined;
  },
};
