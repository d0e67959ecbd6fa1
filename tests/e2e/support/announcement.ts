import { randomUUID } from 'node:crypto';
import { asOperator } from './database.ts';
import type { DemoTenant } from './tenants.ts';

/** Row security holds for operators too. */
const INSIDE = `select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`;

type More = {
  title?: string;
  summary?: string | null;
  body?: string;
  author?: string | null;
  mustRead?: boolean;
  daysAgo?: number;
};

/** An announcement for one test. It is old, so that what other tests look for stays on the first pages. */
export async function addAnnouncement(tenant: { key: string }, more: More = {}): Promise<string> {
  const id = randomUUID();
  await asOperator(async (client) => {
    await client.query(INSIDE, [tenant.key]);
    await client.query(
      `insert into announcement (enterprise_id, id, code, title, summary, body, author, must_read, published_at)
       select id, $2, $2::uuid::text, $3, $4, $5, $6, $7, now() - make_interval(days => $8)
       from portal.enterprise where key = $1`,
      [
        tenant.key,
        id,
        more.title ?? `Announcement ${id.slice(0, 8)}`,
        more.summary ?? null,
        more.body ?? 'Text',
        more.author ?? null,
        more.mustRead ?? false,
        more.daysAgo ?? 3_000,
      ],
    );
  });
  return id;
}

/** Comments on an announcement, or replies to a comment, by somebody with a phone; an hour apart, the last of them `hoursAgo`. */
export async function addComments(
  tenant: DemoTenant,
  subjectId: string,
  phone: string,
  texts: string[],
  { parentId = null, hoursAgo = 30 }: { parentId?: string | null; hoursAgo?: number } = {},
): Promise<string[]> {
  const ids: string[] = [];
  await asOperator(async (client) => {
    await client.query(INSIDE, [tenant.key]);
    for (const [i, text] of texts.entries()) {
      const { rows } = await client.query<{ id: string }>(
        `insert into comment (enterprise_id, subject_type, subject_id, parent_id, user_id, body, gmt_create)
         select t.id, 'announcement', $2, $3, p.id, $5, now() - make_interval(hours => $6)
         from portal.enterprise t, portal.user_account p where t.key = $1 and p.phone = $4 returning id`,
        [tenant.key, subjectId, parentId, phone, text, hoursAgo + texts.length - 1 - i],
      );
      ids.push(rows[0]!.id);
    }
  });
  return ids;
}

/** A file of an announcement, with the bytes that the first document of the tenant has. */
export async function attachFile(tenant: DemoTenant, announcementId: string, fileName: string): Promise<string> {
  const id = randomUUID();
  await asOperator(async (client) => {
    await client.query(INSIDE, [tenant.key]);
    const { rowCount } = await client.query(
      `insert into file (enterprise_id, id, store_key, sha256, file_name, content_type, file_size, visibility)
       select enterprise_id, $2, store_key, sha256, $3, content_type, file_size, 'public' from file
       where enterprise_id = (select id from portal.enterprise where key = $1) and content_type = 'application/pdf'
       limit 1`,
      [tenant.key, id, fileName],
    );
    if (rowCount !== 1) throw new Error('no document to attach');
    await client.query(
      `insert into announcement_attachment (enterprise_id, announcement_id, file_id)
       select id, $2, $3 from portal.enterprise where key = $1`,
      [tenant.key, announcementId, id],
    );
  });
  return id;
}
