import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { addressKey } from '#src/server/core/address-key.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { maskName } from '../mask-name.ts';
import { certificateChoice } from '../tables/certificate.ts';
import { isCurrent, isLatest, isUnchanged } from './read-content.ts';
import { annualStatement, type StatementContent } from '../tables/statement.ts';
import { titleOf } from './make-statement.ts';

/** Numbers of one address: they cannot be guessed, and each costs a look into the ledger. */
const PER_ADDRESS = { limit: 60, seconds: 600 };

/** Not the people of a department, of whom there may be thousands. */
const { people: _, ...shown } = getTableColumns(annualStatement);

/**
 * Says to anybody what a statement says, and whether the ledger, the results or the certificates have changed since (docs/specification.md,
 * section "Annual statements"). A person is named as they allow.
 * @throws AppError 404 for an unknown number; 429 when an address has asked for too many
 */
export async function verifyStatement(
  { db, tenant, locale, address }: PublicContext,
  { number }: OperationInput<'GET /data/api/statement/verify'>,
) {
  const key = addressKey(`verifyStatement:${tenant.id}`, address);
  if (key) await takeTry(key, PER_ADDRESS);
  const [found] = await db
    .select({
      ...shown,
      peopleCount: sql<number | null>`cardinality(${annualStatement.people})`,
      choice: certificateChoice.holderName,
      isLatest,
      isUnchanged,
    })
    .from(annualStatement)
    .leftJoin(
      certificateChoice,
      and(
        eq(certificateChoice.enterpriseId, annualStatement.enterpriseId),
        eq(certificateChoice.userId, annualStatement.userId),
      ),
    )
    .where(
      and(
        eq(annualStatement.enterpriseId, tenant.id),
        eq(annualStatement.statementNo, number.replace(/\s/g, '').toUpperCase()),
      ),
    );
  if (!found) throw notFound();
  const { userName, department, content, choice } = found;
  const { organisation } = content;
  const where = { enterpriseId: tenant.id, timeZone: tenant.timeZone };
  const shownName = (name: string) => (choice === 'hidden' ? null : choice === 'full' ? name : maskName(name));
  return {
    ...found,
    state: (await isCurrent(db, where, found)) ? ('current' as const) : ('superseded' as const),
    kind: kindOf(found),
    name: userName === null ? (organisation ?? department ?? found.enterpriseName) : shownName(userName),
    figures: content,
    exams: content.exams,
    certificates: content.certificates.map((each: StatementContent['certificates'][number]) => ({
      ...{ certificateName: titleOf(each, locale), certificateNo: each.number, issuedAt: each.issuedAt },
    })),
  };
}

const kindOf = ({
  userName,
  organisationId,
  department,
}: Pick<typeof annualStatement.$inferSelect, 'userName' | 'organisationId' | 'department'>) => {
  if (userName !== null) return 'person' as const;
  if (organisationId !== null) return 'organisation' as const;
  return department === null ? ('enterprise' as const) : ('department' as const);
};
