import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** SQL condition: a column with the path of a department names this department or one below it. */
export const inDepartment = (column: SQLWrapper, path: string): SQL =>
  sql`(${column} = ${path} or starts_with(${column}, ${`${path}/`}))`;

/**
 * SQL condition: a column with the path of a department is within what `scopeOf` returned; no department is not, except in everything.
 * @param scope null: everything; paths of departments: these and those below them
 */
export const inScope = (column: SQLWrapper, scope: readonly string[] | null): SQL =>
  scope === null
    ? sql`true`
    : scope.length === 0
      ? sql`false`
      : sql`coalesce(${sql.join(
          scope.map((path) => inDepartment(column, path)),
          sql` or `,
        )}, false)`;
