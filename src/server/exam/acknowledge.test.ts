import { describe, expect, it } from 'vitest';
import type { Kept } from './keep-late.ts';
import type { AckState, Save } from './save-statement.ts';
import { type Decided, acknowledge } from './acknowledge.ts';

/** The attempt as the statement found it, when entries of the epochs 1 to 3 are in this state. */
const attempt = (state: AckState = 'saved', more: Partial<Decided> = {}) =>
  ({
    ...{ status: 'open', epoch: 2, deadlineAt: new Date('2026-03-01T08:00:00Z'), breakUntil: null, pausedAt: null },
    states: Object.fromEntries([1, 2, 3].map((epoch) => [`q ${epoch}`, epoch === 2 ? state : 'superseded'])),
    ...more,
  }) as Decided;
const late = attempt('late');
const stamp = (revision: number, epoch = 2) => ({ questionId: 'q', epoch, revision });
const rejection = { questionId: 'other', epoch: 2, revision: 1, reason: 'unknownQuestion' } as const;

/** A request with two revisions of one answer; the newer one is to be stored. */
const save = (epoch = 2) =>
  ({
    attemptId: 'attempt',
    checked: {
      entries: [{ ...stamp(2, epoch), answer: 'A', flagged: false }],
      accepted: [stamp(1, epoch), stamp(2, epoch)],
      rejected: [rejection],
    },
  }) as unknown as Save;
const acknowledged = (decided: Decided, kept: Kept, epoch = 2) => acknowledge(save(epoch), decided, () => kept);

describe('acknowledge', () => {
  it('acknowledges every revision of an answer that counts, and returns earlier rejections', () => {
    expect(acknowledge(save(), attempt(), undefined)).toEqual({
      acks: [
        { ...stamp(1), state: 'saved' },
        { ...stamp(2), state: 'saved' },
      ],
      rejected: [rejection],
    });
  });

  it('acknowledges an answer that was stored as evidence with its state', () => {
    expect(acknowledged(late, 'kept').acks.map(({ state }) => state)).toEqual(['late', 'late']);
    expect(acknowledged(attempt('closed', { status: 'submitted' }), 'kept').acks.map(({ state }) => state)).toEqual([
      'closed',
      'closed',
    ]);
  });

  it('returns saved for an answer that was saved before the attempt ended', () => {
    expect(acknowledged(late, 'counted').acks.map(({ state }) => state)).toEqual(['saved', 'saved']);
  });

  it('rejects a late answer that could not be stored, so that the device keeps it', () => {
    expect(acknowledged(late, 'full')).toEqual({
      acks: [],
      rejected: [rejection, { ...stamp(1), reason: 'lateLimit' }, { ...stamp(2), reason: 'lateLimit' }],
    });
  });

  it('acknowledges a superseded answer also when it could not be stored', () => {
    const { acks, rejected } = acknowledged(attempt(), 'full', 1);
    expect(acks.map(({ state }) => state)).toEqual(['superseded', 'superseded']);
    expect(rejected).toEqual([rejection]);
  });

  it.each(['open', 'submitted'] as const)('rejects an answer of a writer that never was: %s', (status) => {
    const { acks, rejected } = acknowledge(save(3), attempt('saved', { status }), undefined);
    expect(acks).toEqual([]);
    expect(rejected).toEqual([rejection, ...[1, 2].map((n) => ({ ...stamp(n, 3), reason: 'epoch' }))]);
  });

  it('requests the outcome of entries that do not count, with their attempt', () => {
    const asked: unknown[] = [];
    acknowledge(save(), late, (entry) => {
      asked.push(entry);
      return 'kept';
    });
    expect(asked).toEqual([{ ...stamp(2), answer: 'A', flagged: false, attemptId: 'attempt' }]);
  });
});
