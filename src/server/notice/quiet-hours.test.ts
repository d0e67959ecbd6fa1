import { describe, expect, it } from 'vitest';
import { leavesHours } from '#src/contract/rules/notice.ts';
import { afterQuietHours } from './quiet-hours.ts';

const NIGHT = { from: 21, until: 8 };
const after = (moment: string, timeZone: string) => afterQuietHours(new Date(moment), timeZone, [NIGHT]).toISOString();

describe('afterQuietHours', () => {
  it.each([
    ['by day', '2026-05-04T00:00:00.000Z', '2026-05-04T00:00:00.000Z'],
    ['just before 21:00', '2026-05-04T12:59:59.000Z', '2026-05-04T12:59:59.000Z'],
    ['at 21:00', '2026-05-04T13:00:00.000Z', '2026-05-05T00:00:00.000Z'],
    ['after midnight', '2026-05-04T17:30:00.000Z', '2026-05-05T00:00:00.000Z'],
    ['just before 8:00', '2026-05-04T23:59:59.000Z', '2026-05-05T00:00:00.000Z'],
  ])('%s in Shanghai', (_, moment, expected) => expect(after(moment, 'Asia/Shanghai')).toBe(expected));

  it.each([
    // Clocks go forward on 29 March 2026 and back on 25 October 2026.
    ['2026-03-28T21:00:00.000Z', '2026-03-29T06:00:00.000Z'],
    ['2026-10-24T20:00:00.000Z', '2026-10-25T07:00:00.000Z'],
  ])('ends at 8:00 also when the clocks change in that night: %s', (moment, expected) =>
    expect(after(moment, 'Europe/Berlin')).toBe(expected),
  );

  it.each([
    ['in the morning', '2026-05-03T23:00:00.000Z', '2026-05-04T04:00:00.000Z'],
    ['in the afternoon', '2026-05-04T05:00:00.000Z', '2026-05-04T05:00:00.000Z'],
    ['in the evening', '2026-05-04T11:00:00.000Z', '2026-05-05T04:00:00.000Z'],
  ])('ends when all of several have ended: %s', (_, moment, expected) => {
    const own = { from: 18, until: 12 };
    expect(afterQuietHours(new Date(moment), 'Asia/Shanghai', [NIGHT, own]).toISOString()).toBe(expected);
    expect(leavesHours([NIGHT, own])).toBe(true);
    expect(leavesHours([NIGHT, { from: 8, until: 21 }])).toBe(false);
  });

  it('are none when they begin and end at the same hour', () =>
    expect(afterQuietHours(new Date('2026-05-04T16:00:00.000Z'), 'Asia/Shanghai', [{ from: 9, until: 9 }])).toEqual(
      new Date('2026-05-04T16:00:00.000Z'),
    ));
});
