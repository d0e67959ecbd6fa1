import { describe, expect, it } from 'vitest';
import type { Kept } from './keep-late.ts';
import type { Save, Standing } from './save-batch.ts';
import { settle, stateOf } from './settle.ts';
import { GRACE_SECONDS } from './times.ts';

const now = new Date('2026-03-01T08:00:00Z');
const standing = (more: Partial<Standing> = {}) =>
  ({ status: 'open', epoch: 2, deadlineAt: new Date(now.getTime() + 1000), ...more }) as Standing;
const late = standing({ deadlineAt: new Date(now.getTime() - GRACE_SECONDS * 1000 - 1) });
const stamp = (revision: number, epoch = 2) => ({ questionId: 'q', epoch, revision });
const rejection = { questionId: 'other', epoch: 2, revision: 1, reason: 'unknownQuestion' } as const;

/** A request with two revisions of one answer, of which the newer one is to be stored. */
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

describe('the state of an answer', () => {
  it('follows from the attempt first, then from the writer, then from the time', () => {
    expect(stateOf(2, standing(), now)).toBe('saved');
    expect(stateOf(1, standing(), now)).toBe('superseded');
    expect(stateOf(3, standing(), now)).toBe('superseded');
    expect(stateOf(2, late, now)).toBe('late');
    expect(stateOf(1, late, now)).toBe('superseded');
    for (const status of ['submitted', 'marked'] as const) expect(stateOf(1, { ...late, status }, now)).toBe('closed');
  });
});

describe('settling a request', () => {
  it('acknowledges every revision of an answer that counts, and passes on what was rejected before', () => {
    expect(settle(save(), standing(), undefined)).toEqual({
      acks: [
        { ...stamp(1), state: 'saved' },
        { ...stamp(2), state: 'saved' },
      ],
      rejected: [rejection],
    });
  });

  it('acknowledges what was kept as evidence by its state', () => {
    expect(settled(late, 'kept').acks.map(({ state }) => state)).toEqual(['late', 'late']);
    expect(settled(standing({ status: 'submitted' }), 'kept').acks.map(({ state }) => state)).toEqual([
      'closed',
      'closed',
    ]);
  });

  it('calls an answer saved that had been counted before the attempt ended', () => {
    expect(settled(late, 'counted').acks.map(({ state }) => state)).toEqual(['saved', 'saved']);
  });

  it('rejects what came late and could not be kept, so that the device keeps it', () => {
    expect(settled(late, 'full')).toEqual({
      acks: [],
      rejected: [rejection, { ...stamp(1), reason: 'lateLimit' }, { ...stamp(2), reason: 'lateLimit' }],
    });
  });

  it('acknowledges what another window sent also when it could not be kept', () => {
    const { acks, rejected } = settled(standing(), 'full', 1);
    expect(acks.map(({ state }) => state)).toEqual(['superseded', 'superseded']);
    expect(rejected).toEqual([rejection]);
  });

  it('asks about entries that do not count, with their attempt', () => {
    const asked: unknown[] = [];
    settle(save(), late, (entry) => {
      asked.push(entry);
      return 'kept';
    });
    expect(asked).toEqual([{ ...stamp(2), answer: 'A', flagged: false, attemptId: 'attempt' }]);
  });
});
