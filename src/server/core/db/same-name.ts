import { sql, type SQL } from 'drizzle-orm';

/**
 * A name as it is compared with others: compatibility forms folded (NFKC), lower case, without spaces and characters that
 * are not seen. Two names that people cannot tell apart by these are equal.
 */
export const comparedName = (text: unknown): SQL =>
  sql`lower(regexp_replace(normalize(${text}, NFKC), ${'[\\s\\u00ad\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]'}, '', 'g'))`;

/** Whether a column holds a name that people would take for the given one. */
export const isSameName = (column: unknown, name: string): SQL<boolean> =>
  sql<boolean>`${comparedName(column)} = ${comparedName(sql`${name}::text`)}`;
