import type { OperationInput } from '#src/contract/calls.ts';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { pgClientOf, withTenant } from '#src/server/core/db/tenant.ts';
import { ownClasses } from './home-query.ts';
import { href } from '#src/i18n/locale.ts';
import { calendarFile } from '#src/lib/calendar-file.ts';

export type ClassRow = {
  kind: 'session' | 'live';
  id: string;
  title: string;
  course_id: string;
  course_title: string;
  start_at: Date;
  end_at: Date;
  state: 'booked' | 'waiting' | 'planned' | 'live';
  place: string;
  resource_id: string;
  gmt_modified: Date;
};

/** Where a member attends a class, without language prefix. */
export const classPath = (kind: ClassRow['kind'], ids: { id: string; courseId: string; resourceId: string }): string =>
  kind === 'live' ? `/live/watch/${ids.id}` : `/watch/course?id=${ids.courseId}&resource=${ids.resourceId}`;

/** Lists the viewer's classes with a date that are not over, the next one first. */
export function pageClasses(ctx: Context, input: OperationInput<'POST /data/auth/user/class/page'>) {
  return readPage(input, async ({ limit, offset }) => {
    const rows = await readClasses(ctx, limit, offset);
    return rows.map(({ course_id: courseId, resource_id: resourceId, ...row }) => ({
      ...{ kind: row.kind, id: row.id, title: row.title, courseTitle: row.course_title, state: row.state },
      ...{ startAt: row.start_at, endAt: row.end_at, place: row.place || null, totalCount: row.total },
      path: classPath(row.kind, { id: row.id, courseId, resourceId }),
    }));
  });
}

/** Reads classes of the viewer, the next one first, with the number of all. */
export async function readClasses(
  { db, tenant, viewer, now }: Pick<Context, 'db' | 'tenant' | 'now'> & { viewer: Pick<Viewer, 'userId'> },
  limit: number,
  offset = 0,
) {
  const { rows } = await pgClientOf(db).query<ClassRow & { total: number }>({
    text: `select x.*, count(*) over ()::int as total from (${ownClasses('$2::uuid', '$3::timestamptz')}) x
           order by start_at, id limit $4 offset $5`,
    values: [tenant.id, viewer.userId, now().toISOString(), limit, offset],
  });
  return rows;
}

/** More classes than anybody attends. */
const MAX_EVENTS = 500;

/**
 * `GET /calendar/classes.ics`, with links in the language of its path: the viewer's classes with a date, for calendars. Members of the
 * enterprise only; otherwise 404.
 */
export async function serveClasses(ctx: RequestContext): Promise<Response> {
  const { tenant, viewer, origin, locale } = ctx;
  if (!viewer?.enterpriseId)
    return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });
  const rows = await withTenant(tenant.id, (db) => readClasses({ ...ctx, db, viewer }, MAX_EVENTS));
  const events = rows.map((row) => ({
    // The same as in the file of one class, so that calendars know it again.
    uid: `${row.id}@${new URL(origin).hostname}`,
    ...{ title: row.title, description: row.course_title, place: row.place },
    url:
      origin + href(locale, classPath(row.kind, { id: row.id, courseId: row.course_id, resourceId: row.resource_id })),
    ...{ startAt: row.start_at, endAt: row.end_at, changedAt: row.gmt_modified, cancelled: false },
  }));
  return new Response(calendarFile(...events), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="classes.ics"',
      'cache-control': 'private, no-store',
    },
  });
}
