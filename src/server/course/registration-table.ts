import { sql, type SQL } from 'drizzle-orm';

export type RegistrationKind = 'courseRegistration' | 'projectRegistration';

const TABLES = {
  courseRegistration: { table: sql`course_registration`, subject: sql`course_id` },
  projectRegistration: { table: sql`project_registration`, subject: sql`project_id` },
};

/** Registrations for courses and for projects are kept alike: the table, and its column of what is joined. */
export const tableOf = (kind: RegistrationKind): { table: SQL; subject: SQL } => TABLES[kind];
