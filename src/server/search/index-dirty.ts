import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import type { SubjectType } from '#src/contract/search.ts';
import { SUBJECTS } from './subjects.ts';
import { documentTerms } from './terms.ts';

/** Things of one transaction: few enough that it holds nobody up. */
const AT_ONCE = 100;
/** Characters of a thing's text that are indexed and kept for excerpts. */
const LONGEST = 20_000;

type Marked = { subject_type: string; subject_id: string };

/**
 * Indexes what triggers have marked as changed, at most 100 things: reads each as it is now, and forgets what is gone or
 * not published any more. Doing it again changes nothing; several processes may do it at once, and each passes over what
 * another one has in hand.
 * @returns how many were marked; 0: nothing is left that could be done now
 */
export async function indexDirty(db: TenantDb, enterpriseId: string): Promise<number> {
  const client = pgClientOf(db);
  // Taken before anything is read: a change that comes after this marks its row anew, one under way holds its lock.
  const { rows: marked } = await client.query<Marked>(
    `delete from search_dirty d using (
       select subject_type, subject_id from search_dirty where enterprise_id = $1
       order by gmt_modified, subject_type, subject_id limit $2 for update skip locked) taken
     where d.enterprise_id = $1 and d.subject_type = taken.subject_type and d.subject_id = taken.subject_id
     returning d.subject_type, d.subject_id`,
    [enterpriseId, AT_ONCE],
  );
  const byType = Map.groupBy(marked, (row) => row.subject_type);
  for (const [subjectType, rows] of byType) {
    const ids = rows.map((row) => row.subject_id);
    await indexSubjects(db, enterpriseId, subjectType as SubjectType, ids);
  }
  return marked.length;
}

/** Indexes everything that is marked, for whoever wants it found at once: an import. */
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
    body: subject.body.slice(0, LONGEST),
  }));
  const terms = await documentTerms(client, enterpriseId, found);
  const there = new Set(found.map(({ id }) => id));
  await client.query(
    'delete from search_document where enterprise_id = $1 and subject_type = $2 and subject_id = any($3)',
    [enterpriseId, subjectType, ids.filter((id) => !there.has(id))],
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
