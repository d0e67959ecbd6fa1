import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SubjectType } from '#src/contract/search.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { listTsquery } from './query.ts';
import { quoted } from './similar.ts';
import { kindTerm } from './terms.ts';

/** Up to so many hits the condition names their ids: the planner then knows how few they are, and looks them up. */
const MAX_NAMED = 1000;

type Asked = {
  /** Column with the id of the thing. */
  id: SQLWrapper;
  kind: SubjectType;
  keyword: string | undefined;
};

/**
 * The condition that a row of a list has all words of a keyword, answered by the search index. The index has what is
 * published and follows a change within about two seconds. It does not decide who may see a row: the list does.
 * @returns undefined without a keyword; a keyword without letters and digits is found nowhere
 */
export async function hasKeyword(db: TenantDb, { id, kind, keyword }: Asked): Promise<SQL | undefined> {
  if (!keyword) return undefined;
  const client = pgClientOf(db);
  const words = await listTsquery(client, keyword);
  if (!words) return sql`false`;
  const ofKind = quoted(kindTerm(kind));
  const { rows } = await client.query<{ ids: string[] }>({
    name: 'search-ids',
    text: 'select array(select portal.search_ids($1::tsquery, $2::tsquery, $3)) as ids',
    values: [words, ofKind, MAX_NAMED + 1],
  });
  const { ids } = rows[0]!;
  // `is true` keeps the planner from joining, which would look up each of many thousand ids: it hashes them instead.
  return ids.length > MAX_NAMED
    ? sql`(${id} in (select found from portal.search_ids(${words}::tsquery, ${ofKind}::tsquery, null) found)) is true`
    : sql`${id} = any(${sql.param(ids)}::uuid[])`;
}
