import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { countOf, orderOf, readPage } from '#src/server/core/db/paging.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { certificateColumns, expiresWithin } from '../list-certificates.ts';
import { contains, ofHolder } from './page-issued.ts';

/**
 * Lists the valid certificates that end soon of the active people whose training the viewer may read, those that end first at the top
 * (docs/specification.md, section "Certificates").
 */
export function pageExpiring(ctx: Context, input: OperationInput<'POST /course/auth/certificate/expiring/page'>) {
  const { db, tenant, viewer, now, locale } = ctx;
  const { keyword, expiresWithin: days } = input;
  const where = and(
    eq(userCertificate.enterpriseId, tenant.id),
    // So that the index of those that can end is used.
    isNull(userCertificate.revokedAt),
    isNotNull(userCertificate.expiresAt),
    expiresWithin(now(), days),
    eq(enterpriseUser.status, 'active'),
    inScope(enterpriseUser.department, scopeOf(viewer, 'training.read')),
    keyword
      ? contains(
          sql`concat_ws(' ', ${enterpriseUser.userName}, ${enterpriseUser.department}, ${userCertificate.certificateName})`,
          keyword,
        )
      : undefined,
  );
  return readPage(input, ({ limit, offset }) =>
    db
      .select({
        ...certificateColumns(now(), locale),
        userId: enterpriseUser.userId,
        holderName: enterpriseUser.userName,
        department: enterpriseUser.department,
        totalCount: countOf(sql`${userCertificate} inner join ${enterpriseUser} on ${ofHolder}`, where),
      })
      .from(userCertificate)
      .innerJoin(enterpriseUser, ofHolder)
      .where(where)
      .orderBy(
        ...orderOf(
          input.sort,
          {
            holderName: enterpriseUser.userName,
            certificateName: userCertificate.certificateName,
            expireTime: userCertificate.expiresAt,
          },
          [asc(userCertificate.expiresAt), asc(userCertificate.id)],
        ),
      )
      .limit(limit)
      .offset(offset),
  );
}
