import { sql, type SQL } from 'drizzle-orm';

/**
 * SQL of an order of papers that tells nothing about when they were begun or submitted; ids of attempts are ordered by time.
 * @param id id of the attempt
 */
export const blindOrder = (id: SQL): SQL => sql`md5(${id}::text)`;
