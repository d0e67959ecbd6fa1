import { sql } from 'drizzle-orm';
import { type ExportList, type OfPerson, personColumns, personSql } from '#src/server/export/export-list.ts';
import { inPeriod, ofPeople } from '#src/server/export/people-condition.ts';
import { boughtSeat } from '#src/server/order/seat-conditions.ts';
import { studiedColumns, studiedOrder, toMinutes } from '#src/server/export/studied-columns.ts';

type Row = OfPerson & {
  courseTitle: string;
  resourceName: string;
  studyProgress: number;
  watchedSeconds: number;
  studySeconds: number;
  gmtModified: Date;
  completedAt: Date | null;
};

/** Export of study records: progress per resource, last studied first; of one course or of all. */
export const studyRecordExport: ExportList<Row> = {
  query: (asked) => {
    const { courseId } = asked.input;
    return sql`
      select ${personSql}, c.title as "courseTitle", r.sub_resource_name as "resourceName",
             p.study_progress as "studyProgress", p.watched_seconds as "watchedSeconds",
             p.study_seconds as "studySeconds", p.gmt_modified as "gmtModified", p.completed_at as "completedAt"
      from resource_progress p
      join course_resource r on r.enterprise_id = p.enterprise_id and r.id = p.resource_id
      join course c on c.enterprise_id = p.enterprise_id and c.id = p.course_id
      join enterprise_user u on u.enterprise_id = p.enterprise_id and u.user_id = p.user_id
      where p.enterprise_id = ${asked.enterpriseId} and ${courseId ? sql`p.course_id = ${courseId}` : sql`true`}
        and ${inPeriod(asked, sql`p.gmt_modified`)}
        and ${ofPeople(asked, boughtSeat(asked, sql`s.course_id = p.course_id`))}
      order by ${studiedOrder(asked, sql`p.gmt_modified`)} desc, p.resource_id desc, p.user_id`;
  },
  columns: (_t, asked) => [
    ...personColumns(asked),
    { name: 'course', width: 48, type: 'text', value: ({ courseTitle }) => courseTitle },
    { name: 'resource', width: 40, type: 'text', value: ({ resourceName }) => resourceName },
    { name: 'progress', width: 14, type: 'number', value: ({ studyProgress }) => studyProgress },
    { name: 'watchedMinutes', width: 20, type: 'number', value: ({ watchedSeconds }) => toMinutes(watchedSeconds) },
    { name: 'studyMinutes', width: 20, type: 'number', value: ({ studySeconds }) => toMinutes(studySeconds) },
    ...studiedColumns(asked),
  ],
};
