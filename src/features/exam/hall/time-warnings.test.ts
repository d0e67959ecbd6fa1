import { expect, it } from 'vitest';
import { createSectionEnds } from './section-ends.ts';
import { warningAt } from './time-warnings.ts';

it('warns from 5 minutes and from 1 minute before an end on', () => {
  expect([301, 300, 61, 60, 1].map(warningAt)).toEqual([null, 300, 300, 60, 60]);
  // Ticks can be skipped; an end that is past or does not exist has no warning.
  expect([299, 59, 0, null].map(warningAt)).toEqual([300, 60, null, null]);
});

it('a break moves the ends of the sections that are not over, and its early end moves them back', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 9, minutes)).toISOString();
  const ends = createSectionEnds([{ endsAt: at(10) }, { endsAt: at(20) }, { endsAt: null }]);
  // A break of 10 minutes at 9:15, ended at 9:18.
  ends.shift(10 * 60_000, at(15));
  expect([ends.now(at(10)), ends.now(at(20))]).toEqual([at(10), at(30)]);
  ends.shift(-7 * 60_000, at(25));
  expect([ends.now(at(10)), ends.now(at(20))]).toEqual([at(10), at(23)]);
});
