import { href } from '#src/i18n/locale.ts';
import { calendarFile } from '#src/lib/calendar-file.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { classPath, readClasses } from './page-classes.ts';

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
