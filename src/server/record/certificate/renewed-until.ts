import { sql } from 'drizzle-orm';
import { certificate, userCertificate } from '#src/server/record/tables/certificate.ts';

/**
 * SQL, in a query on `user_certificate` and `certificate`: the end of the validity after a renewal, that is, the old end
 * plus the validity of its kind, in the tenant's time zone. Null for a certificate that cannot be renewed: revoked, without end,
 * of a kind that no longer expires, or one that would have expired all the same.
 */
export const renewedUntil = (timeZone: string, now: Date) => {
  const end = sql`((${userCertificate.expiresAt} at time zone ${timeZone}
    + make_interval(months => ${certificate.validMonths})) at time zone ${timeZone})`;
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql<Date | null>`case when ${userCertificate.revokedAt} is null and ${end} > ${at} then ${end} end`.mapWith(
    (value: string) => new Date(value),
  );
};
