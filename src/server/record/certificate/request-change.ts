import { and, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { flowInstance } from '#src/server/flow/tables.ts';
import { certificate, userCertificate } from '#src/server/record/tables/certificate.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { ofCertificate } from '../list-certificates.ts';
import { manageable } from './manageable.ts';
import { dayOf } from '#src/lib/dates.ts';
import { renewedUntil } from './renewed-until.ts';

/** Requests that change a certificate: one at a time. */
const CHANGES = ['certificateRevoke', 'certificateRenew', 'certificateCorrect'] as const;
type Change = (typeof CHANGES)[number];

/**
 * Requests that a certificate is revoked (docs/decisions/037).
 * @throws AppError 404 for a certificate that the viewer does not manage; 409 when it is revoked, a change of it is pending, or nobody could decide the request
 */
export async function requestRevoke(ctx: Context, input: OperationInput<'POST /course/auth/certificate/revoke'>) {
  const held = await lockHeld(ctx, input.id);
  const { reason, reverseCredits } = input;
  return request(ctx, 'certificateRevoke', held, { note: reason, reverseCredits: reverseCredits && held.fromExam });
}

/**
 * Requests that the validity of a certificate is extended from its end by the validity of its kind.
 * @throws AppError as `requestRevoke`; 409 also for a certificate that never expires or would have expired all the same
 */
export async function requestRenew(ctx: Context, input: OperationInput<'POST /course/auth/certificate/renew'>) {
  const held = await lockHeld(ctx, input.id);
  if (!held.renewedUntil) throw new AppError(409, 'certificateNotRenewable');
  return request(ctx, 'certificateRenew', held, { note: input.reason });
}

/**
 * Requests that a certificate is corrected: a new one with the right name and dates is issued, and this one revoked.
 * @throws AppError as `requestRevoke`; 422 when nothing is corrected, or at a date
 */
export async function requestCorrect(ctx: Context, input: OperationInput<'POST /course/auth/certificate/correct'>) {
  const held = await lockHeld(ctx, input.id);
  const { timeZone } = ctx.tenant;
  const before = {
    newName: held.userName,
    issuedOn: dayOf(held.issuedAt, timeZone),
    expiresOn: held.expiresAt && dayOf(held.expiresAt, timeZone),
  };
  const { userName: newName = before.newName, issuedOn = before.issuedOn, expiresOn = before.expiresOn } = input;
  const wrong = (field: string, key: string) => new AppError(422, 'invalid', { fields: [{ field, key }] });
  if (newName === before.newName && issuedOn === before.issuedOn && expiresOn === before.expiresOn)
    throw wrong('userName', 'field.nothingCorrected');
  if (issuedOn > dayOf(ctx.now(), timeZone)) throw wrong('issuedOn', 'field.issuedLater');
  if (expiresOn !== null && expiresOn < issuedOn) throw wrong('expiresOn', 'field.expiresBeforeIssue');
  return request(ctx, 'certificateCorrect', held, {
    note: input.reason,
    ...(newName !== before.newName && { newName, oldName: before.newName }),
    ...(issuedOn !== before.issuedOn && { issuedOn }),
    ...(expiresOn !== before.expiresOn && { expiresOn: expiresOn ?? 'never' }),
  });
}

async function lockHeld(ctx: Context, id: string) {
  const { db, tenant, now } = ctx;
  const [found] = await db
    .select({
      id: userCertificate.id,
      userId: userCertificate.userId,
      certificateNo: userCertificate.certificateNo,
      revokedAt: userCertificate.revokedAt,
      source: userCertificate.source,
      certificateName: userCertificate.certificateName,
      userName: userCertificate.userName,
      issuedAt: userCertificate.issuedAt,
      expiresAt: userCertificate.expiresAt,
      holderName: enterpriseUser.userName,
      renewedUntil: renewedUntil(tenant.timeZone, now()),
    })
    .from(userCertificate)
    .innerJoin(certificate, ofCertificate)
    .innerJoin(
      enterpriseUser,
      and(
        eq(enterpriseUser.enterpriseId, userCertificate.enterpriseId),
        eq(enterpriseUser.userId, userCertificate.userId),
      ),
    )
    .where(and(manageable(ctx), eq(userCertificate.enterpriseId, tenant.id), eq(userCertificate.id, id)))
    .for('update', { of: userCertificate });
  if (!found) throw notFound();
  if (found.revokedAt) throw new AppError(409, 'certificateRevoked');
  const pending = await db.$count(
    flowInstance,
    and(
      eq(flowInstance.enterpriseId, tenant.id),
      inArray(flowInstance.flowType, CHANGES),
      eq(flowInstance.subjectId, id),
      eq(flowInstance.state, 'pending'),
    ),
  );
  if (pending > 0) throw new AppError(409, 'certificateChangePending');
  return { ...found, fromExam: found.source.startsWith('exam:') };
}

async function request(
  ctx: Context,
  flowType: Change,
  held: Awaited<ReturnType<typeof lockHeld>>,
  detail: Record<string, unknown> & { note: string },
) {
  await startFlow(ctx, {
    flowType,
    subjectId: held.id,
    title: `${held.certificateName} · ${held.holderName}`,
    concernsId: held.userId,
    needsDecider: true,
    detail: { ...detail, certificateNo: held.certificateNo },
  });
  return { count: 1 };
}
