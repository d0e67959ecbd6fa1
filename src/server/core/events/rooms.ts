import type { PortalEvent } from '#src/server/core/db/changes.ts';
import { writeLog } from '#src/server/core/log.ts';

/** What viewers of a room are told, and how current it is. */
export type News = { revision: number; data: unknown };
export type Listener = { send: (news: News) => void; close: () => void };
/** Something that viewers follow: a live class, or an exam that is being sat. */
export type Source = {
  event: PortalEvent;
  /** Interval of reading without an event, for what changes without one, ms. */
  everyMs: number;
  /** Reads what changed after a revision, or what a new viewer needs (null). */
  read: (after: number | null) => Promise<News | null>;
};

/** Changes within this time are told together. */
const GATHER_MS = 150;

type Room = {
  source: Source;
  listeners: Set<Listener>;
  revision: number;
  wake?: NodeJS.Timeout;
  reading: Promise<void>;
  interval: NodeJS.Timeout;
};
const rooms = new Map<string, Room>();
const keyOf = ({ enterpriseId, sessionId }: PortalEvent) => `${enterpriseId} ${sessionId}`;

/**
 * Adds a viewer to a room in this process. Changes are read once per process and told to all of its viewers.
 * @returns a function that removes the viewer
 */
export function enterRoom(source: Source, listener: Listener, revision: number): () => void {
  const { event, everyMs } = source;
  const key = keyOf(event);
  let room = rooms.get(key);
  if (!room) {
    const interval = setInterval(() => wakeRoom(event), everyMs);
    interval.unref();
    room = { source, listeners: new Set(), revision, reading: Promise.resolve(), interval };
    rooms.set(key, room);
  }
  const entered = room;
  entered.listeners.add(listener);
  // A change between the viewer's first read and this line would be told to nobody.
  wakeRoom(event);
  return () => {
    entered.listeners.delete(listener);
    if (entered.listeners.size > 0) return;
    clearInterval(entered.interval);
    clearTimeout(entered.wake);
    if (rooms.get(key) === entered) rooms.delete(key);
  };
}

/** Something has changed: tells the viewers of this process, if there are any. */
export function wakeRoom(event: PortalEvent): void {
  const room = rooms.get(keyOf(event));
  if (!room || room.wake) return;
  room.wake = setTimeout(() => {
    room.wake = undefined;
    room.reading = room.reading.then(() => tell(room));
  }, GATHER_MS);
}

async function tell(room: Room): Promise<void> {
  try {
    const news = await room.source.read(room.revision);
    if (!news) return;
    room.revision = Math.max(room.revision, news.revision);
    for (const { send } of room.listeners) send(news);
  } catch (error) {
    // The database is away: the interval, or the next change, reads again from the same revision.
    const { sessionId } = room.source.event;
    writeLog('warn', { msg: 'news of a room not read', sessionId, error: String(error) });
  }
}

/** Changes may have been missed: all rooms read again. */
export function wakeAllRooms(): void {
  for (const { source } of rooms.values()) wakeRoom(source.event);
}

/** Ends the streams of all viewers, who connect again to another process. Called once, at shutdown. */
export function closeRooms(): void {
  for (const { listeners } of rooms.values()) for (const { close } of [...listeners]) close();
}
