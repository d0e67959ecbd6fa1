import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

/** The window of an exam (0) or of one of its resits. */
export type ScheduledWindow = {
  id: string;
  title: string;
  published: boolean;
  number: number;
  starts: Date;
  ends: Date;
  limitSeconds: number;
  /** Who can sit it. */
  people: number;
};

/** In long windows people come at times of their own: this many times more than if they were spread evenly. */
const CROWDING = 2;

/** How many sit at the same time in a window: all of a short one; of a long one as many as the time limit is of it, and twice that. */
export function expectedOf({ people, starts, ends, limitSeconds }: ScheduledWindow): number {
  const seconds = (ends.getTime() - starts.getTime()) / 1000;
  return Math.ceil(people * Math.min(1, (CROWDING * limitSeconds) / seconds));
}

/**
 * Adds up who is expected at the same time. Drafts are shown and do not count.
 * @returns the windows, and the times at which they differ, in order, with those of published exams that are open then
 */
export function loadOf(windows: ScheduledWindow[], { from, to }: { from: Date; to: Date }) {
  const counted = windows.filter(({ published }) => published);
  const within = (date: Date) => Math.min(to.getTime(), Math.max(from.getTime(), date.getTime()));
  const times = [...new Set(counted.flatMap(({ starts, ends }) => [within(starts), within(ends)]))].sort(
    (a, b) => a - b,
  );
  const load = times.slice(0, -1).flatMap((start, at) => {
    const open = counted.filter(({ starts, ends }) => starts.getTime() <= start && ends.getTime() > start);
    if (open.length === 0) return [];
    const expected = open.reduce((sum, each) => sum + expectedOf(each), 0);
    const titles = [...new Set(open.map(({ title }) => title))];
    return [{ starts: new Date(start), ends: new Date(times[at + 1]!), expected, titles }];
  });
  return {
    windows: windows.map((each) => ({ ...each, expected: expectedOf(each) })),
    load: load
      .slice(0, MAX_ITEMS.scheduleTimes)
      .map((each) => ({ ...each, titles: each.titles.slice(0, MAX_ITEMS.scheduledTitles) })),
    peak: Math.max(0, ...load.map(({ expected }) => expected)),
  };
}
