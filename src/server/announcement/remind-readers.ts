import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { concerned } from './receipts.ts';

/** Members of one transaction. */
const BATCH = 500;

type Reminding = { enterpriseId: string; timeZone: string; announcementId: string; at: Date };

/**
 * Reminds the next members who have not confirmed or seen an announcement: each once a day, also when it runs twice.
 * @param after the last member of the batch before
 * @returns the last member of this batch; null: there are no more
 */
export async function remindBatch(
  db: TenantDb,
  { enterpriseId, timeZone, announcementId: id, at }: Reminding,
  after: string | null,
): Promise<string | null> {
  const { rows } = await db.execute<{ userId: string; title: string }>(sql`
    select u.user_id as "userId", a.title ${concerned(enterpriseId, id)}
      and a.published and a.published_at <= ${at.toISOString()}
      and (case when a.must_read then r.confirmed_at else r.read_at end) is null
      ${after ? sql`and u.user_id > ${after}` : sql``}
    order by u.user_id limit ${BATCH}`);
  if (rows.length === 0) return null;
  const day = at.toLocaleDateString('sv-SE', { timeZone });
  await sendNotices(
    db,
    enterpriseId,
    rows.map(({ userId, title }) => ({
      ...{ userId, kind: 'announcement' as const, detail: { title }, path: `/info/${id}`, at },
      source: ['announcement', id, day].join(':'),
    })),
  );
  const people = `{${rows.map(({ userId }) => userId).join()}}`;
  await db.execute(sql`
    insert into announcement_user_record (enterprise_id, announcement_id, user_id, reminded_at)
    select ${enterpriseId}, ${id}, w, ${at.toISOString()} from unnest(${people}::uuid[]) w
    on conflict (enterprise_id, announcement_id, user_id) do update set reminded_at = excluded.reminded_at`);
  return rows.length < BATCH ? null : rows.at(-1)!.userId;
}
