import { expect, test } from 'vitest';
import { moveOf, visibleItems } from './visible-items.ts';

const CATEGORIES = [
  { id: 'a', name: 'Safety', parentId: null },
  { id: 'b', name: 'Sales', parentId: null },
  { id: 'a1', name: 'Fire', parentId: 'a' },
  { id: 'a2', name: 'Stairs', parentId: 'a' },
];

const press = (current: string | null, key: string, open: string[]) => {
  const items = visibleItems(CATEGORIES, 'All', new Set(open));
  return moveOf(items, current, (id) => open.includes(id), key);
};

test('only what is in open branches is shown', () => {
  const shown = (open: string[]) => visibleItems(CATEGORIES, 'All', new Set(open)).map(({ id }) => id);
  expect(shown([])).toEqual([null, 'a', 'b']);
  expect(shown(['a'])).toEqual([null, 'a', 'a1', 'a2', 'b']);
});

test.each([
  ['down', null, 'ArrowDown', [], { to: 'a' }],
  ['down, into what is open', 'a', 'ArrowDown', ['a'], { to: 'a1' }],
  ['down at the end', 'b', 'ArrowDown', [], null],
  ['up', 'b', 'ArrowUp', ['a'], { to: 'a2' }],
  ['up to all', 'a', 'ArrowUp', [], { to: null }],
  ['up at the top', null, 'ArrowUp', [], null],
  ['home', 'b', 'Home', [], { to: null }],
  ['end', null, 'End', ['a'], { to: 'b' }],
  ['right opens', 'a', 'ArrowRight', [], { open: 'a' }],
  ['right goes in', 'a', 'ArrowRight', ['a'], { to: 'a1' }],
  ['right at a leaf', 'b', 'ArrowRight', [], null],
  ['left closes', 'a', 'ArrowLeft', ['a'], { close: 'a' }],
  ['left goes up', 'a2', 'ArrowLeft', ['a'], { to: 'a' }],
  ['left at the top', 'b', 'ArrowLeft', [], null],
  ['a letter, the next one', 'a', 's', ['a'], { to: 'a2' }],
  ['a letter, round the end', 'b', 'f', ['a'], { to: 'a1' }],
  ['a letter that nothing begins with', 'a', 'x', [], null],
  ['another key', 'a', 'Enter', [], null],
])('%s', (_what, current, key, open, move) => {
  expect(press(current, key, open)).toEqual(move);
});
