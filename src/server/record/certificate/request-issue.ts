import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/core/db/schema/account.ts';
import { flowInstance } from '#src/server/core/db/schema/flow.ts';
import { certificate, userCertificate } from '#src/server/core/db/schema/record.ts';
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
  const [kind] = await db
    .select()
    .from(certificate)
    .where(and(manageable(ctx), eq(certificate.id, certificateId)));
  if (!kind) throw notFound();
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
  if (await anyHolds(ctx, kind.id, wanted)) throw wrong('field.holdsCertificate');
  if (await anyRequested(ctx, kind.id, wanted)) throw wrong('field.certificateRequested');
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

async function anyHolds({ db, tenant, now }: Context, certificateId: string, userIds: string[]): Promise<boolean> {
  const held = await db.$count(
    userCertificate,
    and(
      eq(userCertificate.enterpriseId, tenant.id),
      eq(userCertificate.certificateId, certificateId),
      inArray(userCertificate.userId, userIds),
      isNull(userCertificate.revokedAt),
      or(isNull(userCertificate.expiresAt), gt(userCertificate.expiresAt, now())),
    ),
  );
  return held > 0;
}

async function anyRequested({ db, tenant }: Context, certificateId: string, userIds: string[]): Promise<boolean> {
  const pending = await db.$count(
    flowInstance,
    and(
      eq(flowInstance.enterpriseId, tenant.id),
      eq(flowInstance.flowType, 'certificateIssue'),
      eq(flowInstance.state, 'pending'),
      inArray(flowInstance.concernsId, userIds),
      sql`${flowInstance.detail} ->> 'certificateId' = ${certificateId}`,
    ),
  );
  return pending > 0;
}
