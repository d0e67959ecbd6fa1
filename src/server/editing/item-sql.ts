import { sql, type SQL } from 'drizzle-orm';
import type { ContentKindName, ContentState } from '#src/contract/rules/editing.ts';

/** Joins things of a kind with what the editors know about them, as `i`. @param thing alias of their table */
export const joinItem = (kind: ContentKindName, thing: SQL): SQL => sql`
  left join content_item i on i.enterprise_id = ${thing}.enterprise_id and i.kind = ${kind} and i.id = ${thing}.id`;

/** State of a thing, with `joinItem`. @param thing alias of its table @param published condition: learners see it */
export const stateOfItem = (thing: SQL, published: SQL): SQL<ContentState> => sql`case
  when i.deleted_at is not null then 'deleted'
  when ${published} then 'published'
  when ${thing}.code like 'portal-%' and coalesce(i.version, 0) = 0 then 'draft'
  else 'withdrawn' end`;

/** Columns that all lists of the editors have, with `joinItem`. @param thing alias of the table @param changed when its row changed */
export const itemColumns = (thing: SQL, changed: SQL): SQL => sql`
  i.draft is not null as "hasDraft", i.publish_at as "publishAt", i.withdraw_at as "withdrawAt",
  ${thing}.code not like 'portal-%' and i.taken_over_at is null as "isFromPack",
  greatest(i.gmt_modified, ${changed}) as "changedAt"`;
