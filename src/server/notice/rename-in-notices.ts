import type pg from 'pg';

/** Replaces the name of a person in notices. @param ids of the notices */
export async function renameInNotices(
  client: pg.ClientBase,
  enterpriseId: string,
  ids: string[],
  name: string,
): Promise<void> {
  await client.query(
    `update notice set detail = detail || jsonb_build_object('userName', $3::text)
     where enterprise_id = $1 and id = any($2::uuid[])`,
    [enterpriseId, ids, name],
  );
}
