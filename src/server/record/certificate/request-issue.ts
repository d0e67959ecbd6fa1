import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { flowInstance } from '#src/server/flow/tables.ts';
import { certificate, userCertificate } from '#src/server/record/tables/certificate.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { manageable } from './manageable.ts';

type Input = OperationInput<'POST /course/auth/certificate/issue'>;

/**
 * Requests that a certificate is issued to members, with one request for each, which another administrator decides
 * (docs/decisions/037).
 * @throws AppError 404 for a kind that the viewer does not manage; 422 at `userIds` for people who are not active members, and
 *   for members who hold this certificate or for whom it is already requested; 409 when nobody could decide a request
 */
export async function requestIssue(ctx: Context, { certificateId, userIds, reason }: Input) {
  const { db, tenant } = ctx;
  const kind = await manageableKind(ctx, certificateId);
  const wanted = [...new Set(userIds)];
  // Locked in one order: concurrent requests for the same people run one after another, without deadlock.
  const people = await db
    .select({ userId: enterpriseUser.userId, userName: enterpriseUser.userName })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, tenant.id),
        eq(enterpriseUser.status, 'active'),
        inArray(enterpriseUser.userId, wanted),
      ),
    )
    .orderBy(asc(enterpriseUser.userId))
    .for('no key update');
  const wrong = (key: string) => new AppError(422, 'invalid', { fields: [{ field: 'userIds', key }] });
  if (people.length < wanted.length) throw wrong('field.notMembers');
  if (await db.$count(userCertificate, and(isHeld(ctx, kind.id), inArray(userCertificate.userId, wanted))))
    throw wrong('field.holdsCertificate');
  if (await db.$count(flowInstance, and(isRequested(ctx, kind.id), inArray(flowInstance.concernsId, wanted))))
    throw wrong('field.certificateRequested');
  for (const { userId, userName } of people) {
    await startFlow(ctx, {
      flowType: 'certificateIssue',
      // The certificate does not exist yet; its source contains this id.
      subjectId: randomUUID(),
      title: `${kind.certificateName} · ${userName}`,
      concernsId: userId,
      needsDecider: true,
      detail: { note: reason, certificateId: kind.id },
    });
  }
  return { count: people.length };
}

/** The certificates of this kind that are held now, as a condition on `userCertificate`. */
export const isHeld = ({ tenant, now }: Context, certificateId: string) =>
  and(
    eq(userCertificate.enterpriseId, tenant.id),
    eq(userCertificate.certificateId, certificateId),
    isNull(userCertificate.revokedAt),
    or(isNull(userCertificate.expiresAt), gt(userCertificate.expiresAt, now())),
  );

/** The pending requests to issue a certificate of this kind, as a condition on `flowInstance`. */
export const isRequested = ({ tenant }: Context, certificateId: string) =>
  and(
    eq(flowInstance.enterpriseId, tenant.id),
    eq(flowInstance.flowType, 'certificateIssue'),
    eq(flowInstance.state, 'pending'),
    sql`${flowInstance.detail} ->> 'certificateId' = ${certificateId}`,
  );

/** Returns a kind of certificate that the viewer manages. @throws AppError 404 for any other */
export async function manageableKind(ctx: Context, certificateId: string) {
  const [kind] = await ctx.db
    .select()
    .from(certificate)
    .where(and(manageable(ctx), eq(certificate.id, certificateId)));
  if (!kind) throw notFound();
  return kind;
}
