import { isVisibleTo } from '#src/server/course/tables/visible.ts';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, or, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { managesClasses } from '#src/contract/rules/rights.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { liveSession } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { cardOf, selectSessions } from './read-session.ts';

/** A recording is a file, or the segments that were sent. */
const RECORDED = and(
  eq(liveSession.status, 'ended'),
  or(isNotNull(liveSession.recordingFileId), gt(liveSession.ingestBytes, 0)),
);
const SCOPES = {
  coming: inArray(liveSession.status, ['live', 'planned']),
  live: eq(liveSession.status, 'live'),
  planned: eq(liveSession.status, 'planned'),
  past: inArray(liveSession.status, ['ended', 'cancelled']),
  recorded: RECORDED,
};
const WEEK_MS = 7 * 86_400_000;

type Page = { pageCurrent: number; pageSize: number };

async function pageOf({ db, now }: Context, input: Page, where: SQL | undefined, order: SQL[]) {
  const { limit, offset } = slice(input);
  const rows = await selectSessions(db)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ count: count() })
    .from(liveSession)
    .innerJoin(
      courseResource,
      and(
        eq(courseResource.enterpriseId, liveSession.enterpriseId),
        eq(courseResource.id, liveSession.resourceId),
        eq(courseResource.activity, 'live'),
        eq(courseResource.published, true),
      ),
    )
    .innerJoin(course, and(eq(course.enterpriseId, liveSession.enterpriseId), eq(course.id, liveSession.courseId)))
    .leftJoin(lecturer, and(eq(lecturer.enterpriseId, course.enterpriseId), eq(lecturer.id, course.lecturerId)))
    .where(where);
  return paging(
    input,
    counted!.count,
    rows.map((row) => cardOf(row, now())),
  );
}

/** Lists the live classes of published courses: current and coming ones by start, ended ones latest first. */
export function pageSessions(ctx: Context, input: OperationInput<'POST /course/auth/live/page'>) {
  const { scope, courseId } = input;
  const where = and(
    eq(liveSession.enterpriseId, ctx.tenant.id),
    isVisibleTo(ctx),
    SCOPES[scope],
    courseId ? eq(liveSession.courseId, courseId) : undefined,
  );
  const isOver = scope === 'past' || scope === 'recorded';
  const order = isOver ? desc(liveSession.startAt) : asc(liveSession.startAt);
  return pageOf(ctx, input, where, [order, asc(liveSession.id)]);
}

/** SQL condition: the viewer leads the class. */
const isLed = ({ tenant, viewer }: Context) =>
  and(eq(liveSession.enterpriseId, tenant.id), managesClasses(viewer) ? undefined : eq(lecturer.userId, viewer.userId));

/** Lists the live classes that the viewer leads, latest first. */
export const pageLed = (ctx: Context, input: Page) =>
  pageOf(ctx, input, isLed(ctx), [desc(liveSession.startAt), asc(liveSession.id)]);

/** Lists what waits for the lecturer: classes of their own courses that are live or start within a week. */
export async function pageWaiting(ctx: Context, input: Page) {
  const soon = new Date(ctx.now().getTime() + WEEK_MS);
  const where = and(
    eq(liveSession.enterpriseId, ctx.tenant.id),
    eq(lecturer.userId, ctx.viewer.userId),
    or(eq(liveSession.status, 'live'), eq(liveSession.status, 'planned')),
    lt(liveSession.startAt, soon),
  );
  const { list, ...rest } = await pageOf(ctx, input, where, [asc(liveSession.startAt), asc(liveSession.id)]);
  return {
    ...rest,
    list: list.map(({ id, title, courseTitle, startAt }) => ({
      id,
      title,
      detail: courseTitle,
      personName: null,
      at: startAt,
      path: `/account/live/${id}`,
    })),
  };
}
