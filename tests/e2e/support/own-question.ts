import { randomUUID } from 'node:crypto';
import { asOperator } from './database.ts';
import type { OwnTenant } from './own-tenant.ts';

/** A published question of a member. @returns its path */
export async function ownQuestion({ key }: Pick<OwnTenant, 'key'>, phone: string, title: string): Promise<string> {
  const id = randomUUID();
  const text = `Text of ${title}`;
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      key,
    ]);
    await client.query(
      `insert into post (enterprise_id, id, kind, author_id, title, body, plain_text, published_at)
       select e.id, $2, 'question', a.id, $4, $5, $6, now()
       from portal.enterprise e, portal.user_account a where e.key = $1 and a.phone = $3`,
      [key, id, phone, title, JSON.stringify(body), text],
    );
  });
  return `/community/question/${id}`;
}
