import { openDB } from 'idb';

/** What was typed, as it is kept on this device. `savedAt`: ms, device clock. */
export type LocalDraft<T> = { value: T; savedAt: number };

/** Storage of drafts on this device, by owner and draft. */
export type LocalDrafts = {
  read<T>(owner: string, id: string): Promise<LocalDraft<T> | null>;
  keep<T>(owner: string, id: string, draft: LocalDraft<T>): Promise<void>;
  forget(owner: string, id: string): Promise<void>;
};

const STORE = 'drafts';
/** Drafts that nobody came back to are removed from the device after this time, ms. */
const KEPT_FOR = 60 * 86_400_000;

type Row = LocalDraft<unknown> & { owner: string; id: string };

/**
 * The browser's IndexedDB. It survives a killed tab and the end of the session; another user who logs in on this device
 * does not get the drafts of the one before.
 * @throws DOMException if the browser denies storage (private windows of some browsers)
 */
export async function openLocalDrafts(): Promise<LocalDrafts> {
  const db = await openDB('zhixing-drafts', 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore(STORE, { keyPath: ['owner', 'id'] });
    },
  });
  const { store, done } = db.transaction(STORE, 'readwrite');
  for (const row of (await store.getAll()) as Row[])
    if (row.savedAt < Date.now() - KEPT_FOR) await store.delete([row.owner, row.id]);
  await done;
  return {
    async read<T>(owner: string, id: string) {
      const row = (await db.get(STORE, [owner, id])) as (LocalDraft<T> & Row) | undefined;
      return row ? { value: row.value, savedAt: row.savedAt } : null;
    },
    async keep(owner, id, draft) {
      // A tab that is killed right after has written it.
      const transaction = db.transaction(STORE, 'readwrite', { durability: 'strict' });
      await transaction.store.put({ owner, id, ...draft });
      await transaction.done;
    },
    forget: (owner, id) => db.delete(STORE, [owner, id]),
  };
}

/** For a browser without IndexedDB: nothing is kept. */
export const noLocalDrafts: LocalDrafts = {
  read: () => Promise.resolve(null),
  keep: () => Promise.reject(new DOMException('No storage', 'NotSupportedError')),
  forget: () => Promise.resolve(),
};
