import type pg from 'pg';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { deleteFileRows } from '#src/server/file/file-rows.ts';
import type { NamedMember } from '#src/server/account/person/find-member.ts';

type Member = Pick<NamedMember, 'enterpriseId' | 'userId'>;

/** Returns the ids of the portraits, exports and evidence of a member, before the rows that refer to them are erased. */
export async function filesToDelete(client: pg.ClientBase, { enterpriseId, userId }: Member): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from file f where enterprise_id = $1 and (
       (uploaded_by = $2 and file_name like 'avatar-%')
       or id in (select file_id from export_record e where e.enterprise_id = $1 and e.user_id = $2)
       or id in (select file_id from evidence_upload v where v.enterprise_id = $1 and v.user_id = $2)
       or id in (select head_portrait_file_id from enterprise_user u where u.enterprise_id = $1 and u.user_id = $2)
       or id in (select photo_file_id from lecturer l where l.enterprise_id = $1 and l.user_id = $2))`,
    [enterpriseId, userId],
  );
  return rows.map(({ id }) => id);
}

/** Returns the keys in the file store of the parts of unfinished uploads of a member, before their rows are erased. */
export async function uploadParts(client: pg.ClientBase, { enterpriseId, userId }: Member): Promise<string[]> {
  const { rows } = await client.query<{ key: string | null }>(
    `select unnest(parts) as key from evidence_upload where enterprise_id = $1 and user_id = $2
     union all select unnest(array_append(parts, join_key)) from media_upload where enterprise_id = $1 and user_id = $2
     union all select stored ->> 'storeKey' from media_upload where enterprise_id = $1 and user_id = $2`,
    [enterpriseId, userId],
  );
  return rows.flatMap(({ key }) => key ?? []);
}

/**
 * Deletes the rows of these files that nobody else uses, and of uploaded pictures that no post shows.
 * @returns keys in the file store, to be deleted after the commit
 */
export async function deletePersonFiles(
  db: TenantDb,
  client: pg.ClientBase,
  { enterpriseId, userId }: Member,
  ids: string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from file f where enterprise_id = $1 and (
       id = any($3::uuid[])
       and not exists (select from enterprise_user u
                       where u.enterprise_id = $1 and u.user_id <> $2 and u.head_portrait_file_id = f.id)
       and not exists (select from lecturer l where l.enterprise_id = $1 and l.photo_file_id = f.id)
       or uploaded_by = $2 and file_name like 'text-%'
       and not exists (select from post p where p.enterprise_id = $1
                       and (p.cover_file_id = f.id or strpos(p.body::text, f.id::text) > 0))
       and not exists (select from post_version v where v.enterprise_id = $1 and strpos(v.body::text, f.id::text) > 0))`,
    [enterpriseId, userId, ids],
  );
  const keys = await deleteFileRows(
    db,
    enterpriseId,
    rows.map(({ id }) => id),
  );
  // Identical bytes are stored once for several rows.
  const { rows: used } = await client.query<{ key: string }>(
    'select store_key as key from file where enterprise_id = $1 and store_key = any($2::text[])',
    [enterpriseId, keys],
  );
  return keys.filter((key) => !used.some((row) => row.key === key));
}
