import { type IDBPDatabase, openDB } from 'idb';

const STORE = 'fragments';
type Stored = { sessionId: string; broadcastId: string; number: number; bytes: Blob };

/** Fragments of broadcasts that the server has not acknowledged: on this device, so that they outlive the page. */
export type Outbox = {
  /** Resolves when the fragment is kept. */
  add(broadcastId: string, number: number, bytes: Blob): Promise<void>;
  get(broadcastId: string, number: number): Promise<Blob | null>;
  /** Forgets the fragments before a number. */
  forget(broadcastId: string, until: number): Promise<void>;
  /** Broadcasts of the class of which fragments are left, with the first one. */
  left(): Promise<{ broadcastId: string; number: number }[]>;
};

/** Opens the outbox of a class; where the browser denies storage, fragments are kept in memory. */
export async function openOutbox(sessionId: string): Promise<Outbox> {
  const db = await openDB('zhixing-broadcast', 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore(STORE, { keyPath: ['broadcastId', 'number'] });
    },
  }).catch(() => null);
  const memory = new Map<string, Blob>();
  const keyOf = (broadcastId: string, number: number) => `${broadcastId} ${number}`;
  return {
    async add(broadcastId, number, bytes) {
      const row: Stored = { sessionId, broadcastId, number, bytes };
      await (db ? db.put(STORE, row) : Promise.reject(new Error())).catch(() =>
        memory.set(keyOf(broadcastId, number), bytes),
      );
    },
    async get(broadcastId, number) {
      const kept = memory.get(keyOf(broadcastId, number));
      if (kept) return kept;
      const row = (await db?.get(STORE, [broadcastId, number])) as Stored | undefined;
      return row?.bytes ?? null;
    },
    async forget(broadcastId, until) {
      for (const key of memory.keys()) {
        const [id, number] = key.split(' ');
        if (id === broadcastId && Number(number) < until) memory.delete(key);
      }
      await db?.delete(STORE, IDBKeyRange.bound([broadcastId, 0], [broadcastId, until], false, true));
    },
    left: () => (db ? leftIn(db, sessionId) : Promise.resolve([])),
  };
}

async function leftIn(db: IDBPDatabase, sessionId: string) {
  const first = new Map<string, number>();
  for (const key of (await db.getAllKeys(STORE)) as [string, number][])
    first.set(key[0], Math.min(key[1], first.get(key[0]) ?? Infinity));
  const left: { broadcastId: string; number: number }[] = [];
  for (const [broadcastId, number] of first) {
    const row = (await db.get(STORE, [broadcastId, number])) as Stored;
    if (row.sessionId === sessionId) left.push({ broadcastId, number });
  }
  return left;
}
