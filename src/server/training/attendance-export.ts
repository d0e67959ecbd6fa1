import { sql, type SQL } from 'drizzle-orm';
import { managesClasses } from '#src/contract/rules/rights.ts';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import type { AttendanceState } from './tables.ts';
import { type AskedExport, type ExportList, type OfPerson, personSql } from '#src/server/export/export-list.ts';
import { inPeriod, ofPeople } from '#src/server/export/people-condition.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { findRunSession } from './select-sessions.ts';

type Row = OfPerson & {
  title: string;
  courseTitle: string;
  place: string;
  startAt: Date;
  state: AttendanceState | null;
  signedInAt: Date | null;
  signedOutAt: Date | null;
  signWay: 'qr' | 'code' | 'hand' | null;
  reason: string | null;
  passed: boolean | null;
  score: string | null;
  note: string | null;
};

/** Export of the attendance of one session, or of all sessions of the people of an export; latest sessions first. */
export const attendanceExport: ExportList<Row> = {
  query: (asked) => sql`
    select ${personSql}, coalesce(s.title, r.sub_resource_name) as title, c.title as "courseTitle",
           concat_ws(' ', s.place, s.room) as place, s.start_at as "startAt", a.state, a.signed_in_at as "signedInAt",
           a.signed_out_at as "signedOutAt", a.sign_way as "signWay", a.correct_reason as reason,
           a.passed, a.score, a.note
    from training_seat x
    join training_session s on s.enterprise_id = x.enterprise_id and s.id = x.session_id
    join course_resource r on r.enterprise_id = s.enterprise_id and r.id = s.resource_id
    join course c on c.enterprise_id = r.enterprise_id and c.id = r.course_id
    join enterprise_user u on u.enterprise_id = x.enterprise_id and u.user_id = x.user_id
    left join training_attendance a
      on a.enterprise_id = x.enterprise_id and a.session_id = x.session_id and a.user_id = x.user_id
    where x.enterprise_id = ${asked.enterpriseId} and x.status = 'booked' and ${inPeriod(asked, sql`s.start_at`)}
      and ${ofSession(asked) ?? ofPeople(asked)}
    order by s.start_at desc, s.id, u.user_name, u.user_id`,
  columns: (t) => [
    { name: 'person', width: 16, type: 'text', value: ({ userName }) => userName },
    { name: 'department', width: 20, type: 'text', value: ({ department }) => department },
    { name: 'course', width: 40, type: 'text', value: ({ courseTitle }) => courseTitle },
    { name: 'session', width: 32, type: 'text', value: ({ title }) => title },
    { name: 'place', width: 24, type: 'text', value: ({ place }) => place },
    { name: 'periodStart', width: 18, type: 'time', value: ({ startAt }) => startAt },
    { name: 'signedInAt', width: 18, type: 'time', value: ({ signedInAt }) => signedInAt },
    { name: 'signedOutAt', width: 18, type: 'time', value: ({ signedOutAt }) => signedOutAt },
    {
      name: 'signWay',
      width: 12,
      type: 'text',
      value: ({ signWay }) => (signWay ? t(`enum:signWay.${signWay}`) : null),
    },
    { name: 'state', width: 12, type: 'text', value: ({ state }) => (state ? t(`enum:attendance.${state}`) : null) },
    {
      name: 'result',
      width: 12,
      type: 'text',
      value: ({ passed }) => (passed === null ? null : t(passed ? 'training:result.passed' : 'training:result.failed')),
    },
    { name: 'score', width: 10, type: 'number', value: ({ score }) => score && Number(score) },
    { name: 'resultNote', width: 32, type: 'text', value: ({ note }) => note },
    { name: 'remark', width: 32, type: 'text', value: ({ reason }) => reason },
  ],
};

/** Condition for the session of a request of who runs it, who is checked again when the file is generated. */
function ofSession(asked: AskedExport): SQL | null {
  const { input, userId, enterpriseId } = asked;
  const { sessionId } = input;
  if (typeof sessionId !== 'string') return null;
  return sql`s.id = ${sessionId}::uuid and (${managesClasses(asked)} or exists (
    select from lecturer l where l.enterprise_id = ${enterpriseId} and l.user_id = ${userId}
      and (l.id in (s.lecturer_id, c.lecturer_id) or exists (
        select from training_assistant h where h.enterprise_id = s.enterprise_id and h.session_id = s.id and h.lecturer_id = l.id))))`;
}

/** Requests an export of the attendance of a session. @throws AppError 404; 429 like `requestExport` */
export async function exportAttendance(
  ctx: Context,
  { sessionId }: OperationInput<'POST /course/auth/training/attendance/export'>,
) {
  await findRunSession(ctx, sessionId);
  return requestExport(ctx, 'attendance', { sessionId });
}
