import { sql, type SQL } from 'drizzle-orm';

/**
 * SQL condition: what has earned something (`course:<id>:…`, `exam:<id>…`, the `source` of an entry or a certificate) is one of these
 * courses, or one of these exams. @param of arrays of ids
 */
export const eventOf = (source: SQL, { courses, exams }: { courses: SQL; exams: SQL }): SQL => sql`
  case split_part(${source}, ':', 1) when 'course' then split_part(${source}, ':', 2) = any(${courses}::text[])
    when 'exam' then split_part(${source}, ':', 2) = any(${exams}::text[]) else false end`;
