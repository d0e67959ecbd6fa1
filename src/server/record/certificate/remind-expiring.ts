import { sql } from 'drizzle-orm';
import { EXPIRY_DAYS } from '#src/contract/rules/certificate.ts';
import { dayOf } from '#src/lib/dates.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';

type Tenant = { enterpriseId: string; timeZone: string };
type Expiring = { id: string; userId: string; title: string; expiresAt: string; source: string };

/** Certificates of one transaction. */
export const REMINDED_AT_ONCE = 1_000;

/**
 * Tells holders that a certificate expires: 90, 30 and 7 days before its end, each once (docs/specification.md, section
 * "Certificates"). Only the latest of them that is due is sent, and none that lies before the issue. Nobody is told who has left, or
 * who holds another certificate of the kind that is valid for longer. A renewal moves the end, and is told anew before the new one.
 * @returns how many notices were sent; `REMINDED_AT_ONCE`: there may be more
 */
export async function remindExpiring(db: TenantDb, { enterpriseId, timeZone }: Tenant, now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const steps = sql.join(
    EXPIRY_DAYS.map((days) => sql`(${days}::int)`),
    sql`, `,
  );
  const { rows } = await db.execute<Expiring>(sql`
    select * from (
      select c.id, c.user_id as "userId", c.certificate_name as title, c.expires_at as "expiresAt",
             'certificate:' || c.id || ':expiring:' || s.days || ':' || extract(epoch from c.expires_at)::bigint as source
      from user_certificate c
      join enterprise_user u on u.enterprise_id = c.enterprise_id and u.user_id = c.user_id and u.status = 'active'
      cross join lateral (
        select min(days) as days from (values ${steps}) as step (days)
        where c.expires_at <= ${at} + make_interval(days => days)
      ) s
      where c.enterprise_id = ${enterpriseId} and c.revoked_at is null and c.expires_at > ${at}
        and c.expires_at <= ${at} + make_interval(days => ${Math.max(...EXPIRY_DAYS)})
        and c.issued_at <= c.expires_at - make_interval(days => s.days)
        and not exists (
          select from user_certificate o
          where o.enterprise_id = c.enterprise_id and o.user_id = c.user_id and o.certificate_id = c.certificate_id
            and o.revoked_at is null and (o.expires_at is null or o.expires_at > c.expires_at))
    ) due
    where not exists (
      select from notice n where n.enterprise_id = ${enterpriseId} and n.user_id = due."userId" and n.source = due.source)
    order by "expiresAt", id limit ${REMINDED_AT_ONCE}`);
  if (rows.length === 0) return 0;
  const sent = await sendNotices(
    db,
    enterpriseId,
    rows.map(({ id, userId, title, expiresAt, source }) => ({
      ...{ userId, kind: 'certificateExpiring' as const, source, at: now },
      detail: { title, end: dayOf(expiresAt, timeZone) },
      path: `/account/certificate?id=${id}`,
    })),
  );
  return sent.length;
}
