import type { Context as HonoContext } from 'hono';
import { systemNow } from '#src/lib/system-clock.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { streamRoom } from '#src/server/core/events/stream-room.ts';
import { readCounts } from './read-counts.ts';
import { type ControlledExam, requireControl } from './require-control.ts';

/**
 * Interval of reading while somebody looks on, ms. Candidates do not announce their beats and switches: that would cost
 * every save a NOTIFY, whether or not anybody looks.
 */
const EVERY_MS = 3_000;

/** `GET /test/events/{exam}`: server-sent events of the control room, its counts; the screen then reads its page again. */
export function serveControl(c: HonoContext, request: RequestContext, examId: string): Promise<Response> {
  const enterpriseId = request.tenant.id;
  let exam: ControlledExam;
  return streamRoom(c, request, {
    id: examId,
    require: async (who) => (exam = await requireControl(who, examId)),
    source: {
      event: { enterpriseId, sessionId: examId },
      everyMs: EVERY_MS,
      read: async () => {
        const now = systemNow();
        const counts = await withTenant(enterpriseId, (db) => readCounts(db, { enterpriseId, exam, now }));
        return { revision: now.getTime(), data: { counts } };
      },
    },
  });
}
