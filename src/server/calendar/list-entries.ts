import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { zonedTime } from '#src/lib/dates.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { type Clash, clashesOf, roomOf } from './clashes.ts';

type Row = {
  kind: 'offline' | 'live';
  id: string;
  courseId: string;
  courseTitle: string;
  title: string;
  startAt: Date;
  endAt: Date;
  status: 'planned' | 'live' | 'ended' | 'closed' | 'cancelled';
  place: string | null;
  room: string | null;
  roomId: string | null;
  lecturerId: string | null;
  lecturerName: string | null;
  /** The lecturer first, then the assistants. */
  lecturerIds: string[];
  assistantNames: string[];
  seriesId: string | null;
  capacity: number | null;
  bookedCount: number;
  cost: string;
};
export type Entry = Row & { clashes: Clash[] };

/** Longest of both kinds: what begins earlier is over. Milliseconds. */
const LONGEST_MS = 16 * 3_600_000;
/** Longest period of a calendar, days. */
const MAX_DAYS = 62;

/** Reads what takes place in a period, in the order of the starts, at most one more than a calendar shows. */
async function readEntries({ db, tenant }: Context, from: Date, until: Date): Promise<Entry[]> {
  const enterprise = sql`${tenant.id}::uuid`;
  const begins = (start: string, end: string) =>
    sql`${sql.raw(start)} >= ${new Date(+from - LONGEST_MS).toISOString()}::timestamptz
      and ${sql.raw(start)} < ${until.toISOString()}::timestamptz and ${sql.raw(end)} > ${from.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select e.*, l.lecturer_name as "lecturerName", h.ids as "assistantIds", h.names as "assistantNames" from (
      select 'offline' as kind, s.id, r.course_id as "courseId", c.title as "courseTitle",
        coalesce(s.title, r.sub_resource_name) as title, s.start_at as "startAt", s.end_at as "endAt", s.status, s.place,
        s.room, s.room_id as "roomId", coalesce(s.lecturer_id, c.lecturer_id) as "lecturerId", s.series_id as "seriesId",
        s.capacity, (select count(*) from training_seat x where x.enterprise_id = s.enterprise_id and x.session_id = s.id
          and x.status = 'booked')::int as "bookedCount",
        (select coalesce(sum(k.amount), 0) from training_cost k where k.enterprise_id = s.enterprise_id
          and k.session_id = s.id)::text as cost
      from training_session s
      join course_resource r on r.enterprise_id = s.enterprise_id and r.id = s.resource_id
      join course c on c.enterprise_id = r.enterprise_id and c.id = r.course_id
      where s.enterprise_id = ${enterprise} and ${begins('s.start_at', 's.end_at')}
      union all
      select 'live', v.id, v.course_id, c.title, v.title, v.start_at, v.end_at, v.status, null, null, null, c.lecturer_id,
        null, null, 0, '0'
      from live_session v join course c on c.enterprise_id = v.enterprise_id and c.id = v.course_id
      where v.enterprise_id = ${enterprise} and ${begins('v.start_at', 'v.end_at')}
    ) e
    left join lecturer l on l.enterprise_id = ${enterprise} and l.id = e."lecturerId"
    cross join lateral (
      select coalesce(array_agg(o.id::text order by o.lecturer_name, o.id), '{}') as ids,
             coalesce(array_agg(o.lecturer_name order by o.lecturer_name, o.id), '{}') as names
      from training_assistant a join lecturer o on o.enterprise_id = a.enterprise_id and o.id = a.lecturer_id
      where a.enterprise_id = ${enterprise} and a.session_id = e.id) h
    order by e."startAt", e.id
    limit ${MAX_ITEMS.calendarEntries + 1}`);
  const read = rows.map(
    ({ assistantIds, ...row }) =>
      ({
        ...row,
        ...{ startAt: new Date(String(row.startAt)), endAt: new Date(String(row.endAt)) },
        lecturerIds: [row.lecturerId, ...(assistantIds as string[])].filter((id) => id !== null),
      }) as Row,
  );
  const clashes = clashesOf(read);
  return read.map((row) => ({ ...row, clashes: clashes.get(row.id) ?? [] }));
}

/**
 * Returns the sessions and live classes of a period. Clashes with what a filter leaves out are shown, too.
 * @throws AppError 422 for a period of more than 62 days
 */
export async function listEntries(ctx: Context, input: OperationInput<'POST /course/auth/calendar/list'>) {
  const [from, until] = [input.from, input.until].map((day) => zonedTime(`${day}T00:00`, ctx.tenant.timeZone)) as [
    Date,
    Date,
  ];
  const days = (+until - +from) / 86_400_000;
  if (!(days > 0 && days <= MAX_DAYS))
    throw new AppError(422, 'invalid', { fields: [{ field: 'until', key: 'field.invalid' }] });
  const all = await readEntries(ctx, from, until);
  const { lecturerId, roomId, courseId, kind } = input;
  const list = all.filter(
    (each) =>
      (!lecturerId || each.lecturerIds.includes(lecturerId)) &&
      (!roomId || each.roomId === roomId) &&
      (!courseId || each.courseId === courseId) &&
      (!kind || each.kind === kind),
  );
  const isCut = all.length > MAX_ITEMS.calendarEntries;
  return { list: list.slice(0, MAX_ITEMS.calendarEntries), isCut };
}

/** Returns what else takes place in a room, or with lecturers and assistants, at some times: the first of them. */
export async function listClashes(ctx: Context, input: OperationInput<'POST /course/auth/calendar/clash/list'>) {
  const times = input.times.map(({ startAt, endAt }) => ({ startAt: new Date(startAt), endAt: new Date(endAt) }));
  const room = input.roomId ? roomOf({ roomId: input.roomId, place: null, room: null }) : null;
  const lecturers = [...(input.lecturerId ? [input.lecturerId] : []), ...input.assistantIds];
  const found: Entry[] = [];
  for (const { startAt, endAt } of times) {
    if (!(endAt > startAt) || found.length >= MAX_ITEMS.page) continue;
    for (const each of await readEntries(ctx, startAt, endAt)) {
      if (each.status === 'cancelled' || each.id === input.exceptId || found.some(({ id }) => id === each.id)) continue;
      const clashes: Clash[] = [];
      if (room !== null && roomOf(each) === room) clashes.push('room');
      if (lecturers.some((id) => each.lecturerIds.includes(id))) clashes.push('lecturer');
      if (clashes.length > 0) found.push({ ...each, clashes });
    }
  }
  return found.slice(0, MAX_ITEMS.page);
}
