import { useState } from 'react';
import { isSameJson } from '../kit/same-json.ts';
import { useConflict } from '../kit/use-conflict.ts';

/**
 * Rows of a list of a session that is saved as a whole, and that others may change meanwhile. What is typed stays when the list is read
 * again; rows that nobody has changed here follow what is stored.
 * @param stored as it was read last
 * @param reread reads what is stored now
 */
export function useSharedRows<V extends object>(stored: V[], reread: () => Promise<V[]>) {
  const { base, conflict, compare, resolve, rebase } = useConflict<V[]>({ values: stored }, async () => ({
    values: await reread(),
  }));
  const [rows, setRows] = useState(() => keyed(stored));
  const values = rows.map(({ value }) => value);
  const show = (next: V[]) => setRows(keyed(next));
  const [seen, setSeen] = useState(stored);
  if (!isSameJson(stored, seen)) {
    setSeen(stored);
    if (!conflict && isSameJson(values, base.values)) {
      rebase({ values: stored });
      show(stored);
    }
  }
  return {
    rows,
    values,
    /** What the next save must still find. */
    was: base.values,
    add: (...added: V[]) => setRows((before) => [...before, ...keyed(added, 1 + Math.max(-1, ...before.map(keyOf)))]),
    change: (key: number, change: Partial<V>) =>
      setRows((before) => before.map((row) => (row.key === key ? { key, value: { ...row.value, ...change } } : row))),
    remove: (key: number) => setRows((before) => before.filter((row) => row.key !== key)),
    conflict,
    compare: (error: unknown) => compare(error, values),
    /** Goes on with these rows, on top of the version of the others. */
    merge: (next: V[]) => {
      show(next);
      resolve();
    },
    /** They are stored. */
    saved: () => rebase({ values }),
  };
}

const keyed = <V>(values: V[], first = 0) => values.map((value, n) => ({ key: first + n, value }));
const keyOf = ({ key }: { key: number }) => key;
