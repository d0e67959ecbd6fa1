import type pg from 'pg';
import { renameMentions } from '#src/server/community/rename-mentions.ts';
import { renameInNotices } from '#src/server/notice/rename-in-notices.ts';
import { eraseFromCarts } from '#src/server/order/erase-from-carts.ts';
import type { NamedMember } from '#src/server/account/person/find-member.ts';

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
  const { rows } = await client.query<{ id: string }>(
    `select t.id from notice t
     where t.enterprise_id = $1 and t.detail ->> 'userName' = any($3::text[]) and (
       not exists (select from enterprise_user u where u.enterprise_id = $1 and u.user_id <> $2
                   and (u.user_name = any($3::text[]) or u.nickname = any($3::text[])))
       or substring(t.source from '[0-9a-f]{8}-[0-9a-f-]{27}') in (
         select p.id::text from post p where p.enterprise_id = $1 and p.author_id = $2
         union all select c.id::text from comment c where c.enterprise_id = $1 and c.user_id = $2))`,
    [enterpriseId, userId, names.filter((each) => each !== null)],
  );
  await renameInNotices(
    client,
    enterpriseId,
    rows.map(({ id }) => id),
    name,
  );
  await eraseFromCarts(client, member);
  await client.query(
    `select portal.mark_for_search($1, case when p.kind = 'blog' then 'blog' else 'question' end,
       array_agg(coalesce(p.question_id, p.id)))
     from post p where p.enterprise_id = $1 and p.author_id = $2 group by p.kind = 'blog', p.kind`,
    [enterpriseId, userId],
  );
}
