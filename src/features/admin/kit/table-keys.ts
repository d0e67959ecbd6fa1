import type { KeyboardEvent } from 'react';

const CONTROL = 'a[href], button:not(:disabled), input[type=checkbox]:not(:disabled)';
/** Elements that use the arrow keys themselves. */
const OWN_ARROWS = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=textbox], dialog, [popover]';

/**
 * Arrow up and down, Home and End in a table: the focus moves to the control in the same column of another row.
 * @param event at the `<tbody>`
 * @returns whether it moved
 */
export function moveInColumn(event: KeyboardEvent<HTMLTableSectionElement>): boolean {
  const { key, target, currentTarget, ctrlKey, metaKey, altKey } = event;
  const from = target as HTMLElement;
  if (ctrlKey || metaKey || altKey || from.closest(OWN_ARROWS)) return false;
  const cell = from.closest<HTMLTableCellElement>('td, th');
  const row = from.closest<HTMLTableRowElement>('tr');
  if (!cell || !row) return false;
  const rows = [...currentTarget.rows].filter((each) => !each.matches('.kit-group'));
  const here = rows.indexOf(row);
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[key];
  const inside = next === undefined ? undefined : rows[next]?.cells[cell.cellIndex]?.getElementsByTagName('*');
  const control = [...(inside ?? [])].find((each) => each.matches(CONTROL)) as HTMLElement | undefined;
  control?.focus();
  return control !== undefined;
}
