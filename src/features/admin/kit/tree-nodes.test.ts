import { expect, test } from 'vitest';
import {
  blocksOf,
  canMoveInto,
  findNodes,
  indexTree,
  isSamePlace,
  lineOf,
  moveOf,
  shownNodes,
  type TreeNode,
} from './tree-nodes.ts';

const node = (id: string, parentId: string | null, more: Partial<TreeNode> = {}): TreeNode => ({
  ...{ id, parentId, label: `Label ${id}`, ...more },
});
/** a ( b ( d e ) c ) f */
const NODES = [node('a', null), node('b', 'a'), node('c', 'a'), node('d', 'b'), node('e', 'b'), node('f', null)];
const tree = indexTree(NODES);
const ids = (nodes: { id: string }[]) => nodes.map(({ id }) => id).join('');

test('a node whose parent is missing is at the top', () => {
  const part = indexTree(NODES.slice(1));
  expect(ids([...part.below(null)])).toBe('bcf');
  expect(part.parentOf('b')).toBeNull();
  expect(part.parentOf('d')).toBe('b');
  expect(ids(lineOf(part, 'd'))).toBe('bd');
});

test('what is shown depends on what is open; a closed node hides what is open below it', () => {
  const shown = (...open: string[]) => ids(shownNodes(tree, new Set(open)).map((each) => each.node));
  expect(shown()).toBe('af');
  expect(shown('a')).toBe('abcf');
  expect(shown('a', 'b')).toBe('abdecf');
  expect(shown('b')).toBe('af');
  // A node without children has nothing to open.
  expect(shown('f', 'c')).toBe('af');
});

test('says level, place and number of siblings', () => {
  const found = shownNodes(tree, new Set(['a', 'b']));
  expect(
    found.map(({ node: { id }, level, place, size, hasChildren }) => [id, level, place, size, hasChildren]),
  ).toEqual([
    ['a', 1, 1, 2, true],
    ['b', 2, 1, 2, true],
    ['d', 3, 1, 2, false],
    ['e', 3, 2, 2, false],
    ['c', 2, 2, 2, false],
    ['f', 1, 2, 2, false],
  ]);
});

/** Three chapters of 24 items, and 11 nodes without children between the last two. */
const LARGE = ['x', 'y', '', 'z'].flatMap((chapter) =>
  chapter
    ? [node(chapter, null), ...Array.from({ length: 24 }, (_, n) => node(`${chapter}${n}`, chapter))]
    : Array.from({ length: 11 }, (_, n) => node(`leaf${n}`, null)),
);
const blocks = (nodes: TreeNode[], ...open: string[]) =>
  new Map(
    blocksOf(shownNodes(indexTree(nodes), new Set(open))).map(({ key, isFull, rows }) => [
      key,
      `${isFull} ${rows.map((row) => row.node.id).join(' ')}`,
    ]),
  );

test('rows are divided into blocks that closing another node does not change', () => {
  const all = blocks(LARGE, 'x', 'y', 'z');
  expect([...all.values()].map((text) => [text.startsWith('true'), text.split(' ').length - 1])).toEqual(
    [10, 10, 5, 10, 10, 5, 10, 1, 10, 10, 5].map((count) => [count === 10, count]),
  );
  const closed = blocks(LARGE, 'y', 'z');
  expect([...closed.values()][0]).toBe('false x');
  for (const [key, text] of [...all].slice(3)) expect(closed.get(key)).toBe(text);
});

test('below a single node at the top, blocks are those of its children', () => {
  const root = [node('root', null), ...LARGE.map((each) => ({ ...each, parentId: each.parentId ?? 'root' }))];
  const all = blocks(root, 'root', 'x', 'y', 'z');
  const closed = blocks(root, 'root', 'y', 'z');
  expect([...all.values()].slice(0, 2)).toEqual(['false root', expect.stringMatching(/^true x x0 /)]);
  for (const [key, text] of [...all].slice(4)) expect(closed.get(key)).toBe(text);
});

test('a keyword finds labels in any case, with those above; numbers are those of what is found', () => {
  const found = findNodes(tree, ' lABEL e');
  expect([...found].sort().join('')).toBe('abe');
  expect(shownNodes(tree, found, found).map(({ node: { id }, size }) => `${id}${size}`)).toEqual(['a1', 'b1', 'e1']);
  expect(findNodes(tree, 'nothing').size).toBe(0);
});

test('a node is moved neither below itself nor into what is fixed or a leaf', () => {
  expect(canMoveInto(tree, 'a', 'd')).toBe(false);
  expect(canMoveInto(tree, 'a', 'a')).toBe(false);
  expect(canMoveInto(tree, 'd', 'a')).toBe(true);
  expect(canMoveInto(tree, 'd', null)).toBe(true);
  const fixed = indexTree([node('x', null, { isFixed: true }), node('y', 'x'), node('z', null)]);
  expect(canMoveInto(fixed, 'x', 'z')).toBe(false);
  expect(canMoveInto(fixed, 'z', 'x')).toBe(false);
  expect(canMoveInto(fixed, 'y', 'z')).toBe(true);
  const leaf = indexTree([node('x', null, { isLeaf: true }), node('y', null)]);
  expect(canMoveInto(leaf, 'y', 'x')).toBe(false);
  expect(canMoveInto(leaf, 'x', 'y')).toBe(true);
});

test('a drop has a place among the others there', () => {
  expect(moveOf(tree, 'f', 'c', 'before')).toEqual({ parentId: 'a', place: 1 });
  expect(moveOf(tree, 'f', 'c', 'after')).toEqual({ parentId: 'a', place: 2 });
  expect(moveOf(tree, 'f', 'a', 'before')).toEqual({ parentId: null, place: 0 });
  expect(moveOf(tree, 'f', 'b', 'inside')).toEqual({ parentId: 'b', place: 2 });
  expect(moveOf(tree, 'd', 'b', 'inside')).toEqual({ parentId: 'b', place: 1 });
  // Of the others: it leaves its own place.
  expect(moveOf(tree, 'b', 'c', 'after')).toEqual({ parentId: 'a', place: 1 });
});

test('knows a move that changes nothing', () => {
  expect(isSamePlace(tree, 'b', moveOf(tree, 'b', 'c', 'before'))).toBe(true);
  expect(isSamePlace(tree, 'b', moveOf(tree, 'b', 'c', 'after'))).toBe(false);
  expect(isSamePlace(tree, 'e', moveOf(tree, 'e', 'b', 'inside'))).toBe(true);
  expect(isSamePlace(tree, 'd', moveOf(tree, 'd', 'b', 'inside'))).toBe(false);
  expect(isSamePlace(tree, 'd', { parentId: null, place: 0 })).toBe(false);
});
