import { inZone, zonedTime } from '#src/lib/dates.ts';

/** A month of the schedule: `name` and its neighbours as `2026-01`, its ends as instants. */
export type Month = { name: string; previous: string; next: string; from: string; to: string; days: number };

/** Returns a month by its name; that of a moment, if it is none. */
export function monthOf(asked: string | null, now: Date, timeZone: string): Month {
  const name = asked && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(asked) ? asked : inZone(now, timeZone).format('YYYY-MM');
  const [year, month] = name.split('-').map(Number) as [number, number];
  const other = (by: number) => new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
  const start = (of: string) => zonedTime(`${of}-01T00:00`, timeZone).toISOString();
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { name, previous: other(-1), next: other(1), from: start(name), to: start(other(1)), days };
}
