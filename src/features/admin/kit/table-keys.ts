import type { KeyboardEvent } from 'react';

const CONTROLS = 'a[href], button:not(:disabled), input[type=checkbox]:not(:disabled)';
/** Elements that use the arrow keys themselves. */
const OWN_ARROWS = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=textbox], dialog';

/**
 * Arrow up and down, Home and End in a table: the focus moves to the control in the same column of another row.
 * @returns whether it moved
 */
export function moveInColumn({
  key,
  target,
  currentTarget,
  ctrlKey,
  metaKey,
  altKey,
}: KeyboardEvent<HTMLElement>): boolean {
  const from = target as HTMLElement;
  if (ctrlKey || metaKey || altKey || from.closest(OWN_ARROWS)) return false;
  const cell = from.closest<HTMLTableCellElement>('td, th');
  const row = cell?.closest('tr');
  if (!cell || !row) return false;
  const rows = [...currentTarget.children];
  const position = rows.indexOf(row);
  const next = { ArrowDown: position + 1, ArrowUp: position - 1, Home: 0, End: rows.length - 1 }[key];
  const control =
    next === undefined ? null : rows[next]?.children[cell.cellIndex]?.querySelector<HTMLElement>(CONTROLS);
  control?.focus();
  return Boolean(control);
}
