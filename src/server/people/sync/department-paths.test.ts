import { expect, it } from 'vitest';
import { departmentPaths } from './department-paths.ts';

const tree = [
  { id: '1', parentId: null, name: '集团' },
  { id: '2', parentId: '1', name: '生产/一' },
  { id: '3', parentId: '2', name: '焊接' },
  { id: '4', parentId: '1', name: '' },
  { id: '5', parentId: '4', name: '行政' },
];
const targets = new Map([['t', '总部/工厂']]);
const paths = (...chosen: Parameters<typeof departmentPaths>[1]) => departmentPaths(tree, chosen, targets);

it('follows the nearest chosen department, and leaves out what is below none', () => {
  const below = paths(
    { id: '2', name: '', rule: 'below', targetId: 't' },
    { id: '3', name: '', rule: 'flat', targetId: null },
  );
  expect([...below]).toEqual([
    ['2', '总部/工厂/生产-一'],
    ['3', null],
  ]);
  expect([...paths({ id: '1', name: '', rule: 'same', targetId: 't' })]).toEqual([
    ['1', '总部/工厂'],
    ['2', '总部/工厂/生产-一'],
    ['3', '总部/工厂/生产-一/焊接'],
    // Without a name it is its parent.
    ['4', '总部/工厂'],
    ['5', '总部/工厂/行政'],
  ]);
});

it('ends with departments that are above themselves', () => {
  const circle = [
    { id: 'a', parentId: 'b', name: 'A' },
    { id: 'b', parentId: 'a', name: 'B' },
  ];
  expect(departmentPaths(circle, [{ id: 'c', name: 'C', rule: 'below', targetId: null }], targets).size).toBe(0);
});
