import { sql, type SQL } from 'drizzle-orm';

export type RegistrationKind = 'courseRegistration' | 'projectRegistration';

const TABLES = {
  courseRegistration: { table: sql`course_registration`, subject: sql`course_id` },
  projectRegistration: { table: sql`project_registration`, subject: sql`project_id` },
};

/** Returns the table of a kind of registration, and its column with the id of the course or project. */
export const tableOf = (kind: RegistrationKind): { table: SQL; subject: SQL } => TABLES[kind];
