import { sql, type SQL } from 'drizzle-orm';

/**
 * Normalises a name for comparison: NFKC, lower case, without spaces and invisible characters. Names that differ only in
 * these are equal.
 */
export const comparedName = (text: unknown): SQL =>
  sql`lower(regexp_replace(normalize(${text}, NFKC), ${'[\\s\\u00ad\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]'}, '', 'g'))`;

/** Condition: the column contains a name that equals the given one after normalisation. */
export const isSameName = (column: unknown, name: string): SQL<boolean> =>
  sql<boolean>`${comparedName(column)} = ${comparedName(sql`${name}::text`)}`;
