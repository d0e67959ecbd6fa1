import { zonedTime } from '#src/lib/dates.ts';
import { audit, changesBetween } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { type Decided, isHeld } from './decide-certificate.ts';
import { notifyHolder } from './notify-holder.ts';
import { replaceCertificate } from './replace-certificate.ts';

type Corrected = { note: string; newName?: string; issuedOn?: string; expiresOn?: string };

/**
 * Issues a certificate with the approved name and dates instead of another one, which is revoked with the reason, in the transaction of
 * the decision (docs/specification.md, section "Certificates"). Everything else is what the earlier one says. One that was
 * revoked meanwhile stays so.
 */
export async function decideCorrect(db: TenantDb, decided: Decided, ctx: Context): Promise<void> {
  const { enterpriseId, subjectId, outcome, at, timeZone } = decided;
  if (outcome !== 'approved') return;
  const { note: reason, newName, issuedOn, expiresOn } = decided.detail as Corrected;
  const [earlier] = await db.select().from(userCertificate).where(isHeld(decided)).for('update');
  if (!earlier) return;
  const issued = await replaceCertificate(db, earlier, {
    ...{ at, reason },
    says: {
      userName: newName ?? earlier.userName,
      // A day begins with the certificate and ends with it.
      issuedAt: issuedOn ? zonedTime(`${issuedOn}T00:00`, timeZone) : earlier.issuedAt,
      expiresAt:
        expiresOn === undefined
          ? earlier.expiresAt
          : expiresOn === 'never'
            ? null
            : zonedTime(`${expiresOn}T23:59:59`, timeZone),
    },
  });
  const { id, userId, certificateNo } = issued;
  const changes = changesBetween(values(earlier), values(issued), ['userName', 'issueTime', 'expireTime']);
  const detail = { id: subjectId, newId: id, certificateNo, reason, changes };
  await audit(db, ctx, 'certificate.corrected', detail, { about: [subjectId, id, userId] });
  await notifyHolder(db, { enterpriseId, id, change: 'corrected', at, reason });
}

const values = ({ userName, issuedAt, expiresAt }: typeof userCertificate.$inferSelect) => ({
  userName,
  issueTime: issuedAt.toISOString(),
  expireTime: expiresAt?.toISOString() ?? null,
});
