import { and, eq, isNull, sql } from 'drizzle-orm';
import { certificate, userCertificate } from '#src/server/record/tables/certificate.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { issueCertificate } from '../issue-certificate.ts';
import { ofCertificate } from '../list-certificates.ts';
import { reverseEntry } from '../reverse-entry.ts';
import { notifyHolder } from './notify-holder.ts';

export type Decided = {
  enterpriseId: string;
  subjectId: string;
  concernsId: string | null;
  outcome: 'approved' | 'rejected' | 'withdrawn';
  at: Date;
  timeZone: string;
  detail: Record<string, unknown>;
};

/** Issues the approved certificate to its holder, in the transaction of the decision. */
export async function decideIssue(db: TenantDb, decided: Decided, ctx: Context): Promise<void> {
  const { enterpriseId, subjectId, concernsId, outcome, at, detail } = decided;
  if (outcome !== 'approved') return;
  const { id } = await issueCertificate(db, {
    enterpriseId,
    userId: concernsId!,
    certificateId: String(detail['certificateId']),
    source: `manual:${subjectId}`,
    at,
    issueWay: 'manual',
  });
  await audit(db, ctx, 'certificate.issued', { id }, { about: [id, concernsId] });
  await notifyHolder(db, { enterpriseId, id, change: 'issued', at });
}

/**
 * Revokes a certificate, in the transaction of the decision. A certificate itself posts nothing to the ledger; if the request
 * says so, the credits and points of the exam that earned it are reversed.
 */
export async function decideRevoke(db: TenantDb, decided: Decided, ctx: Context): Promise<void> {
  const { enterpriseId, subjectId: id, concernsId, outcome, at, detail } = decided;
  if (outcome !== 'approved') return;
  const [revoked] = await db
    .update(userCertificate)
    .set({ revokedAt: at, revokeReason: String(detail['note']) })
    .where(isHeld(decided))
    .returning();
  if (!revoked) return;
  if (detail['reverseCredits']) {
    for (const posted of ['credits', 'points']) {
      const source = `${revoked.source}:${posted}`;
      await reverseEntry(db, {
        enterpriseId,
        userId: revoked.userId,
        source,
        title: revoked.certificateName,
        at,
      });
    }
  }
  await audit(db, ctx, 'certificate.revoked', { id, reason: revoked.revokeReason }, { about: [id, concernsId] });
  await notifyHolder(db, { enterpriseId, id, change: 'revoked', at });
}

/** Extends the validity of a certificate from its end, in the transaction of the decision. */
export async function decideRenew(db: TenantDb, decided: Decided, ctx: Context): Promise<void> {
  const { enterpriseId, subjectId: id, concernsId, outcome, at, timeZone } = decided;
  if (outcome !== 'approved') return;
  const renewed = await db
    .update(userCertificate)
    .set({
      expiresAt: sql`(${userCertificate.expiresAt} at time zone ${timeZone}
        + make_interval(months => ${certificate.validMonths})) at time zone ${timeZone}`,
    })
    .from(certificate)
    .where(and(isHeld(decided), ofCertificate))
    .returning({ expireTime: userCertificate.expiresAt });
  for (const { expireTime } of renewed) {
    const changes = [{ name: 'expireTime', after: expireTime?.toISOString() ?? null }];
    await audit(db, ctx, 'certificate.renewed', { id, changes }, { about: [id, concernsId] });
  }
  await notifyHolder(db, { enterpriseId, id, change: 'renewed', at });
}

/** Condition on `userCertificate`: the certificate of a request, while it is not revoked. */
export const isHeld = ({ enterpriseId, subjectId }: Decided) =>
  and(
    eq(userCertificate.enterpriseId, enterpriseId),
    eq(userCertificate.id, subjectId),
    isNull(userCertificate.revokedAt),
  );
