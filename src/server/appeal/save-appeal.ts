import { and, eq, ne } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { appeal } from './tables.ts';
import { course } from '#src/server/course/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { subjectOf } from './subjects/subjects.ts';

/** Administrators who are told of an appeal without a lecturer. */
const MAX_TOLD = 20;
/** Each sends notices, also when the one before was withdrawn. */
const PER_HOUR = { limit: 20, seconds: 3600 };

/**
 * Appeals that something should be counted: a request to the lecturer of the course and the administrators
 * (docs/decisions/052).
 * @throws AppError 404; 409 while an appeal of the viewer about it is pending; 429
 */
export async function saveAppeal(
  ctx: Context,
  { subjectType, subjectId, text }: OperationInput<'POST /course/auth/appeal/save'>,
) {
  const { db, tenant, viewer } = ctx;
  const { title, courseId } = await subjectOf(subjectType).explain(ctx, subjectId);
  await takeTry(`appeals:${tenant.id}:${viewer.userId}`, PER_HOUR);
  const taught = courseId ? await lecturerOf(ctx, courseId) : null;
  const approverId = taught?.userId ?? null;
  const detail = { note: text, courseId, courseTitle: taught?.title ?? null };
  const instanceId = await startFlow(ctx, { flowType: 'appeal', subjectId, title, approverId, detail });
  if (!instanceId) throw new AppError(409, 'appealPending');
  await db.insert(appeal).values({ enterpriseId: tenant.id, instanceId, subjectType, courseId });
  const told = approverId && approverId !== viewer.userId ? [approverId] : await administrators(ctx);
  await sendNotices(
    db,
    tenant.id,
    told.map((userId) => ({
      ...{ userId, kind: 'appealMade' as const, detail: { title, userName: viewer.userName } },
      ...{
        path: `/account?change=6&flow=todo&id=${instanceId}`,
        source: ['appeal', instanceId].join(':'),
        at: ctx.now(),
      },
    })),
  );
  return { instanceId };
}

async function lecturerOf({ db, tenant }: Context, courseId: string) {
  const [found] = await db
    .select({ title: course.title, userId: lecturer.userId })
    .from(course)
    .leftJoin(lecturer, and(eq(lecturer.enterpriseId, course.enterpriseId), eq(lecturer.id, course.lecturerId)))
    .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, courseId)));
  return found!;
}

async function administrators({ db, tenant, viewer }: Context): Promise<string[]> {
  const rows = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, tenant.id),
        eq(enterpriseUser.isAdmin, true),
        eq(enterpriseUser.status, 'active'),
        ne(enterpriseUser.userId, viewer.userId),
      ),
    )
    .limit(MAX_TOLD);
  return rows.map(({ userId }) => userId);
}
