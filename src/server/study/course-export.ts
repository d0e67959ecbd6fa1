import { sql } from 'drizzle-orm';
import { type ExportList, type OfPerson, personColumns, personSql } from '#src/server/export/export-list.ts';
import { inPeriod, ofPeople } from '#src/server/export/people-condition.ts';
import { boughtSeat } from '#src/server/order/seat-conditions.ts';
import { studiedColumns, studiedOrder, toMinutes } from '#src/server/export/studied-columns.ts';

type Row = OfPerson & {
  title: string;
  courseType: number;
  studyProgress: number;
  status: 'learning' | 'completed';
  studySeconds: number;
  startedAt: Date;
  gmtModified: Date;
  completedAt: Date | null;
};

/** Export of training records: the courses that people have started, last studied first. */
export const courseExport: ExportList<Row> = {
  query: (asked) => {
    const { status } = asked.input;
    return sql`
      select ${personSql}, c.title, c.course_type as "courseType", p.study_progress as "studyProgress", p.status,
             p.study_seconds as "studySeconds", p.started_at as "startedAt", p.gmt_modified as "gmtModified",
             p.completed_at as "completedAt"
      from course_progress p
      join course c on c.enterprise_id = p.enterprise_id and c.id = p.course_id
      join enterprise_user u on u.enterprise_id = p.enterprise_id and u.user_id = p.user_id
      where p.enterprise_id = ${asked.enterpriseId} and ${status ? sql`p.status = ${status}` : sql`true`}
        and ${inPeriod(asked, sql`p.gmt_modified`)}
        and ${ofPeople(asked, boughtSeat(asked, sql`s.course_id = p.course_id`))}
      order by ${studiedOrder(asked, sql`p.gmt_modified`)} desc, p.course_id desc, p.user_id`;
  },
  columns: (t, asked) => [
    ...personColumns(asked),
    { name: 'course', width: 48, type: 'text', value: ({ title }) => title },
    { name: 'courseType', width: 18, type: 'text', value: ({ courseType }) => t(`enum:courseType.${courseType}`) },
    { name: 'state', width: 14, type: 'text', value: ({ status }) => t(`enum:learningState.${status}`) },
    { name: 'progress', width: 14, type: 'number', value: ({ studyProgress }) => studyProgress },
    { name: 'studyMinutes', width: 20, type: 'number', value: ({ studySeconds }) => toMinutes(studySeconds) },
    { name: 'startedAt', width: 18, type: 'time', value: ({ startedAt }) => startedAt },
    ...studiedColumns(asked),
  ],
};
