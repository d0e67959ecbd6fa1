import { randomInt } from 'node:crypto';
import { and, asc, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { hashToken } from '#src/server/account/session/token.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { audit, auditEach } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { seal, unseal } from '#src/server/core/seal.ts';
import { terminalBadge } from './tables.ts';

/** Returns the number of a new badge: 30 digits, 99 bits. */
const newBadge = () => Array.from({ length: 5 }, () => String(randomInt(1_000_000)).padStart(6, '0')).join('');

/**
 * Issues new badges; earlier ones of these members are invalid from now on.
 * @throws AppError 404 unless all are active members
 */
export async function issueBadges(ctx: Context, { userIds }: OperationInput<'POST /user/auth/terminal/badge/issue'>) {
  const { db, tenant, viewer, now } = ctx;
  const ids = [...new Set(userIds)];
  const active = and(
    eq(enterpriseUser.enterpriseId, tenant.id),
    inArray(enterpriseUser.userId, ids),
    eq(enterpriseUser.status, 'active'),
  );
  if ((await db.$count(enterpriseUser, active)) < ids.length) throw notFound();
  await storeBadges(db, tenant.id, ids, now());
  const about = ids.map((userId) => ({ id: userId, detail: { userId } }));
  await auditEach(db, { enterpriseId: tenant.id, userId: viewer.userId }, 'terminal.badge.issued', about);
  return { count: ids.length };
}

/** Stores new badges in place of those that these members have. */
export async function storeBadges(db: TenantDb, enterpriseId: string, userIds: string[], at: Date): Promise<void> {
  const rows = userIds.map((userId) => {
    const code = newBadge();
    return { enterpriseId, userId, codeHash: hashToken(code), sealedCode: seal(code), gmtCreate: at };
  });
  await db
    .insert(terminalBadge)
    .values(rows)
    .onConflictDoUpdate({
      target: [terminalBadge.enterpriseId, terminalBadge.userId],
      set: {
        codeHash: sql`excluded.code_hash`,
        sealedCode: sql`excluded.sealed_code`,
        gmtCreate: sql`excluded.gmt_create`,
      },
    });
}

/** Revokes the badge of a member. @throws AppError 404 when they have none */
export async function revokeBadge(ctx: Context, { userId }: { userId: string }) {
  const { db, tenant } = ctx;
  const revoked = await db
    .delete(terminalBadge)
    .where(and(eq(terminalBadge.enterpriseId, tenant.id), eq(terminalBadge.userId, userId)))
    .returning({ userId: terminalBadge.userId });
  if (revoked.length === 0) throw notFound();
  await audit(db, ctx, 'terminal.badge.revoked', { userId }, { about: [userId] });
  return {};
}

/** Returns a page of the badges of active members with their numbers, which only administrators see. */
export async function pageBadges(
  { db, tenant }: Context,
  input: OperationInput<'POST /user/auth/terminal/badge/page'>,
) {
  const found = await readPage(input, ({ limit, offset }) =>
    db
      .select({
        ...{ userId: enterpriseUser.userId, userName: enterpriseUser.userName, employeeNo: enterpriseUser.employeeNo },
        ...{ department: enterpriseUser.department, sealed: terminalBadge.sealedCode },
        totalCount: sql<number>`(count(*) over ())::int`,
      })
      .from(terminalBadge)
      .innerJoin(
        enterpriseUser,
        and(
          eq(enterpriseUser.enterpriseId, terminalBadge.enterpriseId),
          eq(enterpriseUser.userId, terminalBadge.userId),
          eq(enterpriseUser.status, 'active'),
        ),
      )
      .where(and(eq(terminalBadge.enterpriseId, tenant.id), namedLike(input.keyword)))
      .orderBy(asc(enterpriseUser.userName), asc(enterpriseUser.userId))
      .limit(limit)
      .offset(offset),
  );
  return { ...found, list: found.list.map(({ sealed, ...person }) => ({ ...person, code: unseal(sealed) })) };
}

/** SQL condition: the name, employee number or department of a member contains the keyword. */
export function namedLike(keyword: string | undefined) {
  if (!keyword) return undefined;
  const pattern = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
  return or(
    ilike(enterpriseUser.userName, pattern),
    ilike(enterpriseUser.employeeNo, pattern),
    ilike(enterpriseUser.department, pattern),
  );
}

/** Returns the id of the member with a badge; null: nobody has it. */
export async function ownerOfBadge(db: TenantDb, enterpriseId: string, code: string): Promise<string | null> {
  const [found] = await db
    .select({ userId: terminalBadge.userId })
    .from(terminalBadge)
    .where(and(eq(terminalBadge.enterpriseId, enterpriseId), eq(terminalBadge.codeHash, hashToken(code))));
  return found?.userId ?? null;
}
