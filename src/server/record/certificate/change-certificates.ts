import { and, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { type BulkAction, startBulk } from '#src/server/bulk/start-bulk.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { certificate, userCertificate } from '#src/server/record/tables/certificate.ts';
import { ofCertificate } from '../list-certificates.ts';
import { manageable } from './manageable.ts';
import { issuedWhere, ofHolder } from './page-issued.ts';
import { requestRenew, requestRevoke } from './request-change.ts';

type Input = { reason: string; reverseCredits: boolean };

const REVOKE = {
  name: 'certificateRevoke',
  apply: (ctx: Context, id: string, input: Input) => requestRevoke(ctx, { id, ...input }),
} satisfies BulkAction;
const RENEW = {
  name: 'certificateRenew',
  apply: (ctx: Context, id: string, { reason }: Input) => requestRenew(ctx, { id, reason }),
} satisfies BulkAction;
/** Requests for several certificates. */
export const CERTIFICATE_CHANGES: readonly BulkAction[] = [REVOKE, RENEW];

/** The list in which they are begun. */
const LIST = '/admin/certificates';

/**
 * Begins to request that several certificates are revoked or renewed.
 * @throws AppError 404 when the viewer does not manage one of them; 409 `listChanged` when the filter finds another number than the
 *   user saw
 */
export async function changeCertificates(
  ctx: Context,
  input: OperationInput<'POST /course/auth/certificate/bulk/save'>,
) {
  const { ids, found, kind, reason, reverseCredits } = input;
  const rows = await ctx.db
    .select({ id: userCertificate.id, holderName: enterpriseUser.userName, number: userCertificate.certificateNo })
    .from(userCertificate)
    .innerJoin(certificate, ofCertificate)
    .innerJoin(enterpriseUser, ofHolder)
    .where(
      found
        ? issuedWhere(ctx, found.filter)
        : and(eq(userCertificate.enterpriseId, ctx.tenant.id), manageable(ctx), inArray(userCertificate.id, ids!)),
    )
    .orderBy(userCertificate.id)
    .limit((found ? found.count : ids!.length) + 1);
  if (found && rows.length !== found.count) throw new AppError(409, 'listChanged');
  if (ids && rows.length !== new Set(ids).size) throw new AppError(404, 'notFound');
  return startBulk(ctx, kind === 'revoke' ? REVOKE : RENEW, {
    list: LIST,
    rows: rows.map(({ id, holderName, number }) => ({ id, name: `${holderName} · ${number}` })),
    input: { reason, reverseCredits },
  });
}
