import type { Context as HonoContext } from 'hono';
import type { RequestContext } from '#src/server/core/context.ts';
import { streamRoom } from '#src/server/core/events/stream-room.ts';
import { requireSession } from './read-session.ts';
import { classSource } from './room.ts';

/** `GET /live/events/{session}`: server-sent events of a class, the messages that changed and the state. */
export function serveEvents(c: HonoContext, request: RequestContext, sessionId: string): Promise<Response> {
  return streamRoom(c, request, {
    id: sessionId,
    require: (who) => requireSession(who, sessionId),
    source: classSource({ enterpriseId: request.tenant.id, sessionId }),
  });
}
