import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import type { SubjectType } from '#src/contract/search.ts';
import { SUBJECTS } from './subjects.ts';
import { documentTerms } from './terms.ts';

/** Objects indexed in one transaction: few, so that it does not hold locks for long. */
const BATCH_SIZE = 100;
/** Maximum number of characters of a text that are indexed and stored for excerpts. */
const MAX_BODY_LENGTH = 20_000;

type Marked = { subject_type: string; subject_id: string };

/**
 * Indexes up to 100 objects that triggers have marked as changed: reads their current state, and removes deleted and
 * unpublished ones from the index. Idempotent. Several processes may do this at the same time; each skips rows that another
 * one has locked.
 * @returns the number of marked objects; 0 if none is left that is not locked
 */
export async function indexDirty(db: TenantDb, enterpriseId: string): Promise<number> {
  const client = pgClientOf(db);
  // Deleted before the objects are read: a later change marks its row again, and an uncommitted change holds its lock.
  const { rows: marked } = await client.query<Marked>(
    `delete from search_dirty d using (
       select subject_type, subject_id from search_dirty where enterprise_id = $1
       order by gmt_modified, subject_type, subject_id limit $2 for update skip locked) taken
     where d.enterprise_id = $1 and d.subject_type = taken.subject_type and d.subject_id = taken.subject_id
     returning d.subject_type, d.subject_id`,
    [enterpriseId, BATCH_SIZE],
  );
  const byType = Map.groupBy(marked, (row) => row.subject_type);
  for (const [subjectType, rows] of byType) {
    const ids = rows.map((row) => row.subject_id);
    await indexSubjects(db, enterpriseId, subjectType as SubjectType, ids);
  }
  return marked.length;
}

/** Indexes all marked objects, for an import, whose content is to be searchable immediately. */
export async function indexAllDirty(db: TenantDb, enterpriseId: string): Promise<void> {
  while ((await indexDirty(db, enterpriseId)) > 0);
}

async function indexSubjects(
  db: TenantDb,
  enterpriseId: string,
  subjectType: SubjectType,
  ids: string[],
): Promise<void> {
  const client = pgClientOf(db);
  const found = ((await SUBJECTS[subjectType]?.(db, enterpriseId, ids)) ?? []).map((subject) => ({
    ...subject,
    subjectType,
    body: subject.body.slice(0, MAX_BODY_LENGTH),
  }));
  const terms = await documentTerms(client, enterpriseId, found);
  const foundIds = new Set(found.map(({ id }) => id));
  await client.query(
    'delete from search_document where enterprise_id = $1 and subject_type = $2 and subject_id = any($3)',
    [enterpriseId, subjectType, ids.filter((id) => !foundIds.has(id))],
  );
  await client.query(
    `insert into search_document
       (enterprise_id, subject_type, subject_id, parent_id, type, visibility, title, body, terms, gmt_modified)
     select $1, $2, x.* from unnest($3::uuid[], $4::uuid[], $5::int[], $6::text[], $7::text[], $8::text[], $9::tsvector[], $10::timestamptz[]) x
     on conflict (enterprise_id, subject_type, subject_id) do update set
       parent_id = excluded.parent_id, type = excluded.type, visibility = excluded.visibility, title = excluded.title,
       body = excluded.body, terms = excluded.terms, gmt_modified = excluded.gmt_modified`,
    [
      enterpriseId,
      subjectType,
      found.map(({ id }) => id),
      found.map(({ parentId }) => parentId ?? null),
      found.map(({ type }) => type),
      found.map(({ visibility }) => visibility),
      found.map(({ title }) => title),
      found.map(({ summary, body }) => [summary, body].filter(Boolean).join(' ')),
      terms,
      found.map(({ gmtModified }) => gmtModified.toISOString()),
    ],
  );
}
