import { sql } from 'drizzle-orm';
import { managesClasses } from '#src/contract/rules/rights.ts';
import type { ExportList, OfPerson } from '#src/server/export/export-list.ts';

type Row = OfPerson & { title: string; minutes: number; joinedAt: Date; completedAt: Date | null };

/**
 * Export of the attendance of a live class, by name. The statement checks again that the user leads the class: a lecturer
 * may have lost the course since.
 */
export const liveAttendanceExport: ExportList<Row> = {
  query: ({ enterpriseId, userId, input, ...asked }) => sql`
    select u.user_name as "userName", u.department, l.title, a.joined_at as "joinedAt",
           (select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(a.minutes) r) as minutes,
           p.completed_at as "completedAt"
    from live_attendance a
    join live_session l on l.enterprise_id = a.enterprise_id and l.id = a.session_id
    join course c on c.enterprise_id = l.enterprise_id and c.id = l.course_id
    left join lecturer t on t.enterprise_id = c.enterprise_id and t.id = c.lecturer_id
    join enterprise_user u on u.enterprise_id = a.enterprise_id and u.user_id = a.user_id
    left join resource_progress p on p.enterprise_id = a.enterprise_id and p.user_id = a.user_id
      and p.resource_id = l.resource_id
    where a.enterprise_id = ${enterpriseId} and l.id = ${String(input.sessionId)}::uuid
      and (t.user_id = ${userId} or ${managesClasses(asked)})
    order by u.user_name, a.user_id`,
  columns: () => [
    { name: 'person', width: 16, type: 'text', value: ({ userName }) => userName },
    { name: 'department', width: 20, type: 'text', value: ({ department }) => department },
    { name: 'liveClass', width: 40, type: 'text', value: ({ title }) => title },
    { name: 'attendedMinutes', width: 18, type: 'number', value: ({ minutes }) => minutes },
    { name: 'joinedAt', width: 18, type: 'time', value: ({ joinedAt }) => joinedAt },
    { name: 'completedAt', width: 18, type: 'time', value: ({ completedAt }) => completedAt },
  ],
};
