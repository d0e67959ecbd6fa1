import { describe, expect, it } from 'vitest';
import { type Stage, stageLocks } from './stage-locks.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const LATER = new Date('2026-06-02T00:00:00Z');
const LAST = new Date('2026-06-03T00:00:00Z');
const item = (required: boolean, completed: boolean) => ({ required, completed });
const stage = (opens: Stage['opens'], items: Stage['items'] = [], startAt: Date | null = null): Stage => ({
  ...{ opens, items, startAt },
});
const AFTER = { afterPrevious: true };

describe('stageLocks', () => {
  it('opens a stage when the required items of the one before are complete', () => {
    const first = stage('always', [item(true, true), item(false, false)]);
    expect(stageLocks(null, [first, stage('previous')], NOW)).toEqual([null, null]);
    const open = stage('always', [item(true, false), item(false, true)]);
    expect(stageLocks(null, [open, stage('previous'), stage('always')], NOW)).toEqual([null, AFTER, null]);
  });

  it('needs all items of a stage in which none is required, and none of an empty one', () => {
    const electives = stage('always', [item(false, true), item(false, false)]);
    expect(stageLocks(null, [electives, stage('previous')], NOW)).toEqual([null, AFTER]);
    expect(stageLocks(null, [stage('previous'), stage('previous')], NOW)).toEqual([null, null]);
  });

  it('opens a stage at its start, and none before the project begins', () => {
    expect(stageLocks(null, [stage('date', [], LATER), stage('date', [], NOW)], NOW)).toEqual([
      { opensAt: LATER },
      null,
    ]);
    expect(stageLocks(null, [stage('always', [], LATER)], NOW)).toEqual([null]);
    expect(stageLocks(LATER, [stage('always'), stage('date', [], LAST), stage('date', [], NOW)], NOW)).toEqual([
      { opensAt: LATER },
      { opensAt: LAST },
      { opensAt: LATER },
    ]);
    expect(stageLocks(NOW, [stage('always')], NOW)).toEqual([null]);
  });
});
