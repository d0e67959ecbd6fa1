import type { Data } from '#src/contract/calls.ts';
import { inZone } from '#src/lib/dates.ts';
import { day, id, listQuery, oneOf, type StateOf } from '#src/lib/list-query.ts';

/* The query of `/admin/calendar`, and the calls of what it shows. */

export const LIST = 'POST /course/auth/calendar/list';
export const OPTIONS = 'POST /course/auth/calendar/options';
export const ROOMS = 'POST /course/auth/calendar/room/list';
export type Entry = Data<typeof LIST>['list'][number];
export type Options = Data<typeof OPTIONS>;

export const VIEWS = ['month', 'week', 'list'] as const;
export type View = (typeof VIEWS)[number];
export const KINDS = ['offline', 'live'] as const;
type Filter = {
  view?: View;
  day?: string;
  lecturerId?: string;
  roomId?: string;
  courseId?: string;
  kind?: (typeof KINDS)[number];
};
export const CALENDAR = listQuery<Filter>({
  path: '/admin/calendar',
  filters: { view: oneOf(VIEWS), day, lecturerId: id, roomId: id, courseId: id, kind: oneOf(KINDS) },
});

const utc = (text: string) => new Date(`${text}T00:00Z`);
const textOf = (at: Date) => at.toISOString().slice(0, 10);
/** A calendar day some days later. */
export const plus = (text: string, days: number) => textOf(new Date(+utc(text) + days * 86_400_000));
const monday = (text: string) => plus(text, -((utc(text).getUTCDay() + 6) % 7));

/** First day of a month that is some months later. */
export function monthAfter(text: string, months: number): string {
  const at = utc(`${text.slice(0, 7)}-01`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return textOf(at);
}

/** Days that a view shows: whole weeks of a month, a week, or a month from a day on; the end is excluded. */
export function periodOf(view: View, text: string): { from: string; until: string } {
  if (view === 'week') return { from: monday(text), until: plus(monday(text), 7) };
  const [first, next] = [monthAfter(text, 0), monthAfter(text, 1)];
  return view === 'list'
    ? { from: first, until: next }
    : { from: monday(first), until: plus(monday(plus(next, -1)), 7) };
}

/** What the address of the page asks for. @param today in the time zone of the enterprise */
export function shownOf({ filter }: StateOf<typeof CALENDAR>, today: string) {
  const { view = 'month', day: chosen = today, ...rest } = filter;
  const period = periodOf(view, chosen);
  return { view, day: chosen, period, input: { ...rest, ...period } };
}

/** The entries of each day, in the time zone of the enterprise; what lasts longer is on each of its days. */
export function byDay(list: readonly Entry[], { from, until }: { from: string; until: string }, timeZone: string) {
  const days = new Map<string, Entry[]>();
  for (let each = from; each < until; each = plus(each, 1)) days.set(each, []);
  for (const entry of list) {
    const last = inZone(new Date(Date.parse(entry.endAt) - 1), timeZone).format('YYYY-MM-DD');
    for (let each = inZone(entry.startAt, timeZone).format('YYYY-MM-DD'); each <= last; each = plus(each, 1))
      days.get(each)?.push(entry);
  }
  return [...days];
}
