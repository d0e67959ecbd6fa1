import { describe, expect, it } from 'vitest';
import { countSeconds, mergeRanges, type Range } from '#src/lib/ranges.ts';
import { WatchTracker } from './watch-tracker.ts';

/** Plays from `from` to `to` in steps of a quarter second. */
function play(tracker: WatchTracker, clock: { at: number }, from: number, to: number, rate = 1): Range[] {
  const seen: Range[] = [];
  for (let time = from; time <= to + 1e-9; time += 0.25 * rate) {
    const range = tracker.tick(time, clock.at, rate);
    if (range) seen.push(range);
    clock.at += 0.25;
  }
  return seen;
}

describe('watched seconds of a media element', () => {
  it('are whole ones, played to their end', () => {
    expect(mergeRanges(play(new WatchTracker(), { at: 0 }, 0, 12.75))).toEqual([[0, 12]]);
    expect(mergeRanges(play(new WatchTracker(), { at: 0 }, 20.5, 23))).toEqual([[21, 23]]);
  });

  it('go on over a pause in the middle of a second', () => {
    const [tracker, clock] = [new WatchTracker(), { at: 0 }];
    const before = play(tracker, clock, 0, 5.5);
    clock.at += 600;
    expect(mergeRanges([...before, ...play(tracker, clock, 5.5, 8)])).toEqual([[0, 8]]);
  });

  it('do not include what was jumped over, forwards or back, announced or not', () => {
    const [tracker, clock] = [new WatchTracker(), { at: 0 }];
    const first = play(tracker, clock, 0, 5);
    const second = play(tracker, clock, 60, 65);
    tracker.cut();
    const third = play(tracker, clock, 30, 33);
    expect(mergeRanges([...first, ...second, ...third])).toEqual([
      [0, 5],
      [30, 33],
      [60, 65],
    ]);
  });

  it('are all there at double speed and with a slow tab', () => {
    expect(mergeRanges(play(new WatchTracker(), { at: 0 }, 0, 40, 2))).toEqual([[0, 40]]);
    const tracker = new WatchTracker();
    const seen = [0, 2, 4, 6].flatMap((time) => tracker.tick(time, time, 1) ?? []);
    expect(countSeconds([[0, 6]])).toBe(6);
    expect(seen).toEqual([0, 2, 2, 4, 4, 6]);
  });

  it('include the last, begun second when it ended', () => {
    const [tracker, clock] = [new WatchTracker(), { at: 0 }];
    expect(mergeRanges([...play(tracker, clock, 0, 24.25), tracker.end(25)!])).toEqual([[0, 25]]);
    expect(tracker.end(25)).toBeNull();
  });
});
