import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { addressKey } from '#src/server/core/address-key.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { maskName } from '../mask-name.ts';
import { certificateChoice } from '../tables.ts';
import { isCurrent } from './read-content.ts';
import { annualStatement, type StatementContent } from './tables.ts';
import { titleOf } from './make-statement.ts';

/** Numbers of one address: they cannot be guessed, and each costs a look into the ledger. */
const PER_ADDRESS = { limit: 60, seconds: 600 };

/**
 * Says to anybody what a statement says, and whether the ledger, the results or the certificates have changed since (docs/specification.md,
 * section "Annual statements"). A person is named as they allow.
 * @throws AppError 404 for an unknown number; 429 when an address has asked for too many
 */
export async function verifyStatement(
  { db, tenant, locale, address }: PublicContext,
  { number }: OperationInput<'GET /data/api/statement/verify'>,
) {
  const key = addressKey(`statement:${tenant.id}`, address);
  if (key) await takeTry(key, PER_ADDRESS);
  const [found] = await db
    .select({ statement: annualStatement, choice: certificateChoice.holderName })
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
  const { statement, choice } = found;
  const { userName, department, people, content } = statement;
  const where = { enterpriseId: tenant.id, timeZone: tenant.timeZone };
  const shownName = (name: string) => (choice === 'hidden' ? null : choice === 'full' ? name : maskName(name));
  return {
    ...statement,
    state: (await isCurrent(db, where, statement)) ? ('current' as const) : ('superseded' as const),
    kind:
      userName !== null ? ('person' as const) : department === null ? ('enterprise' as const) : ('department' as const),
    name: userName === null ? (department ?? statement.enterpriseName) : shownName(userName),
    figures: content,
    peopleCount: people && people.length,
    exams: content.exams,
    certificates: content.certificates.map((each: StatementContent['certificates'][number]) => ({
      ...{ certificateName: titleOf(each, locale), certificateNo: each.number, issuedAt: each.issuedAt },
    })),
  };
}
