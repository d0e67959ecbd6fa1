import { getTableName, sql } from 'drizzle-orm';
import { check, type AnyPgColumn } from 'drizzle-orm/pg-core';

/*
 * CHECK constraints: the database rejects invalid rows of any writer. They are named `<table>_<column>_check`;
 * tests/api/constraints.test.ts violates every one.
 */

/** The column contains one of the given texts. */
export const oneOf = <C extends AnyPgColumn>(column: C, values: readonly C['_']['data'][]) =>
  check(nameOf(column), sql`${column} in (${sql.raw(values.map((value) => `'${String(value)}'`).join(', '))})`);

/** The number is `least` or greater. */
export const atLeast = (column: AnyPgColumn, least: number) =>
  check(nameOf(column), sql`${column} >= ${sql.raw(String(least))}`);

/** The number is from `least` to `most`, inclusive. */
export const between = (column: AnyPgColumn, least: number, most: number) =>
  check(nameOf(column), sql`${column} between ${sql.raw(String(least))} and ${sql.raw(String(most))}`);

/** The text matches a regular expression of PostgreSQL. */
export const matches = (column: AnyPgColumn, pattern: string) =>
  check(nameOf(column), sql`${column} ~ ${sql.raw(`'${pattern}'`)}`);

const nameOf = (column: AnyPgColumn) => `${getTableName(column.table)}_${column.name}_check`;
