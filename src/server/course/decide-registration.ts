import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { tableOf, type RegistrationKind } from './registration-table.ts';

type Decided = {
  enterpriseId: string;
  subjectId: string;
  applicantId: string;
  outcome: 'approved' | 'rejected' | 'withdrawn';
  at: Date;
};

/** Updates a registration in the transaction of the decision; a withdrawn one is deleted. */
async function decide(db: TenantDb, kind: RegistrationKind, decided: Decided): Promise<void> {
  const { enterpriseId, subjectId, applicantId, outcome, at } = decided;
  const { table, subject } = tableOf(kind);
  const here = sql`enterprise_id = ${enterpriseId} and ${subject} = ${subjectId} and user_id = ${applicantId}`;
  await db.execute(
    outcome === 'withdrawn'
      ? sql`delete from ${table} where ${here} and status = 'pending'`
      : sql`update ${table} set status = ${outcome}, gmt_modified = ${at.toISOString()} where ${here}`,
  );
}

/** Applies the decision on a registration for a course. */
export const decideCourseRegistration = (db: TenantDb, decided: Decided) => decide(db, 'courseRegistration', decided);
/** Applies the decision on a registration for a learning project. */
export const decideProjectRegistration = (db: TenantDb, decided: Decided) => decide(db, 'projectRegistration', decided);
