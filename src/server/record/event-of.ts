import { sql, type SQL } from 'drizzle-orm';

/**
 * SQL condition: what has earned something (`course:<id>:…`, `exam:<id>…`, the `source` of an entry or a certificate) is one of these
 * courses, or one of these exams. @param of arrays of ids
 */
export const eventOf = (source: SQL, { courses, exams }: { courses: SQL; exams: SQL }): SQL => sql`
  case split_part(${source}, ':', 1) when 'course' then split_part(${source}, ':', 2) = any(${courses}::text[])
    when 'exam' then split_part(${source}, ':', 2) = any(${exams}::text[]) else false end`;

/**
 * SQL of the course to which what has earned something belongs, as text: that of a course, or of the exam; null: neither. For lists of many people,
 * where arrays for each of them would take longer than the list.
 */
export const courseOfEvent = (source: SQL, enterpriseId: string): SQL => sql`
  case split_part(${source}, ':', 1) when 'course' then split_part(${source}, ':', 2)
    when 'exam' then (
      select x.course_id::text from exam x where x.enterprise_id = ${enterpriseId}
        and x.id = case when split_part(${source}, ':', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                        then split_part(${source}, ':', 2)::uuid end) end`;
