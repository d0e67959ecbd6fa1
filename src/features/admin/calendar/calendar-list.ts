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

/** The same day of a month that is some months later, or its last one. */
function sameDayAfter(text: string, months: number): string {
  const first = monthAfter(text, months);
  const [same, last] = [first.slice(0, 8) + text.slice(8), plus(monthAfter(first, 1), -1)];
  return same < last ? same : last;
}

type Grid = {
  days: readonly string[];
  view: 'month' | 'week';
  /** With Ctrl: Home and End are those of all days. */ isWhole: boolean;
};

/** The day to which a key leads in a grid of whole weeks, which may be outside of it; undefined: it leads nowhere. Escape leads back from its entries. */
export function dayByKey(key: string, from: string, { days, view, isWhole }: Grid): string | undefined {
  const place = days.indexOf(from) % 7;
  if (key === 'Home') return isWhole ? days[0] : plus(from, -place);
  if (key === 'End') return isWhole ? days.at(-1) : plus(from, 6 - place);
  if (isWhole) return;
  if (key === 'Escape') return from;
  if (key === 'PageUp' || key === 'PageDown') {
    const by = key === 'PageUp' ? -1 : 1;
    return view === 'week' ? plus(from, by * 7) : sameDayAfter(from, by);
  }
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key];
  return by === undefined ? undefined : plus(from, by);
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
