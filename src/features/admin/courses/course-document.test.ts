import { describe, expect, it } from 'vitest';
import { addItems, type CourseItem, moveItem, newItem, withBelow } from './course-document.ts';

const tree = (...lines: [id: string, parentId: string | null][]): CourseItem[] =>
  lines.map(([id, parentId]) => newItem('folder', parentId, id, { id }));
const ITEMS = tree(['a', null], ['a1', 'a'], ['a2', 'a'], ['b', null], ['b1', 'b'], ['c', null]);
const shape = (items: CourseItem[]) => items.map(({ id, parentId }) => `${parentId ?? ''}/${id}`).join(' ');

describe('items of a course', () => {
  it('move with what is below them', () => {
    expect(shape(moveItem(ITEMS, 'a', 'b', 0))).toBe('/b b/a a/a1 a/a2 b/b1 /c');
    expect(shape(moveItem(ITEMS, 'a', 'b', 1))).toBe('/b b/b1 b/a a/a1 a/a2 /c');
    expect(shape(moveItem(ITEMS, 'c', null, 0))).toBe('/c /a a/a1 a/a2 /b b/b1');
    expect(shape(moveItem(ITEMS, 'a1', null, 1))).toBe('/a a/a2 /a1 /b b/b1 /c');
  });

  it('do not move below themselves', () => {
    expect(moveItem(ITEMS, 'a', 'a1', 0)).toEqual(ITEMS);
  });

  it('are added behind what is below their parent', () => {
    expect(shape(addItems(ITEMS, tree(['x', 'a'], ['y', 'a']), 'a'))).toBe('/a a/a1 a/a2 a/x a/y /b b/b1 /c');
    expect(shape(addItems(ITEMS, tree(['x', null]), null)).endsWith('/c /x')).toBe(true);
  });

  it('contain what is below them', () => {
    expect([...withBelow(ITEMS, 'a')]).toEqual(['a', 'a1', 'a2']);
  });
});
