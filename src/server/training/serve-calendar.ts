import { and, eq } from 'drizzle-orm';
import { href } from '#src/i18n/locale.ts';
import { calendarFile } from '#src/lib/calendar-file.ts';
import { isUuid } from '#src/lib/uuid.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { trainingSession } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { selectSessions, titleOf } from './select-sessions.ts';
import { sessionPath } from './session-notices.ts';

/** Path of the calendar file of a session. */
export const calendarPath = (sessionId: string): string => `/calendar/${sessionId}.ics`;

/** `GET /calendar/{session}.ics`: a session for calendars. Members of the enterprise only; otherwise 404. */
export async function serveCalendar(
  { tenant, viewer, origin, locale }: Pick<RequestContext, 'tenant' | 'viewer' | 'origin' | 'locale'>,
  file: string,
): Promise<Response> {
  const id = file.replace(/\.ics$/, '');
  if (!viewer?.enterpriseId || !file.endsWith('.ics') || !isUuid(id)) return missing();
  const [found] = await withTenant(tenant.id, (db) =>
    selectSessions(db, and(eq(trainingSession.enterpriseId, tenant.id), eq(trainingSession.id, id))),
  );
  if (!found) return missing();
  const { startAt, endAt, place, room, gmtModified, status } = found.session;
  const body = calendarFile({
    uid: `${id}@${new URL(origin).hostname}`,
    title: titleOf(found),
    description: [found.courseTitle, found.lecturerName].filter(Boolean).join('\n'),
    place: [place, room].filter(Boolean).join(' '),
    url: origin + href(locale, sessionPath(found)),
    startAt,
    endAt,
    changedAt: gmtModified,
    cancelled: status === 'cancelled',
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${id.slice(0, 8)}.ics"`,
      'cache-control': 'private, no-store',
    },
  });
}

const missing = () => new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });
