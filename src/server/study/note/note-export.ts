import { sql } from 'drizzle-orm';
import type { Translate } from '#src/i18n/format.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import type { ExportList } from '#src/server/export/export-list.ts';
import { clockTime } from '#src/lib/clock-time.ts';

type Row = {
  courseTitle: string;
  subResourceName: string;
  position: number | null;
  unit: 'second' | 'page' | null;
  text: string;
  gmtCreate: Date;
};

/** Export of the user's own notes, by course and resource, in the order of their places. Notes of others are never exported. */
export const noteExport: ExportList<Row> = {
  query: ({ enterpriseId, userId, input: { courseId, keyword } }) => sql`
    select c.title as "courseTitle", r.sub_resource_name as "subResourceName", n.position, n.unit, n.text,
           n.gmt_create as "gmtCreate"
    from study_note n
    join course c on c.enterprise_id = n.enterprise_id and c.id = n.course_id
    join course_resource r on r.enterprise_id = n.enterprise_id and r.id = n.resource_id
    where n.enterprise_id = ${enterpriseId} and n.user_id = ${userId}
      and ${courseId ? sql`n.course_id = ${courseId}` : sql`true`}
      and ${keyword ? sql`strpos(lower(concat_ws(' ', n.text, c.title, r.sub_resource_name)), lower(${keyword})) > 0` : sql`true`}
    order by c.title, c.id, r.sort, r.id, n.position nulls first, n.gmt_create, n.id`,
  columns: (t) => [
    { name: 'course', width: 40, type: 'text', value: ({ courseTitle }) => courseTitle },
    { name: 'resource', width: 32, type: 'text', value: ({ subResourceName }) => subResourceName },
    {
      name: 'position',
      width: 12,
      type: 'text',
      value: (row) => placeOf(t, row),
    },
    { name: 'note', width: 80, type: 'text', value: ({ text }) => text },
    { name: 'time', width: 18, type: 'time', value: ({ gmtCreate }) => gmtCreate },
  ],
  markdown: (t, { timeZone, locale }) => {
    return (row, before) => {
      const isSameCourse = before?.courseTitle === row.courseTitle;
      const isSameResource = isSameCourse && before.subResourceName === row.subResourceName;
      const at = [placeOf(t, row), dateTimeText(row.gmtCreate, timeZone, locale)].filter(Boolean).join(' · ');
      return [
        ...(isSameCourse ? [] : [`## ${oneLine(row.courseTitle)}`, '']),
        ...(isSameResource ? [] : [`### ${oneLine(row.subResourceName)}`, '']),
        `**${at}**`,
        '',
        // Line breaks stay line breaks.
        row.text.replace(/\n(?!\n)/g, '  \n'),
        '',
      ].join('\n');
    };
  },
};

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

const placeOf = (t: Translate, { position, unit }: Row): string | null =>
  position === null ? null : unit === 'page' ? t('note:page', { page: position }) : clockTime(position);
