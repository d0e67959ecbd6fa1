import { and, desc, eq, sql } from 'drizzle-orm';
import type { Locale } from '#src/i18n/locale.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { certificate, userCertificate } from './tables/certificate.ts';
import { certificateTemplateVersion } from './tables/template.ts';
import type { Context } from '#src/server/core/context.ts';

type Status = 'held' | 'expired' | 'revoked';
type Filter = {
  pageCurrent: number;
  pageSize: number;
  status?: Status;
  issueWay?: 'automatic' | 'manual';
  expiresWithin?: string;
};

/** SQL of a certificate's status: `revoked`; `expired` from `expiresAt` on; a certificate without it never expires. */
export const statusAt = (now: Date) =>
  sql<Status>`case when ${userCertificate.revokedAt} is not null then 'revoked'
    when ${userCertificate.expiresAt} <= ${now.toISOString()}::timestamptz then 'expired' else 'held' end`;

/** SQL condition: it is valid, and expires within so many days. */
export const expiresWithin = (now: Date, days: string | undefined) =>
  days === undefined
    ? undefined
    : sql`${userCertificate.revokedAt} is null and ${userCertificate.expiresAt} > ${now.toISOString()}::timestamptz
        and ${userCertificate.expiresAt} <= ${now.toISOString()}::timestamptz + make_interval(days => ${Number(days)})`;

/** Number of another certificate, by a condition between it (`o`) and this one. */
const numberOf = (which: ReturnType<typeof sql>) => sql<string | null>`(
  select o.certificate_no from user_certificate o where o.enterprise_id = user_certificate.enterprise_id and ${which})`;

/** Columns of a certificate in API responses: what it says is what was issued. */
export const certificateColumns = (now: Date, locale: Locale) => ({
  id: userCertificate.id,
  certificateName: sql<string>`coalesce(nullif(${userCertificate.titles} ->> ${locale}, ''),
    nullif(${userCertificate.titles} ->> ${locale === 'zh' ? 'en' : 'zh'}, ''), ${userCertificate.certificateName})`,
  certificateNo: userCertificate.certificateNo,
  issuer: userCertificate.issuer,
  issueWay: userCertificate.issueWay,
  status: statusAt(now),
  gmtCreate: userCertificate.issuedAt,
  expireTime: userCertificate.expiresAt,
  classHours: userCertificate.classHours,
  credits: userCertificate.credits,
  revokeTime: userCertificate.revokedAt,
  revokeReason: userCertificate.revokeReason,
  // Written out: Drizzle leaves the table of a column out where a query has one.
  replacedBy: numberOf(sql`o.replaces_id = user_certificate.id`),
  replaces: numberOf(sql`o.id = user_certificate.replaces_id`),
});

/** Join condition of an issued certificate and its kind. */
export const ofCertificate = and(
  eq(certificate.enterpriseId, userCertificate.enterpriseId),
  eq(certificate.id, userCertificate.certificateId),
);

/** Join condition of an issued certificate and the version of the template with which it was issued. */
export const ofVersion = and(
  eq(certificateTemplateVersion.enterpriseId, userCertificate.enterpriseId),
  eq(certificateTemplateVersion.id, userCertificate.templateVersionId),
);

/** Returns a page of the viewer's certificates, newest first. */
export async function listCertificates({ db, tenant, viewer, now, locale }: Context, input: Filter) {
  const status = statusAt(now());
  const where = and(
    eq(userCertificate.enterpriseId, tenant.id),
    eq(userCertificate.userId, viewer.userId),
    input.status && eq(status, input.status),
    input.issueWay && eq(userCertificate.issueWay, input.issueWay),
    expiresWithin(now(), input.expiresWithin),
  );
  const { limit, offset } = slice(input);
  const list = await db
    .select({ ...certificateColumns(now(), locale), unseenChange: userCertificate.unseenChange })
    .from(userCertificate)
    .where(where)
    .orderBy(desc(userCertificate.issuedAt), desc(userCertificate.id))
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(userCertificate, where), list);
}
