import { openDB, type IDBPDatabase } from 'idb';
import type { AnswerValue, Lang } from './answer.ts';

/** Names one change of one answer (docs/specification.md, section "Exam saves"). */
export type Stamp = { epoch: number; revision: number };
/**
 * Why an answer was not accepted: the server's reason (contract `Acknowledgement`), or `refused` if a request with only this
 * entry was rejected with 413 or 422.
 */
export type RejectReason = 'unknownQuestion' | 'invalid' | 'tooLong' | 'epoch' | 'lateLimit' | 'refused';

/** The newest change of one answer that the server has not acknowledged. */
export type DeviceEntry = Stamp & {
  attemptId: string;
  questionId: string;
  answer: AnswerValue;
  flagged: boolean;
  /** The language in which the question was shown; null or missing: not known. */
  lang?: Lang | null;
  /** Time (ms, device clock) at which the server rejected it: it is kept and not sent again. */
  rejected?: { reason: RejectReason; at: number };
};

/** Storage of unacknowledged changes that survives a browser crash: the newest per question. */
export type DeviceStore = {
  /** Resolves once the entry is on disk. Does nothing if a newer change of the same question is stored. */
  put(entry: DeviceEntry): Promise<void>;
  all(attemptId: string): Promise<DeviceEntry[]>;
  /** Removes an acknowledged entry, unless a newer change of the same question has replaced it. */
  forget(entry: Stamp & { attemptId: string; questionId: string }): Promise<void>;
};

const STORE = 'entries';
/** Rejected answers of earlier exams are removed from the device after this time, ms. */
const KEPT_FOR = 30 * 86_400_000;

/**
 * The browser's IndexedDB, written with strict durability.
 * @throws DOMException if the browser denies storage (private windows of some browsers)
 */
export async function openDeviceStore(): Promise<DeviceStore> {
  const db: IDBPDatabase = await openDB('zhixing-exam', 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore(STORE, { keyPath: ['attemptId', 'questionId'] });
    },
  });
  const write = () => db.transaction(STORE, 'readwrite', { durability: 'strict' });
  await removeOld(db);
  return {
    async put(entry) {
      const transaction = write();
      const kept = (await transaction.store.get([entry.attemptId, entry.questionId])) as DeviceEntry | undefined;
      // Another tab of this browser may be the newer writer of the same question.
      if (!kept || !isNewer(kept, entry)) await transaction.store.put(entry);
      await transaction.done;
    },
    all: (attemptId) => db.getAll(STORE, IDBKeyRange.bound([attemptId], [attemptId, []])) as Promise<DeviceEntry[]>,
    async forget(entry) {
      const transaction = write();
      const key = [entry.attemptId, entry.questionId];
      const kept = (await transaction.store.get(key)) as DeviceEntry | undefined;
      if (kept && !isNewer(kept, entry)) await transaction.store.delete(key);
      await transaction.done;
    },
  };
}

async function removeOld(db: IDBPDatabase): Promise<void> {
  const { store, done } = db.transaction(STORE, 'readwrite');
  for (const entry of (await store.getAll()) as DeviceEntry[]) {
    if (entry.rejected && entry.rejected.at < Date.now() - KEPT_FOR) {
      await store.delete([entry.attemptId, entry.questionId]);
    }
  }
  await done;
}

/** In-memory storage for a browser without IndexedDB: "saved on this device" is then never shown. */
export function memoryStore(): DeviceStore {
  const entries = new Map<string, DeviceEntry>();
  const keyOf = (entry: { attemptId: string; questionId: string }) => `${entry.attemptId} ${entry.questionId}`;
  return {
    put: async (entry) => {
      const kept = entries.get(keyOf(entry));
      if (!kept || !isNewer(kept, entry)) entries.set(keyOf(entry), entry);
    },
    all: async (attemptId) => [...entries.values()].filter((entry) => entry.attemptId === attemptId),
    forget: async (entry) => {
      const kept = entries.get(keyOf(entry));
      if (kept && !isNewer(kept, entry)) entries.delete(keyOf(entry));
    },
  };
}

/** Whether `a` wins over `b`: the higher epoch, then the higher revision. */
export function isNewer(a: Stamp, b: Stamp): boolean {
  return a.epoch > b.epoch || (a.epoch === b.epoch && a.revision > b.revision);
}
