import { describe, expect, it } from 'vitest';
import type { Kept } from './keep-late.ts';
import type { Save, Standing } from './save-statement.ts';
import { settle, stateOf } from './settle.ts';
import { GRACE_SECONDS } from './times.ts';

const now = new Date('2026-03-01T08:00:00Z');
const standing = (more: Partial<Standing> = {}) =>
  ({
    ...{ status: 'open', epoch: 2, deadlineAt: new Date(now.getTime() + 1000), breakUntil: null, sectionEnds: null },
    ...more,
  }) as Standing;
const by = (epoch: number) => ({ epoch, questionId: 'q' });
const late = standing({ deadlineAt: new Date(now.getTime() - GRACE_SECONDS * 1000 - 1) });
const stamp = (revision: number, epoch = 2) => ({ questionId: 'q', epoch, revision });
const rejection = { questionId: 'other', epoch: 2, revision: 1, reason: 'unknownQuestion' } as const;

/** A request with two revisions of one answer; the newer one is to be stored. */
const save = (epoch = 2) =>
  ({
    attemptId: 'attempt',
    now,
    checked: {
      entries: [{ ...stamp(2, epoch), answer: 'A', flagged: false }],
      accepted: [stamp(1, epoch), stamp(2, epoch)],
      rejected: [rejection],
    },
  }) as unknown as Save;
const settled = (standingNow: Standing, kept: Kept, epoch = 2) => settle(save(epoch), standingNow, () => kept);

describe('stateOf', () => {
  it('checks the status of the attempt first, then the epoch, then the deadline', () => {
    expect(stateOf(by(2), standing(), now)).toBe('saved');
    expect(stateOf(by(1), standing(), now)).toBe('superseded');
    expect(stateOf(by(3), standing(), now)).toBe('superseded');
    expect(stateOf(by(2), late, now)).toBe('late');
    expect(stateOf(by(1), late, now)).toBe('superseded');
    for (const status of ['submitted', 'marked'] as const)
      expect(stateOf(by(1), { ...late, status }, now)).toBe('closed');
  });

  it('does not count answers of a break, or after the time of their section', () => {
    const second = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    expect(stateOf(by(2), standing({ breakUntil: second(1) }), now)).toBe('late');
    expect(stateOf(by(2), standing({ breakUntil: now }), now)).toBe('saved');
    const ends = (seconds: number) => standing({ sectionEnds: { q: second(seconds).toISOString(), other: null } });
    expect(stateOf(by(2), ends(-GRACE_SECONDS - 1), now)).toBe('late');
    expect(stateOf(by(2), ends(-GRACE_SECONDS), now)).toBe('saved');
    expect(stateOf({ epoch: 2, questionId: 'other' }, ends(-100), now)).toBe('saved');
  });
});

describe('settle', () => {
  it('acknowledges every revision of an answer that counts, and returns earlier rejections', () => {
    expect(settle(save(), standing(), undefined)).toEqual({
      acks: [
        { ...stamp(1), state: 'saved' },
        { ...stamp(2), state: 'saved' },
      ],
      rejected: [rejection],
    });
  });

  it('acknowledges an answer that was stored as evidence with its state', () => {
    expect(settled(late, 'kept').acks.map(({ state }) => state)).toEqual(['late', 'late']);
    expect(settled(standing({ status: 'submitted' }), 'kept').acks.map(({ state }) => state)).toEqual([
      'closed',
      'closed',
    ]);
  });

  it('returns saved for an answer that was saved before the attempt ended', () => {
    expect(settled(late, 'counted').acks.map(({ state }) => state)).toEqual(['saved', 'saved']);
  });

  it('rejects a late answer that could not be stored, so that the device keeps it', () => {
    expect(settled(late, 'full')).toEqual({
      acks: [],
      rejected: [rejection, { ...stamp(1), reason: 'lateLimit' }, { ...stamp(2), reason: 'lateLimit' }],
    });
  });

  it('acknowledges a superseded answer also when it could not be stored', () => {
    const { acks, rejected } = settled(standing(), 'full', 1);
    expect(acks.map(({ state }) => state)).toEqual(['superseded', 'superseded']);
    expect(rejected).toEqual([rejection]);
  });

  it.each(['open', 'submitted'] as const)('rejects an answer of a writer that never was: %s', (status) => {
    const { acks, rejected } = settle(save(3), standing({ status }), undefined);
    expect(acks).toEqual([]);
    expect(rejected).toEqual([rejection, ...[1, 2].map((n) => ({ ...stamp(n, 3), reason: 'epoch' }))]);
  });

  it('requests the outcome of entries that do not count, with their attempt', () => {
    const asked: unknown[] = [];
    settle(save(), late, (entry) => {
      asked.push(entry);
      return 'kept';
    });
    expect(asked).toEqual([{ ...stamp(2), answer: 'A', flagged: false, attemptId: 'attempt' }]);
  });
});
