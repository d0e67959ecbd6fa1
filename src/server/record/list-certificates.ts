import { and, desc, eq, sql } from 'drizzle-orm';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { certificate, userCertificate } from '#src/server/core/db/schema/record.ts';
import type { Context } from '#src/server/core/context.ts';

type Filter = { pageCurrent: number; pageSize: number; status?: 'held' | 'expired'; issueWay?: 'automatic' | 'manual' };

/** Expired from the moment it names; what never expires is held. */
export const statusAt = (now: Date) =>
  sql<
    'held' | 'expired'
  >`case when ${userCertificate.expiresAt} <= ${now.toISOString()}::timestamptz then 'expired' else 'held' end`;

/** Columns of a certificate as they travel. */
export const certificateColumns = (now: Date) => ({
  id: userCertificate.id,
  certificateName: certificate.certificateName,
  certificateNo: userCertificate.certificateNo,
  issuer: certificate.issuer,
  issueWay: userCertificate.issueWay,
  status: statusAt(now),
  gmtCreate: userCertificate.issuedAt,
  expireTime: userCertificate.expiresAt,
});

export const ofCertificate = and(
  eq(certificate.enterpriseId, userCertificate.enterpriseId),
  eq(certificate.id, userCertificate.certificateId),
);

/** Certificates of the signed-in person (spec section 7), newest first. */
export async function listCertificates({ db, tenant, viewer, now }: Context, input: Filter) {
  const status = statusAt(now());
  const where = and(
    eq(userCertificate.enterpriseId, tenant.id),
    eq(userCertificate.userId, viewer.userId),
    input.status && eq(status, input.status),
    input.issueWay && eq(userCertificate.issueWay, input.issueWay),
  );
  const { limit, offset } = slice(input);
  const list = await db
    .select(certificateColumns(now()))
    .from(userCertificate)
    .innerJoin(certificate, ofCertificate)
    .where(where)
    .orderBy(desc(userCertificate.issuedAt), desc(userCertificate.id))
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(userCertificate, where), list);
}
