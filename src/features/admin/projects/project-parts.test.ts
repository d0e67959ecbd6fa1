import { describe, expect, it } from 'vitest';
import { isComplete, movePart, nodesOf, type Parts, removePart } from './project-parts.ts';

const stage = (id: string): Parts['stages'][number] => ({
  ...{ id, name: { zh: '', en: id }, startAt: null, endAt: null, opens: 'always' as const },
});
const item = (courseId: string, stageId: string | null = null): Parts['courses'][number] => ({
  ...{ courseId, examId: null, title: courseId, required: true, stageId },
});
const PARTS: Parts = {
  stages: [stage('A'), stage('B')],
  courses: [item('1'), item('2', 'A'), item('3', 'A'), { ...item('', 'B'), courseId: null, examId: '4' }],
};
/** The tree in one line: stages with what is in them. */
const seen = (parts: Parts) => {
  const nodes = nodesOf(parts);
  return nodes
    .filter(({ parentId }) => parentId === null)
    .map(
      ({ id }) =>
        id +
        nodes
          .filter(({ parentId }) => parentId === id)
          .map((node) => node.id)
          .join(''),
    )
    .join(' ');
};

describe('parts of a project', () => {
  it('are items without a stage, and then the stages with theirs', () => {
    expect(seen(PARTS)).toBe('1 A23 B4');
    expect(seen({ ...PARTS, courses: PARTS.courses.toReversed() })).toBe('1 A32 B4');
  });

  it('are moved within a stage, into another one, and out of all', () => {
    expect(seen(movePart(PARTS, '3', { parentId: 'A', place: 0 }))).toBe('1 A32 B4');
    expect(seen(movePart(PARTS, '2', { parentId: 'B', place: 1 }))).toBe('1 A3 B42');
    expect(seen(movePart(PARTS, '4', { parentId: 'A', place: 1 }))).toBe('1 A243 B');
    expect(seen(movePart(PARTS, '4', { parentId: null, place: 0 }))).toBe('4 1 A23 B');
    expect(seen(movePart(PARTS, '4', { parentId: null, place: 3 }))).toBe('1 4 A23 B');
  });

  it('are stages that are moved among stages', () => {
    expect(seen(movePart(PARTS, 'B', { parentId: null, place: 1 }))).toBe('1 B4 A23');
    expect(seen(movePart(PARTS, 'B', { parentId: null, place: 0 }))).toBe('1 B4 A23');
    expect(seen(movePart(PARTS, 'A', { parentId: null, place: 2 }))).toBe('1 B4 A23');
  });

  it('are removed; what was in a stage goes to the one before', () => {
    expect(seen(removePart(PARTS, '2'))).toBe('1 A3 B4');
    expect(seen(removePart(PARTS, 'B'))).toBe('1 A234');
    expect(seen(removePart(PARTS, 'A'))).toBe('1 2 3 B4');
  });

  it('are complete stages with a name, dates in order, and the start that they need', () => {
    const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    expect(isComplete(stage('A'))).toBe(true);
    expect(isComplete(stage(' '))).toBe(false);
    expect(isComplete({ ...stage('A'), opens: 'date' })).toBe(false);
    expect(isComplete({ ...stage('A'), opens: 'date', startAt: early, endAt: late })).toBe(true);
    expect(isComplete({ ...stage('A'), startAt: late, endAt: early })).toBe(false);
  });
});
