import { openDB, type IDBPDatabase } from 'idb';
import type { AnswerValue } from './answer.ts';

/** One change that the server has not settled yet. */
export type DeviceEntry = {
  attemptId: string;
  questionId: string;
  epoch: number;
  revision: number;
  answer: AnswerValue;
  flagged: boolean;
};

/** Where unsettled changes survive a crash of the browser. */
export type DeviceStore = {
  /** Resolves once the entry is on disk. */
  put(entry: DeviceEntry): Promise<void>;
  all(attemptId: string): Promise<DeviceEntry[]>;
  /** Removes an entry, unless a newer change of the same question took its place. */
  settle(entry: DeviceEntry): Promise<void>;
  clear(attemptId: string): Promise<void>;
};

const STORE = 'entries';

/**
 * The browser's IndexedDB, written with strict durability (design section 8).
 * @throws DOMException where the browser refuses storage (private windows of some browsers)
 */
export async function openDeviceStore(): Promise<DeviceStore> {
  const db: IDBPDatabase = await openDB('zhixing-exam', 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore(STORE, { keyPath: ['attemptId', 'questionId'] });
    },
  });
  const range = (attemptId: string) => IDBKeyRange.bound([attemptId], [attemptId, []]);
  const write = () => db.transaction(STORE, 'readwrite', { durability: 'strict' });
  return {
    async put(entry) {
      const transaction = write();
      const kept = (await transaction.store.get([entry.attemptId, entry.questionId])) as DeviceEntry | undefined;
      // Another tab of this browser may be the newer writer of the same question.
      if (!kept || !isNewer(kept, entry)) await transaction.store.put(entry);
      await transaction.done;
    },
    all: (attemptId) => db.getAll(STORE, range(attemptId)) as Promise<DeviceEntry[]>,
    async settle(entry) {
      const transaction = write();
      const key = [entry.attemptId, entry.questionId];
      const kept = (await transaction.store.get(key)) as DeviceEntry | undefined;
      if (kept && !isNewer(kept, entry)) await transaction.store.delete(key);
      await transaction.done;
    },
    async clear(attemptId) {
      const transaction = write();
      await Promise.all([transaction.store.delete(range(attemptId)), transaction.done]);
    },
  };
}

/** Entries of this page only, for a browser without storage: then "saved on this device" is never claimed. */
export function memoryStore(): DeviceStore {
  const entries = new Map<string, DeviceEntry>();
  return {
    put: async (entry) => void entries.set(entry.questionId, entry),
    all: async () => [...entries.values()],
    settle: async (entry) => {
      const kept = entries.get(entry.questionId);
      if (kept && !isNewer(kept, entry)) entries.delete(entry.questionId);
    },
    clear: async () => entries.clear(),
  };
}

type Stamp = { epoch: number; revision: number };

/** Whether `a` wins over `b`: the higher epoch, then the higher revision (design section 8). */
export function isNewer(a: Stamp, b: Stamp): boolean {
  return a.epoch > b.epoch || (a.epoch === b.epoch && a.revision > b.revision);
}
