import { expect, it } from 'vitest';
import { type OwnDate, tellDates } from './tell-dates.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const date = (id: string, more: Partial<OwnDate> = {}): OwnDate => ({
  ...{ id, title: `Title ${id}`, description: '', place: '', path: '/x', tentative: false, isFree: false },
  ...{ startAt: later(24), endAt: later(25) },
  ...more,
});

it('tells what is new once, and nothing when nothing has changed', () => {
  const first = tellDates({}, [date('b', { startAt: later(30), endAt: later(31) }), date('a')], NOW);
  expect(first.changed).toBe(true);
  expect(Object.keys(first.told)).toEqual(['a', 'b']);
  expect(first.told['a']).toMatchObject({ sequence: 0, changedAt: NOW.getTime(), cancelled: false });
  const again = tellDates(first.told, [date('a'), date('b', { startAt: later(30), endAt: later(31) })], later(1));
  expect(again).toEqual({ told: first.told, changed: false });
});

it('counts each change of a date', () => {
  const { told } = tellDates({}, [date('a')], NOW);
  const moved = tellDates(told, [date('a', { startAt: later(26), endAt: later(27) })], later(2));
  expect(moved.changed).toBe(true);
  expect(moved.told['a']).toMatchObject({ sequence: 1, changedAt: later(2).getTime(), startAt: later(26).getTime() });
  const waiting = tellDates(
    moved.told,
    [date('a', { startAt: later(26), endAt: later(27), tentative: true })],
    later(3),
  );
  expect(waiting.told['a']).toMatchObject({ sequence: 2, tentative: true });
});

it('cancels what is gone before its end, once, and takes a cancellation back', () => {
  const { told } = tellDates({}, [date('a')], NOW);
  const gone = tellDates(told, [], later(1));
  expect(gone.told['a']).toMatchObject({ cancelled: true, sequence: 1, changedAt: later(1).getTime() });
  expect(tellDates(gone.told, [], later(2)).changed).toBe(false);
  const back = tellDates(gone.told, [date('a')], later(3));
  expect(back.told['a']).toMatchObject({ cancelled: false, sequence: 2 });
});

it('leaves what is over as it was, for 60 days', () => {
  const { told } = tellDates({}, [date('a')], NOW);
  expect(tellDates(told, [], later(26))).toEqual({ told, changed: false });
  expect(tellDates(told, [], later(25 + 60 * 24 - 1)).told).toEqual(told);
  expect(tellDates(told, [], later(25 + 60 * 24 + 1))).toEqual({ told: {}, changed: true });
});

it('tells the 500 dates that end last', () => {
  const many = Array.from({ length: 510 }, (_, i) => date(`d${i}`, { startAt: later(i), endAt: later(i + 1) }));
  const { told } = tellDates({}, many, NOW);
  expect(Object.keys(told)).toHaveLength(500);
  expect(told['d0']).toBeUndefined();
  expect(tellDates(told, many, later(0.5)).changed).toBe(false);
});
