import { sql, type SQL } from 'drizzle-orm';
import {
  type AskedExport,
  type ExportList,
  type OfPerson,
  personColumns,
  personSql,
} from '#src/server/export/export-list.ts';
import { inPeriod, ofPeople } from '#src/server/export/people-condition.ts';
import { boughtSeat } from '#src/server/order/seat-conditions.ts';
import { type ExamState, examStatesOf } from './exam-states.ts';

type Row = OfPerson & {
  title: string;
  examState: ExamState;
  bestScore: string | null;
  passScore: string;
  totalScore: string;
  attemptsUsed: number;
  attemptsLeft: number;
  windowStart: Date;
  windowEnd: Date;
  submittedAt: Date | null;
  /** Whether a paper waits for marks in blind marking. */
  blind: boolean;
};

/**
 * Export of exam records: one's own list of exams; of other people one row per person and exam that the person has taken, was
 * assigned in a task, or belongs to a course that the person studies. Latest windows first.
 */
export const examExport: ExportList<Row> = {
  query: (asked) => {
    const { enterpriseId, input, now } = asked;
    const scope = (input.scope ?? 'own') === 'own' ? 'mine' : undefined;
    const where = sql`${inPeriod(asked, sql`coalesce(t.submitted_at, e.window_end)`)}
      and ${ofPeople(asked, boughtSeat(asked, sql`s.course_id = e.course_id`))}`;
    const columns = sql`${personSql}, u.user_id as "userId",
      e.blind_marking and exists (select from exam_attempt b where b.enterprise_id = ${enterpriseId} and b.exam_id = e.id
        and b.user_id = u.user_id and b.status = 'submitted') as blind,`;
    const whose = { enterpriseId, now, user: sql`u.user_id`, from: candidates(asked) };
    return sql`
      select * from (${examStatesOf(whose, { scope, examState: input.examState as ExamState | undefined, where, columns })}) s
      order by "windowEnd" desc, id, "userName", "userId"`;
  },
  columns: (t, asked) => [
    ...personColumns(asked),
    { name: 'exam', width: 48, type: 'text', value: ({ title }) => title },
    { name: 'state', width: 18, type: 'text', value: ({ examState }) => t(`enum:examState.${examState}`) },
    {
      name: 'bestScore',
      width: 12,
      type: 'number',
      value: ({ bestScore }) => (bestScore === null ? null : Number(bestScore)),
    },
    { name: 'passScore', width: 12, type: 'number', value: ({ passScore }) => Number(passScore) },
    { name: 'totalScore', width: 12, type: 'number', value: ({ totalScore }) => Number(totalScore) },
    { name: 'attemptsUsed', width: 14, type: 'number', value: ({ attemptsUsed }) => attemptsUsed },
    { name: 'attemptsLeft', width: 14, type: 'number', value: ({ attemptsLeft }) => attemptsLeft },
    { name: 'windowStart', width: 18, type: 'time', value: ({ windowStart }) => windowStart },
    { name: 'windowEnd', width: 18, type: 'time', value: ({ windowEnd }) => windowEnd },
    { name: 'submittedAt', width: 18, type: 'time', value: (row) => shownTime(row, asked) },
  ],
};

/** When the exam was submitted; not of others whose papers wait for marks in blind marking, as times would name them (decision 060). */
const shownTime = ({ submittedAt, blind }: Row, { input: { scope = 'own' } }: AskedExport): Date | null =>
  scope !== 'own' && blind ? null : submittedAt;

/** SQL of exams `e` with the people `u` whose exams they are. */
function candidates({ enterpriseId, userId, input: { scope = 'own' } }: AskedExport): SQL {
  if (scope === 'own')
    return sql`exam e join enterprise_user u on u.enterprise_id = e.enterprise_id and u.user_id = ${userId}`;
  const here = (table: SQL) => sql`${table}.enterprise_id = ${enterpriseId}`;
  return sql`(
      select a.exam_id, a.user_id from exam_attempt a where ${here(sql`a`)} and not a.trial
      union
      select e.id, i.user_id from portal.assigned_items(${enterpriseId}) i
      join exam e on ${here(sql`e`)} and (e.id = i.exam_id or e.course_id = i.course_id)
      union
      select e.id, p.user_id from course_progress p
      join exam e on e.enterprise_id = p.enterprise_id and e.course_id = p.course_id
      where ${here(sql`p`)}
    ) q
    join exam e on e.enterprise_id = ${enterpriseId} and e.id = q.exam_id
    join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = q.user_id`;
}
