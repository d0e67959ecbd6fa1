import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** SQL condition: a column with the path of a department names this department or one below it. */
export const inDepartment = (column: SQLWrapper, path: string): SQL =>
  sql`(${column} = ${path} or starts_with(${column}, ${`${path}/`}))`;
