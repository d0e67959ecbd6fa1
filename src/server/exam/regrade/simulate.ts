import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { followResult } from '#src/server/exam/follow-result.ts';
import { storeResult } from '../attempt/change-result.ts';
import { regradeAttempt } from './regrade-attempt.ts';

type Exam = { enterpriseId: string; examId: string; title: string; at: Date };
type How = Omit<Parameters<typeof regradeAttempt>[1], 'keepPasses'> & { attemptIds: string[] };

/** Attempts whose rewards are computed; each takes some twenty statements. */
export const MAX_SIMULATED = 200;

/**
 * Computes what would follow from attempts crossing the pass mark or the minimum score of the certificate, by doing it and
 * taking it back: first what is gained (nobody loses a pass), then also what is lost.
 */
export async function simulate(db: TenantDb, exam: Exam, { attemptIds, ...how }: How) {
  const client = pgClientOf(db);
  const attempts = await db
    .select()
    .from(examAttempt)
    .where(and(eq(examAttempt.enterpriseId, exam.enterpriseId), inArray(examAttempt.id, attemptIds)));
  const crossing = attempts.map((attempt) => {
    const { values, certificate } = regradeAttempt(attempt, { ...how, keepPasses: false });
    const gains = values.passed === attempt.passed ? certificate?.after === true : values.passed === true;
    return { id: attempt.id, userId: attempt.userId, values, gains };
  });
  const userIds = [...new Set(crossing.map(({ userId }) => userId))].sort();
  await client.query('savepoint regrade');
  const holders = await holdersOf(db, exam, userIds);
  await cross(
    db,
    exam,
    crossing.filter(({ gains }) => gains),
  );
  const keep = await effectsOf(db, exam, userIds, holders);
  await cross(
    db,
    exam,
    crossing.filter(({ gains }) => !gains),
  );
  const lose = await effectsOf(db, exam, userIds, holders);
  await client.query('rollback to savepoint regrade');
  return { keep, lose };
}

type Crossing = { id: string; userId: string; values: ReturnType<typeof regradeAttempt>['values'] };

async function cross(db: TenantDb, exam: Exam, crossing: Crossing[]): Promise<void> {
  for (const { id, values } of crossing) await storeResult(db, { enterpriseId: exam.enterpriseId, id }, values);
  for (const userId of [...new Set(crossing.map((each) => each.userId))].sort())
    await followResult(db, { ...exam, userId, reason: exam.title });
}

async function holdersOf(db: TenantDb, { enterpriseId, examId }: Exam, userIds: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ userId: userCertificate.userId })
    .from(userCertificate)
    .where(
      and(
        eq(userCertificate.enterpriseId, enterpriseId),
        inArray(userCertificate.userId, userIds),
        eq(userCertificate.source, ['exam', examId].join(':')),
        isNull(userCertificate.revokedAt),
      ),
    );
  return new Set(rows.map(({ userId }) => userId));
}

async function effectsOf(db: TenantDb, exam: Exam, userIds: string[], before: Set<string>) {
  const { rows } = await db.execute<{ kind: 'hours' | 'credits' | 'points'; posted: string; reversed: string }>(sql`
    select kind, coalesce(sum(amount) filter (where amount > 0), 0)::text as posted,
           coalesce(-sum(amount) filter (where amount < 0), 0)::text as reversed
    from ledger_entry
    where enterprise_id = ${exam.enterpriseId} and user_id = any(${sql.param(userIds)}::uuid[])
      and gmt_create = ${exam.at.toISOString()}::timestamptz
    group by kind`);
  const of = (kind: string) => {
    const { posted = '0', reversed = '0' } = rows.find((row) => row.kind === kind) ?? {};
    return { posted, reversed };
  };
  const now = await holdersOf(db, exam, userIds);
  return {
    certificatesIssued: [...now].filter((userId) => !before.has(userId)).length,
    certificatesRevoked: [...before].filter((userId) => !now.has(userId)).length,
    ...{ hours: of('hours'), credits: of('credits'), points: of('points') },
  };
}
