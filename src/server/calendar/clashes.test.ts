import { expect, it } from 'vitest';
import { clashesOf, type Timed } from './clashes.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
const entry = (id: string, from: number, to: number, more: Partial<Timed> = {}): Timed => ({
  ...{ id, startAt: at(from), endAt: at(to), status: 'planned' },
  ...{ roomId: null, place: null, room: null, lecturerIds: [], ...more },
});

it('finds what shares a room, a lecturer or an assistant at the same time', () => {
  const found = clashesOf([
    entry('a', 9, 12, { roomId: 'r', lecturerIds: ['l'] }),
    entry('b', 11, 13, { roomId: 'r' }),
    entry('c', 11, 12, { lecturerIds: ['main', 'l'], roomId: 'other' }),
    entry('d', 13, 14, { roomId: 'r', lecturerIds: ['l'] }),
  ]);
  expect(Object.fromEntries(found)).toEqual({ a: ['room', 'lecturer'], b: ['room'], c: ['lecturer'] });
});

it('sees that a long one lasts beyond a short one', () => {
  const room = { roomId: 'r' };
  expect(
    [...clashesOf([entry('long', 8, 18, room), entry('x', 9, 10, room), entry('y', 16, 17, room)]).keys()].sort(),
  ).toEqual(['long', 'x', 'y']);
});

it('compares rooms that were typed, and takes no cancelled session and no unknown room for one', () => {
  const typed = { place: 'Park 1', room: '201' };
  expect(clashesOf([entry('a', 9, 12, typed), entry('b', 9, 12, { ...typed, room: '201 ' })]).size).toBe(0);
  expect(clashesOf([entry('a', 9, 12, typed), entry('b', 9, 12, typed)]).size).toBe(2);
  expect(clashesOf([entry('a', 9, 12, typed), entry('b', 9, 12, { ...typed, status: 'cancelled' })]).size).toBe(0);
  expect(clashesOf([entry('a', 9, 12, { place: 'Park 1' }), entry('b', 9, 12, { place: 'Park 1' })]).size).toBe(0);
});
