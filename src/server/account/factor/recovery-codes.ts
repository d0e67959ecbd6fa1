import { createHmac } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { Secret } from 'otpauth';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { appSecret } from '#src/server/core/settings.ts';
import { recoveryCode } from '../tables/factor.ts';

const CODES = 10;
/** Characters of a code, which has 50 bits. */
const LENGTH = 10;

const hashOf = (userId: string, code: string): Buffer =>
  createHmac('sha256', appSecret()).update(`recovery code\n${userId}\n${code}`).digest();

/** Condition for the codes of a user that have not been used. */
export const unusedCodes = (userId: string) => and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt));

/** Makes new codes in place of all earlier ones. @returns them as they are shown, once: `ABCDE-FGH23` */
export async function replaceCodes(db: TenantDb, userId: string): Promise<string[]> {
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  const codes = Array.from({ length: CODES }, () => new Secret({ size: LENGTH }).base32.slice(0, LENGTH));
  await db.insert(recoveryCode).values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })));
  return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
}

/** Uses a code up, in the transaction of what it proves. @returns false when it is wrong or was used before */
export async function useRecoveryCode(db: TenantDb, userId: string, code: string, now: Date): Promise<boolean> {
  const used = await db
    .update(recoveryCode)
    .set({ usedAt: now })
    .where(and(unusedCodes(userId), eq(recoveryCode.codeHash, hashOf(userId, code))))
    .returning({ userId: recoveryCode.userId });
  return used.length > 0;
}
