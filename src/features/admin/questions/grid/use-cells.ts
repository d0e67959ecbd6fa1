import { useCallback, useRef, useState } from 'react';
import { type Area, columnsOf, read, type Row, withSpare, write } from './grid-rows.ts';

/** Steps that can be undone. */
const STEPS = 200;

export type Place = { row: number; column: number };
/** `start`: typing began in the cell, so that arrows leave it; otherwise they move in its text. */
export type Editing = { text: string; isStart: boolean };

/**
 * The cells of a grid with cursor, selection, editing and undo, as in spreadsheets.
 * @param first rows at first
 * @param count columns of options
 * @param onChange is called with the rows after each change by the user
 */
export function useCells(first: Row[], count: number, onChange: (rows: Row[]) => void) {
  const [rows, setRows] = useState(() => withSpare(first, count));
  const now = useRef(rows);
  const [cursor, setCursor] = useState<Place>({ row: 0, column: 0 });
  /** The other corner of the selection. */
  const [anchor, setAnchor] = useState<Place>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<Editing | null>(null);
  const steps = useRef<{ past: Row[][]; future: Row[][] }>({ past: [], future: [] });
  const [undoable, setUndoable] = useState({ undo: false, redo: false });
  const columns = columnsOf(count);

  const show = useCallback((next: Row[]) => {
    now.current = next;
    setRows(next);
  }, []);
  const tell = () => setUndoable({ undo: steps.current.past.length > 0, redo: steps.current.future.length > 0 });
  const change = useCallback(
    (next: Row[]) => {
      if (next === now.current) return;
      steps.current = { past: [...steps.current.past, now.current].slice(-STEPS), future: [] };
      tell();
      show(next);
      onChange(next);
    },
    [onChange, show],
  );
  /** Changes from elsewhere (a save, more rows), after which earlier steps would bring back what is not so any more. */
  const replace = useCallback(
    (next: (rows: Row[]) => Row[]) => {
      steps.current = { past: [], future: [] };
      tell();
      show(withSpare(next(now.current), count));
      return now.current;
    },
    [count, show],
  );

  const last = { row: rows.length - 1, column: columns.length - 1 };
  const within = ({ row, column }: Place): Place => ({
    row: Math.max(0, Math.min(last.row, row)),
    column: Math.max(0, Math.min(last.column, column)),
  });
  const go = (place: Place, isExtending = false) => {
    const next = within(place);
    setCursor(next);
    if (!isExtending) setAnchor(next);
    setEditing(null);
  };
  const area: Area = {
    top: Math.min(cursor.row, anchor.row),
    bottom: Math.max(cursor.row, anchor.row),
    left: Math.min(cursor.column, anchor.column),
    right: Math.max(cursor.column, anchor.column),
  };
  /** Writes what is edited into its cell. */
  const commit = () => {
    if (!editing) return;
    const { row, column } = cursor;
    if (now.current[row]!.cells[column] !== editing.text)
      change(write(now.current, { top: row, left: column }, [[editing.text]], count).rows);
    setEditing(null);
  };
  const step = (from: 'past' | 'future', to: 'past' | 'future') => {
    const next = steps.current[from].at(-1);
    if (!next) return;
    const taken = steps.current[from].slice(0, -1);
    steps.current = { ...steps.current, [from]: taken, [to]: [...steps.current[to], now.current] };
    tell();
    setEditing(null);
    show(next);
    onChange(next);
  };
  return {
    ...{ rows, columns, cursor, area, editing, undoable, last },
    /** The rows as they are now, also between two renderings. */
    current: () => now.current,
    ...{ go, change, replace, commit },
    select: (from: Place, to: Place) => {
      setAnchor(within(from));
      setCursor(within(to));
    },
    edit: (text: string, isStart: boolean) => setEditing({ text, isStart }),
    cancel: () => setEditing(null),
    undo: () => step('past', 'future'),
    redo: () => step('future', 'past'),
    texts: () => read(now.current, area),
    clear: () => {
      const blank = read(now.current, area).map((line) => line.map(() => ''));
      change(write(now.current, area, blank, count).rows);
    },
  };
}
export type GridCells = ReturnType<typeof useCells>;
