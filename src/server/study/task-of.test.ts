import { describe, expect, it } from 'vitest';
import { taskOf, type TaskLine } from './task-of.ts';

const day = (n: number) => new Date(Date.UTC(2026, 4, n));
const NOW = day(10);
const line = (item: string, more: Partial<TaskLine> = {}): TaskLine => ({
  ...{ id: 'task', title: 'Task', summary: null, task_type: 1, start_at: day(5), end_at: day(20) },
  ...{
    ordered: false,
    counts_earlier: true,
    late_completion: false,
    end_changes: 0,
    assigned_at: day(5),
    stored: 0,
    completed_at: null,
  },
  ...{ item_id: item, course_id: item, exam_id: null, coaching_id: null, evaluation_form_id: null },
  ...{
    item_title: item.toUpperCase(),
    release_at: null,
    after_ids: [],
    progress: more.done_at ? 100 : 0,
    done_at: null,
  },
  ...more,
});
/** What the rule decides about each item. */
const items = (lines: TaskLine[], at = NOW) =>
  taskOf(lines, at).items.map(({ completed, locked, studyProgress }) => [completed, locked, studyProgress]);

describe('an item', () => {
  it('counts by its progress, and fully when it is finished', () => {
    const task = taskOf([line('a', { progress: 40 }), line('b', { done_at: day(8) })], NOW);
    expect(task).toMatchObject({ studyProgress: 70, status: 'learning', completedAt: null });
    expect(items([line('a', { progress: 100 })])).toEqual([[false, false, 99]]);
  });

  it('that was finished before counts at once, unless the task does not count that', () => {
    const early = { done_at: day(1) };
    expect(taskOf([line('a', early)], NOW)).toMatchObject({ status: 'completed', completedAt: day(1) });
    const strict = { ...early, counts_earlier: false };
    expect(taskOf([line('a', strict)], NOW)).toMatchObject({
      ...{ status: 'notStarted', studyProgress: 0, completedAt: null },
      items: [{ completed: false, finishedEarlier: true, studyProgress: 0 }],
    });
    expect(items([line('a', { ...strict, done_at: day(5) })])).toEqual([[true, false, 100]]);
    // Given before its start, or to a person who joined later: the later of both counts.
    expect(items([line('a', { ...strict, assigned_at: day(2), done_at: day(4) })])).toEqual([[false, false, 0]]);
    expect(items([line('a', { ...strict, assigned_at: day(8), done_at: day(7) })])).toEqual([[false, false, 0]]);
  });

  it('is locked until its release, and what was finished before that counts from then on', () => {
    const released = { release_at: day(12), done_at: day(9) };
    expect(items([line('a', released)])).toEqual([[false, true, 0]]);
    expect(taskOf([line('a', released)], NOW).items[0]).toMatchObject({ releaseAt: day(12), waitsFor: [] });
    expect(items([line('a', released)], day(12))).toEqual([[true, false, 100]]);
    expect(taskOf([line('a', released)], day(13)).completedAt).toEqual(day(12));
    expect(items([line('a', { release_at: day(12), progress: 50 })])).toEqual([[false, true, 0]]);
  });

  it('of an ordered task waits for the one before it', () => {
    const ordered = { ordered: true };
    const lines = [line('a', ordered), line('b', { ...ordered, done_at: day(7) }), line('c', ordered)];
    expect(items(lines)).toEqual([
      [false, false, 0],
      [false, true, 0],
      [false, true, 0],
    ]);
    expect(taskOf(lines, NOW).items.map(({ waitsFor }) => waitsFor)).toEqual([[], ['A'], ['B']]);
    expect(items([line('a', { ...ordered, done_at: day(9) }), ...lines.slice(1)])).toEqual([
      [true, false, 100],
      [true, false, 100],
      [false, false, 0],
    ]);
  });

  it('waits for the items that it names, each once, and counts from the last of them', () => {
    const after = { after_ids: ['a', 'b'], ordered: true, done_at: day(6) };
    const lines = [line('a', { ordered: true, done_at: day(8) }), line('b', { ordered: true }), line('c', after)];
    expect(taskOf(lines, NOW).items[2]).toMatchObject({ locked: true, waitsFor: ['B'] });
    const done = [lines[0]!, line('b', { ordered: true, done_at: day(9) }), lines[2]!];
    expect(taskOf(done, NOW)).toMatchObject({ status: 'completed', completedAt: day(9) });
  });
});

describe('an ended task', () => {
  const after = day(25);
  it('keeps what counted by its end', () => {
    const lines = [line('a', { done_at: day(19) }), line('b', { done_at: day(21) }), line('c', { progress: 80 })];
    expect(taskOf(lines, after)).toMatchObject({ studyProgress: 33, status: 'overdue', completedAt: null });
    expect(taskOf([line('a', { done_at: day(20) })], after)).toMatchObject({ status: 'completed' });
    expect(taskOf([line('a', { stored: 45, progress: 90 })], after).studyProgress).toBe(45);
  });

  it('does not count what opened later', () => {
    expect(items([line('a', { release_at: day(21), done_at: day(9) })], after)).toEqual([[false, true, 0]]);
    const lines = [line('a', { ordered: true, done_at: day(21) }), line('b', { ordered: true, done_at: day(9) })];
    expect(taskOf(lines, after)).toMatchObject({ studyProgress: 0, status: 'overdue' });
  });

  it('that accepts late completion goes on, and is then completed late', () => {
    const late = { late_completion: true };
    const begun = [line('a', { ...late, done_at: day(19) }), line('b', { ...late, progress: 80 })];
    expect(taskOf(begun, after)).toMatchObject({ studyProgress: 90, status: 'overdue', isLate: false });
    const done = [begun[0]!, line('b', { ...late, done_at: day(21) })];
    expect(taskOf(done, after)).toMatchObject({ status: 'completed', completedAt: day(21), isLate: true });
    expect(taskOf([line('a', { ...late, done_at: day(19) })], after)).toMatchObject({
      status: 'completed',
      isLate: false,
    });
  });

  it('that was completed stays complete', () => {
    const stored = { completed_at: day(15), stored: 100 };
    expect(taskOf([line('a', { ...stored, release_at: day(30) })], after)).toMatchObject({
      ...{ studyProgress: 100, status: 'completed', completedAt: day(15) },
    });
  });
});

it('without items is not started', () => {
  expect(taskOf([line('a', { item_id: null })], NOW)).toMatchObject({ items: [], studyProgress: 0 });
});
