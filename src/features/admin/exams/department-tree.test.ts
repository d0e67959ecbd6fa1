import { describe, expect, it } from 'vitest';
import { departmentTree, findDepartments, isWithin, withDepartment } from './department-tree.ts';

const compare = (a: string, b: string) => (a < b ? -1 : 1);
const shape = (tree: ReturnType<typeof departmentTree>): unknown[] =>
  tree.map(({ path, below }) => [path, ...shape(below)]);

describe('departments as a tree', () => {
  const tree = departmentTree(['b/y/2', 'a', 'b/x', 'b/y/1'], compare);

  it('have those above them, in order of their names', () => {
    expect(shape(tree)).toEqual([['a'], ['b', ['b/x'], ['b/y', ['b/y/1'], ['b/y/2']]]]);
    expect(tree[1]).toMatchObject({ name: 'b', below: [{ name: 'x' }, { name: 'y' }] });
  });

  it('are found by a part of their name, with those above and below', () => {
    expect(shape(findDepartments(tree, 'Y'))).toEqual([['b', ['b/y', ['b/y/1'], ['b/y/2']]]]);
    expect(shape(findDepartments(tree, '2'))).toEqual([['b', ['b/y', ['b/y/2']]]]);
    expect(findDepartments(tree, 'z')).toEqual([]);
  });
});

it('a chosen department contains those below it, and no others with the same beginning', () => {
  expect(isWithin('b/y/1', ['b/y'])).toBe(true);
  expect(isWithin('b/y', ['b/y'])).toBe(true);
  expect(isWithin('b/yy', ['b/y'])).toBe(false);
  expect(isWithin('b', ['b/y'])).toBe(false);
  expect(withDepartment(['a', 'b/y/1', 'b/yy'], 'b/y')).toEqual(['a', 'b/yy', 'b/y']);
});
