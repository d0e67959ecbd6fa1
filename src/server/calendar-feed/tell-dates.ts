/** A date of a member, as it is now. Texts are in the language of the feed. */
export type OwnDate = {
  /** The same as long as it exists, and unique among the dates of a member. */
  id: string;
  title: string;
  description: string;
  place: string;
  /** Path in the portal without language prefix. */
  path: string;
  startAt: Date;
  endAt: Date;
  tentative: boolean;
  /** The member is not busy meanwhile. */
  isFree: boolean;
};

/** A date as it was told to calendar programs; times in milliseconds, as stored. */
export type ToldDate = Omit<OwnDate, 'id' | 'startAt' | 'endAt'> & {
  startAt: number;
  endAt: number;
  /** Number of its changes since it was told first. */
  sequence: number;
  changedAt: number;
  cancelled: boolean;
};
type Told = Record<string, ToldDate>;

/** Days for which a date stays in a calendar after its end. */
const KEPT_DAYS = 60;
/** Dates of one feed: those that end last. */
const MAX_DATES = 500;

/**
 * Compares the dates of a member with what was told before: what is new or different gets the time and the next number of a change; what is
 * gone is cancelled, unless it is over (docs/specification.md, section "Calendar subscription").
 * @returns what is told now, in the order of the dates, and whether anything has changed
 */
export function tellDates(before: Told, dates: readonly OwnDate[], now: Date): { told: Told; changed: boolean } {
  const at = now.getTime();
  const all = new Map<string, ToldDate>();
  for (const { id, startAt, endAt, ...date } of dates) {
    const next = { ...date, startAt: startAt.getTime(), endAt: endAt.getTime(), cancelled: false };
    const known = before[id];
    all.set(
      id,
      known && isSame(known, next) ? known : { ...next, sequence: known ? known.sequence + 1 : 0, changedAt: at },
    );
  }
  for (const [id, known] of Object.entries(before)) {
    if (all.has(id) || known.endAt < at - KEPT_DAYS * 86_400_000) continue;
    const isOver = known.cancelled || known.endAt <= at;
    all.set(id, isOver ? known : { ...known, cancelled: true, sequence: known.sequence + 1, changedAt: at });
  }
  const kept = [...all].sort(([a, x], [b, y]) => y.endAt - x.endAt || (a < b ? -1 : 1)).slice(0, MAX_DATES);
  const told = Object.fromEntries(kept.sort(([a, x], [b, y]) => x.startAt - y.startAt || (a < b ? -1 : 1)));
  const changed = Object.keys(before).length !== kept.length || kept.some(([id, date]) => before[id] !== date);
  return { told, changed };
}

const COMPARED = [
  'title',
  'description',
  'place',
  'path',
  'startAt',
  'endAt',
  'tentative',
  'isFree',
  'cancelled',
] as const;
const isSame = (a: ToldDate, b: Omit<ToldDate, 'sequence' | 'changedAt'>) =>
  COMPARED.every((name) => a[name] === b[name]);
