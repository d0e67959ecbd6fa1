import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { liveMessage, liveSession } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import type { PortalEvent } from '#src/server/core/db/changes.ts';
import type { News, Source } from '#src/server/core/events/rooms.ts';
import { readState } from './read-state.ts';
import { messageOf, selectMessages } from './select-messages.ts';

type RoomState = Awaited<ReturnType<typeof readState>>;
type RoomMessage = ReturnType<typeof messageOf>;
/** What viewers are told: the messages that changed, and the state after them. */
type RoomNews = { messages: RoomMessage[]; state: RoomState };

/** The number of present members changes without an event. */
const PRESENCE_MS = 15_000;
/** Messages that a new viewer gets. */
const RECENT = 100;
/** Messages that are read at once; a viewer who missed more begins anew. */
const MAX_NEWS = 500;

/** A live class as its viewers follow it. */
export const classSource = (event: PortalEvent): Source => ({
  event,
  everyMs: PRESENCE_MS,
  read: async (after): Promise<News | null> => {
    const data = await readNews(event, after);
    return data && { revision: data.state.revision, data };
  },
});

/** Reads what changed after a revision, or what a new viewer needs (`after` null). */
function readNews({ enterpriseId, sessionId }: PortalEvent, after: number | null): Promise<RoomNews | null> {
  return withTenant(enterpriseId, async (db) => {
    const [session] = await db
      .select()
      .from(liveSession)
      .where(and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, sessionId)));
    if (!session) return null;
    const inSession = eq(liveMessage.sessionId, sessionId);
    let rows =
      after === null
        ? null
        : await selectMessages(db, enterpriseId, and(inSession, gt(liveMessage.revision, after)))
            .orderBy(asc(liveMessage.revision))
            .limit(MAX_NEWS + 1);
    if (!rows || rows.length > MAX_NEWS)
      rows = (
        await selectMessages(db, enterpriseId, inSession)
          .orderBy(desc(liveMessage.gmtCreate), desc(liveMessage.id))
          .limit(RECENT)
      ).reverse();
    return { messages: rows.map(messageOf), state: await readState(db, session, systemNow()) };
  });
}
