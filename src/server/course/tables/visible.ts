import { eq, sql, type SQL } from 'drizzle-orm';
import { course } from '../tables.ts';

type Who = { tenant: { id: string }; viewer: { userId: string } | null };

/**
 * SQL condition: a course is published, and the viewer may see it (`portal.courses_for`). Visitors see only those without an audience;
 * what is kept for several viewers must ask as a visitor.
 */
export const isVisibleTo = ({ tenant, viewer }: Who): SQL =>
  viewer === null
    ? eq(course.status, 'published')
    : sql`(${course.status} = 'published' or ${course.status} = 'restricted'
        and ${course.id} in (select portal.courses_for(${tenant.id}, ${viewer.userId}, null)))`;

/** SQL: the status of a course for a user: `published` or `unpublished`. @param alias of the table `course` */
export const statusFor = (alias: SQL, userId: string): SQL =>
  sql`portal.course_status(${alias}.status, ${alias}.enterprise_id, ${userId}, ${alias}.id)`;
