import { describe, expect, it } from 'vitest';
import { catalogueItem, catalogueTree, type Progress, combinedProgress } from './catalogue-tree.ts';
import type { CatalogueResource } from './read-catalogue.ts';

const resource = (id: string, more: Partial<CatalogueResource> = {}): CatalogueResource => ({
  id,
  courseId: 'course',
  parentId: null,
  subResourceName: `name of ${id}`,
  contentType: 2,
  resourceType: 2,
  fileId: null,
  examId: null,
  fileName: null,
  fileSize: null,
  mime: null,
  fileVersion: null,
  activity: null,
  ...{ linkUrl: null, releaseAt: null, releaseDays: null },
  pageCount: null,
  kind: 'media',
  totalDuration: 100,
  counted: true,
  weight: 100,
  ...more,
});
const directory = (id: string, parentId: string | null = null) =>
  resource(id, { parentId, kind: 'other', counted: false, weight: 0 });
const done: Progress = { studyProgress: 100, completed: true };
const half: Progress = { studyProgress: 50, completed: false };

describe('combined progress', () => {
  it('is the weighted mean of the counted resources', () => {
    const resources = [resource('a', { weight: 300 }), resource('b'), resource('archive', { counted: false })];
    expect(combinedProgress(resources, new Map([['a', done]]))).toEqual({ studyProgress: 75, completed: false });
    expect(combinedProgress(resources, new Map([['archive', done]]))).toEqual({ studyProgress: 0, completed: false });
    const all = new Map([
      ['a', done],
      ['b', done],
    ]);
    expect(combinedProgress(resources, all)).toEqual({ studyProgress: 100, completed: true });
  });

  it('is 0 without counted resources', () => {
    expect(combinedProgress([], new Map())).toEqual({ studyProgress: 0, completed: false });
    expect(combinedProgress([directory('d')], new Map([['d', done]]))).toEqual({ studyProgress: 0, completed: false });
  });
});

describe('the tree', () => {
  const resources = [
    directory('one'),
    directory('inner', 'one'),
    resource('a', { parentId: 'inner' }),
    resource('b', { parentId: 'one' }),
    directory('empty'),
    resource('c'),
  ];
  const tree = (progress: [string, Progress][]) => catalogueTree(resources, new Map(progress), ({ id }) => ({ id }));

  it('keeps the order and nests items in their directories', () => {
    const leaf = (id: string) => ({ id, studyProgress: 0, completed: false, subTrainingProgress: [] });
    expect(tree([])).toEqual([
      { ...leaf('one'), subTrainingProgress: [{ ...leaf('inner'), subTrainingProgress: [leaf('a')] }, leaf('b')] },
      leaf('empty'),
      leaf('c'),
    ]);
  });

  it('computes the progress of a directory from all items below it', () => {
    const [one, empty, c] = tree([
      ['a', done],
      ['b', half],
      ['c', half],
    ]);
    expect(one).toMatchObject({ studyProgress: 75, completed: false });
    expect(one!.subTrainingProgress[0]).toMatchObject({ studyProgress: 100, completed: true });
    expect(empty).toMatchObject({ studyProgress: 0, completed: false });
    expect(c).toMatchObject(half);
  });
});

it('an item does not contain its file', () => {
  expect(catalogueItem(resource('a', { examId: 'exam', fileId: 'secret' }))).toEqual({
    subResourceId: 'a',
    subResourceName: 'name of a',
    contentType: 2,
    resourceType: 2,
    totalDuration: 100,
    examId: 'exam',
    kind: 'media',
    documentKind: null,
  });
});
