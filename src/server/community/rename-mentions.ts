import type pg from 'pg';
import { type DocumentJson, plainText, relabelMentions } from '#src/lib/rich-document/read-document.ts';

/** Replaces the name in mentions, and in the plain text that is made of them. */
export async function renameMentions(
  client: pg.ClientBase,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  name: string,
): Promise<void> {
  for (const [table, key] of [
    ['post', 'id'],
    ['post_version', 'post_id, revision'],
    ['post_draft', 'author_id, id'],
  ] as const) {
    const { rows } = await client.query<{ body: DocumentJson } & Record<string, unknown>>(
      `select ${key}, body from ${table} where enterprise_id = $1 and strpos(body::text, $2) > 0`,
      [enterpriseId, userId],
    );
    for (const { body, ...keys } of rows) {
      const renamed = relabelMentions(body, userId, name);
      const columns = Object.keys(keys).map((column, i) => `${column} = $${i + 3}`);
      await client.query(`update ${table} set body = $2 where enterprise_id = $1 and ${columns.join(' and ')}`, [
        enterpriseId,
        JSON.stringify(renamed),
        ...Object.values(keys),
      ]);
      if (table === 'post_draft') continue;
      await client.query(`update ${table} set plain_text = $2 where enterprise_id = $1 and ${columns.join(' and ')}`, [
        enterpriseId,
        plainText(renamed),
        ...Object.values(keys),
      ]);
    }
  }
}
