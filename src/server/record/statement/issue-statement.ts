import { randomInt } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { thisYear } from '#src/server/core/this-year.ts';
import { ledgerTotal } from '../tables/ledger.ts';
import { readContent } from './read-content.ts';
import { annualStatement } from '../tables/statement.ts';

/** Without those that are read as another one. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A number that nobody can guess: 60 bits, in three groups. */
export function newNumber(year: number): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `S${year}-${group()}-${group()}-${group()}`;
}

/** @throws AppError 422 for a year that has not begun */
export function requireBegun(ctx: Pick<Context, 'now' | 'tenant'>, year: number): void {
  if (year > thisYear(ctx)) throw new AppError(422, 'invalid', { fields: [{ field: 'year', key: 'field.invalid' }] });
}

/**
 * Issues the viewer's statement of a year (docs/specification.md, section "Annual statements"). If the last one of the year says the same, it
 * is returned. @throws AppError 422 for a year that has not begun
 */
export async function issueStatement(ctx: Context, { year }: OperationInput<'POST /data/auth/statement/issue'>) {
  const { db, tenant, viewer, now } = ctx;
  requireBegun(ctx, year);
  const { userId } = viewer;
  const { isNew, statement } = await issueOnce(db, tenant, { userId, year, at: now() });
  const detail = { year, number: statement.statementNo };
  if (isNew) await audit(db, ctx, 'statement.issued', detail, { about: [userId] });
  return statement;
}

type Tenant = Pick<Context['tenant'], 'id' | 'timeZone' | 'name'>;

/** Issues the statement of a member in a year, unless the last one of that year says the same. */
export async function issueOnce(
  db: TenantDb,
  { id: enterpriseId, timeZone, name: enterpriseName }: Tenant,
  { userId, year, at }: { userId: string; year: number; at: Date },
) {
  // Locked: two requests at once issue one.
  const [person] = await db
    .select({ userName: enterpriseUser.userName, department: enterpriseUser.department })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, userId)))
    .for('no key update');
  const content = await readContent(db, { enterpriseId, timeZone, year }, userId);
  const said = { ...person!, enterpriseName, content };
  const [last] = await db
    .select()
    .from(annualStatement)
    .where(
      and(
        eq(annualStatement.enterpriseId, enterpriseId),
        eq(annualStatement.userId, userId),
        eq(annualStatement.year, year),
      ),
    )
    .orderBy(desc(annualStatement.issuedAt), desc(annualStatement.id))
    .limit(1);
  const saidBefore = last && {
    ...{ userName: last.userName, department: last.department },
    ...{ enterpriseName: last.enterpriseName, content: last.content },
  };
  if (last && canonicalJson(saidBefore) === canonicalJson(said)) return { isNew: false, statement: last };
  const [statement] = await db
    .insert(annualStatement)
    .values({ enterpriseId, statementNo: newNumber(year), year, userId, ...said, issuedAt: at })
    .returning();
  return { isNew: true, statement: statement! };
}

/** Returns the years of which the viewer has class hours or credits, and the present one, newest first. */
export async function listYears(ctx: Context): Promise<number[]> {
  const { db, tenant, viewer } = ctx;
  const rows = await db
    .selectDistinct({ year: ledgerTotal.year })
    .from(ledgerTotal)
    .where(
      and(
        eq(ledgerTotal.enterpriseId, tenant.id),
        eq(ledgerTotal.userId, viewer.userId),
        sql`${ledgerTotal.kind} in ('hours', 'credits') and ${ledgerTotal.year} between 2000 and ${thisYear(ctx)}`,
      ),
    );
  return [...new Set([thisYear(ctx), ...rows.map(({ year }) => year)])].sort((a, b) => b - a);
}
