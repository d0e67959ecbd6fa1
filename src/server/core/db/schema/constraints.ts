import { getTableName, sql } from 'drizzle-orm';
import { check, type AnyPgColumn } from 'drizzle-orm/pg-core';

/*
 * CHECK constraints: the database itself keeps rows valid, whoever writes them. They are named `<table>_<column>_check`;
 * tests/api/constraints.test.ts violates every one.
 */

/** A column with a fixed set of texts. */
export const oneOf = <C extends AnyPgColumn>(column: C, values: readonly C['_']['data'][]) =>
  check(nameOf(column), sql`${column} in (${sql.raw(values.map((value) => `'${String(value)}'`).join(', '))})`);

/** A number with a lower bound, which is valid itself. */
export const atLeast = (column: AnyPgColumn, least: number) =>
  check(nameOf(column), sql`${column} >= ${sql.raw(String(least))}`);

/** A number with two bounds, which are valid themselves. */
export const between = (column: AnyPgColumn, least: number, most: number) =>
  check(nameOf(column), sql`${column} between ${sql.raw(String(least))} and ${sql.raw(String(most))}`);

/** A text of a fixed form. */
export const matches = (column: AnyPgColumn, pattern: string) =>
  check(nameOf(column), sql`${column} ~ ${sql.raw(`'${pattern}'`)}`);

const nameOf = (column: AnyPgColumn) => `${getTableName(column.table)}_${column.name}_check`;
