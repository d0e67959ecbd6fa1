import { expect, it } from 'vitest';
import { type Column, shownColumns, toggleColumn } from './table-columns.ts';

const column = (id: string, more: Partial<Column<object>> = {}): Column<object> => ({
  id,
  title: id,
  cell: () => id,
  ...more,
});
const COLUMNS = [column('name', { isMain: true }), column('a'), column('b'), column('more', { isExtra: true })];

it('shows all but extra columns until some are chosen; the name of a row always', () => {
  expect(shownColumns(COLUMNS, undefined)).toEqual(['name', 'a', 'b']);
  expect(shownColumns(COLUMNS, ['more', 'unknown'])).toEqual(['name', 'more']);
});

it('keeps the order of the table, and forgets a choice that is the default', () => {
  expect(toggleColumn(COLUMNS, undefined, 'more')).toEqual(['a', 'b', 'more']);
  expect(toggleColumn(COLUMNS, ['more', 'b'], 'a')).toEqual(['a', 'b', 'more']);
  expect(toggleColumn(COLUMNS, ['a', 'b', 'more'], 'more')).toBeUndefined();
});

it('can hide all but the name', () => {
  const none = toggleColumn(COLUMNS, ['a'], 'a');
  expect(shownColumns(COLUMNS, none)).toEqual(['name']);
});
