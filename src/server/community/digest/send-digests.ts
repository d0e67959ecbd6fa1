import { sql } from 'drizzle-orm';
import { digestPreference } from '#src/server/notice/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { settings } from '#src/server/core/settings.ts';
import { markDigestsSent } from '#src/server/notice/digest.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';

/** Members of one transaction. */
const BATCH = 200;
/** Titles that a digest names. */
const TITLES = 3;

/** `byEmail`: the member wants e-mail and has a confirmed address. */
type Due = { userId: string; since: string; isActive: boolean; byEmail: boolean };
type Digest = { userId: string; total: number; titles: string[] };

/**
 * Sends the digests that are due to a batch of members: new posts with the labels that they follow, and new answers to
 * questions that they follow, without their own. Nothing is sent to members for whom there is nothing. Several processes
 * may do this at the same time; each skips members whom another one has locked. Members who want e-mail also get a job
 * that sends their unread notices of the period.
 * @param until end of the period; the period of a member begins at the end of their last one
 * @returns how many members were processed; 0 when nothing is due
 */
export async function sendDigests(
  db: TenantDb,
  { enterpriseId, frequency, until }: { enterpriseId: string; frequency: 'daily' | 'weekly'; until: Date },
): Promise<number> {
  const end = until.toISOString();
  const { rows: due } = await db.execute<Due>(sql`
    select d.user_id as "userId", d.sent_until::text as since, u.status = 'active' as "isActive",
      d.by_email and a.email is not null as "byEmail"
    from ${digestPreference} d
    join enterprise_user u on u.enterprise_id = d.enterprise_id and u.user_id = d.user_id
    join portal.user_account a on a.id = d.user_id
    where d.enterprise_id = ${enterpriseId} and d.frequency = ${frequency} and d.sent_until < ${end}
    order by d.user_id limit ${BATCH} for update of d skip locked`);
  if (due.length === 0) return 0;
  const digests = await readDigests(
    db,
    enterpriseId,
    due.filter(({ isActive }) => isActive),
    end,
  );
  await sendNotices(
    db,
    enterpriseId,
    digests.map(({ userId, total, titles }) => ({
      ...{ userId, kind: 'digest' as const, detail: { total, titles: titles.join('\n') } },
      ...{ path: '/community?order=followed', source: `digest:${end}`, at: until },
    })),
  );
  // Also to those without a digest: they may have other unread notices.
  const byEmail = settings().mail ? due.filter((member) => member.isActive && member.byEmail) : [];
  for (const { userId, since } of byEmail)
    await sendJob(db, 'send-notice-mail', { enterpriseId, userId, since: new Date(since).toISOString(), until: end });
  await markDigestsSent(
    db,
    enterpriseId,
    due.map(({ userId }) => userId),
    until,
  );
  return due.length;
}

/** Number of new posts, and titles of the most helpful and newest ones, of each member for whom there are any. */
async function readDigests(db: TenantDb, enterpriseId: string, due: Due[], end: string): Promise<Digest[]> {
  if (due.length === 0) return [];
  const members = sql.join(
    due.map(({ userId, since }) => sql`(${userId}::uuid, ${since}::timestamptz)`),
    sql`, `,
  );
  const { rows } = await db.execute<Digest>(sql`
    select m.user_id as "userId", f.total, f.titles
    from (values ${members}) m (user_id, since)
    cross join lateral (
      select count(*)::int as total, (array_agg(title order by votes desc, at desc, id))[1:${TITLES}] as titles
      from (
        select id, title, max(votes) as votes, max(at) as at
        from (
          select p.id, p.title, p.vote_count as votes, p.published_at as at
          from label_follow f
          join label l on l.enterprise_id = f.enterprise_id and l.id = f.label_id and l.published
          join post_label pl on pl.enterprise_id = f.enterprise_id and pl.label_id = f.label_id
            and pl.published_at > m.since and pl.published_at <= ${end}
          join post p on p.enterprise_id = pl.enterprise_id and p.id = pl.post_id and p.state = 'published'
          where f.enterprise_id = ${enterpriseId} and f.user_id = m.user_id and p.author_id <> m.user_id
          union all
          select q.id, q.title, a.vote_count, a.published_at
          from post_follow f
          join post q on q.enterprise_id = f.enterprise_id and q.id = f.post_id and q.state = 'published'
          join post a on a.enterprise_id = q.enterprise_id and a.question_id = q.id and a.state = 'published'
            and a.published_at > m.since and a.published_at <= ${end}
          where f.enterprise_id = ${enterpriseId} and f.user_id = m.user_id and a.author_id <> m.user_id
        ) each group by id, title
      ) posts
    ) f
    where f.total > 0`);
  return rows;
}
