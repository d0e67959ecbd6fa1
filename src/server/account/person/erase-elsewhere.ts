import type pg from 'pg';
import { type DocumentJson, plainText, relabelMentions } from '#src/lib/rich-document/read-document.ts';
import type { NamedMember } from './find-member.ts';

type Member = Pick<NamedMember, 'enterpriseId' | 'userId'>;

/**
 * Removes the name of a member from the rows of others: mentions in posts, notices, selected seats in carts; and marks the
 * member's posts for the search index, which contains the names of authors.
 * @param names real name and nickname
 * @param name what replaces them
 */
export async function eraseElsewhere(
  client: pg.ClientBase,
  member: Member,
  { names, name }: { names: (string | null)[]; name: string },
): Promise<void> {
  const { enterpriseId, userId } = member;
  await renameMentions(client, member, name);
  // Of a name that several members have, only notices about texts of this one are changed.
  await client.query(
    `update notice t set detail = t.detail || jsonb_build_object('userName', $4::text)
     where t.enterprise_id = $1 and t.detail ->> 'userName' = any($3::text[]) and (
       not exists (select from enterprise_user u where u.enterprise_id = $1 and u.user_id <> $2
                   and (u.user_name = any($3::text[]) or u.nickname = any($3::text[])))
       or substring(t.source from '[0-9a-f]{8}-[0-9a-f-]{27}') in (
         select p.id::text from post p where p.enterprise_id = $1 and p.author_id = $2
         union all select c.id::text from comment c where c.enterprise_id = $1 and c.user_id = $2))`,
    [enterpriseId, userId, names.filter((each) => each !== null), name],
  );
  await client.query(
    'update cart_item set user_ids = array_remove(user_ids, $2::uuid) where enterprise_id = $1 and $2::uuid = any(user_ids)',
    [enterpriseId, userId],
  );
  await client.query(
    `select portal.mark_for_search($1, case when p.kind = 'blog' then 'blog' else 'question' end,
       array_agg(coalesce(p.question_id, p.id)))
     from post p where p.enterprise_id = $1 and p.author_id = $2 group by p.kind = 'blog', p.kind`,
    [enterpriseId, userId],
  );
}

/** Replaces the name in mentions, and in the plain text that is made of them. */
async function renameMentions(client: pg.ClientBase, { enterpriseId, userId }: Member, name: string): Promise<void> {
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
