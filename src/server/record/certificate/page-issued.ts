import { and, desc, eq, ne, notExists, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { countOf, orderOf, readPage } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { flowInstance } from '#src/server/flow/tables.ts';
import { certificate, userCertificate } from '#src/server/record/tables/certificate.ts';
import type { Context } from '#src/server/core/context.ts';
import { certificateColumns, expiresWithin, ofCertificate, statusAt } from '../list-certificates.ts';
import { manageable } from './manageable.ts';
import { isHeld, isRequested, manageableKind } from './request-issue.ts';
import { renewedUntil } from './renewed-until.ts';

const total = sql<number>`(count(*) over ())::int`;
/** SQL condition: a text contains a keyword, whatever its case. */
export const contains = (text: ReturnType<typeof sql>, keyword: string) =>
  sql`strpos(lower(${text}), lower(${keyword})) > 0`;

/** Join condition of an issued certificate and its holder. */
export const ofHolder = and(
  eq(enterpriseUser.enterpriseId, userCertificate.enterpriseId),
  eq(enterpriseUser.userId, userCertificate.userId),
);

/** SQL condition on certificates with kind and holder: those that the viewer manages and a filter finds. */
export function issuedWhere(
  ctx: Context,
  {
    keyword,
    certificateId,
    status,
    expiresWithin: days,
  }: Pick<
    OperationInput<'POST /course/auth/certificate/issued/page'>,
    'keyword' | 'certificateId' | 'status' | 'expiresWithin'
  >,
) {
  return and(
    eq(userCertificate.enterpriseId, ctx.tenant.id),
    manageable(ctx),
    certificateId ? eq(userCertificate.certificateId, certificateId) : undefined,
    status ? eq(statusAt(ctx.now()), status) : undefined,
    expiresWithin(ctx.now(), days),
    keyword
      ? contains(
          sql`concat_ws(' ', ${enterpriseUser.userName}, ${userCertificate.userName}, ${userCertificate.certificateNo}, ${userCertificate.certificateName})`,
          keyword,
        )
      : undefined,
  );
}

/** Lists the issued certificates that the viewer manages, newest first. */
export function pageIssued(ctx: Context, input: OperationInput<'POST /course/auth/certificate/issued/page'>) {
  const { db, tenant, now, locale } = ctx;
  const { keyword } = input;
  const where = issuedWhere(ctx, input);
  return readPage(input, ({ limit, offset }) =>
    db
      .select({
        ...certificateColumns(now(), locale),
        holderName: enterpriseUser.userName,
        userName: userCertificate.userName,
        department: enterpriseUser.department,
        fromExam: sql<boolean>`starts_with(${userCertificate.source}, 'exam:')`,
        renewedUntil: renewedUntil(tenant.timeZone, now()),
        requested: sql<'certificateRevoke' | 'certificateRenew' | 'certificateCorrect' | null>`(
          select i.flow_type from flow_instance i
          where i.enterprise_id = ${userCertificate.enterpriseId} and i.subject_id = ${userCertificate.id}
            and i.flow_type in ('certificateRevoke', 'certificateRenew', 'certificateCorrect') and i.state = 'pending' limit 1)`,
        totalCount: countOf(
          sql`${userCertificate} inner join ${certificate} on ${ofCertificate} ${keyword ? sql`inner join ${enterpriseUser} on ${ofHolder}` : sql``}`,
          where,
        ),
      })
      .from(userCertificate)
      .innerJoin(certificate, ofCertificate)
      .innerJoin(enterpriseUser, ofHolder)
      .where(where)
      .orderBy(
        ...orderOf(
          input.sort,
          {
            holderName: enterpriseUser.userName,
            certificateName: userCertificate.certificateName,
            gmtCreate: userCertificate.issuedAt,
            expireTime: userCertificate.expiresAt,
          },
          [desc(userCertificate.issuedAt), desc(userCertificate.id)],
        ),
      )
      .limit(limit)
      .offset(offset),
  );
}

/**
 * Lists active members except organisation accounts, or lecturers, by name, department or post; with a kind of certificate, those to whom it can be
 * issued.
 * @throws AppError 404 for a kind that the viewer does not manage
 */
export async function pageHolders(ctx: Context, input: OperationInput<'POST /course/auth/certificate/people/page'>) {
  const { db, tenant } = ctx;
  const kind = input.certificateId && (await manageableKind(ctx, input.certificateId)).id;
  const { userId, userName, department, post } = enterpriseUser;
  const where = and(
    eq(enterpriseUser.enterpriseId, tenant.id),
    eq(enterpriseUser.status, 'active'),
    input.isLecturer
      ? eq(enterpriseUser.userType, USER_TYPE.lecturer)
      : ne(enterpriseUser.userType, USER_TYPE.organisation),
    ...(kind
      ? [
          notExists(
            db
              .select()
              .from(userCertificate)
              .where(and(isHeld(ctx, kind), eq(userCertificate.userId, userId))),
          ),
          notExists(
            db
              .select()
              .from(flowInstance)
              .where(and(isRequested(ctx, kind), eq(flowInstance.concernsId, userId))),
          ),
        ]
      : []),
    input.keyword ? contains(sql`concat_ws(' ', ${userName}, ${department}, ${post})`, input.keyword) : undefined,
  );
  return readPage(input, ({ limit, offset }) =>
    db
      .select({ userId, userName, department, post, totalCount: total })
      .from(enterpriseUser)
      .where(where)
      .orderBy(userName, userId)
      .limit(limit)
      .offset(offset),
  );
}
