import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { verificationCode, type CodePurpose } from '#src/server/core/db/schema/sign-in.ts';
import { withPortal, type TenantDb } from '#src/server/core/db/tenant.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { appSecret } from '#src/server/core/settings.ts';

/** How long a code works, seconds (issue: 10 minutes). */
export const CODE_SECONDS = 600;
/** Wrong tries after which a code is dead. */
const TRIES = 5;

type Asked = { phone: string; purpose: CodePurpose; now: Date };

/**
 * Makes a new code of six digits for a phone; older ones for the same purpose are dead from now on.
 * @returns the code, to be sent and then forgotten: only its hash is kept
 */
export async function issueCode(
  db: TenantDb,
  { phone, purpose, enterpriseId, now }: Asked & { enterpriseId: string },
): Promise<string> {
  await db
    .update(verificationCode)
    .set({ usedAt: now })
    .where(
      and(eq(verificationCode.phone, phone), eq(verificationCode.purpose, purpose), isNull(verificationCode.usedAt)),
    );
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const id = randomUUID();
  await db.insert(verificationCode).values({
    id,
    phone,
    purpose,
    codeHash: hashCode(id, code),
    enterpriseId,
    gmtCreate: now,
    expiresAt: new Date(now.getTime() + CODE_SECONDS * 1000),
  });
  return code;
}

type Typed = Asked & {
  code: string;
  /** The code is only looked at and stays good for another time; a wrong try counts all the same. */
  keep?: boolean;
  /** Where it was typed; `code` if not said. */
  field?: string;
};

/**
 * Uses a code up, in a transaction of its own, so that a wrong try counts whatever follows. An unknown phone, an expired,
 * used or wrong code all answer alike.
 * @throws AppError 422 at the field
 */
export async function useCode({ phone, purpose, code, now, keep = false, field }: Typed): Promise<void> {
  const right = await withPortal(async (db) => {
    const [open] = await db
      .select()
      .from(verificationCode)
      .where(
        and(eq(verificationCode.phone, phone), eq(verificationCode.purpose, purpose), isNull(verificationCode.usedAt)),
      )
      .orderBy(desc(verificationCode.gmtCreate))
      .limit(1)
      .for('update');
    if (!open || open.expiresAt <= now || open.tries >= TRIES) return false;
    const fits = timingSafeEqual(open.codeHash, hashCode(open.id, code));
    if (fits && keep) return true;
    await db
      .update(verificationCode)
      .set(fits ? { usedAt: now } : { tries: open.tries + 1 })
      .where(eq(verificationCode.id, open.id));
    return fits;
  });
  if (!right) throw wrongCode(field);
}

/** The one answer to whatever does not fit. */
export function wrongCode(field = 'code'): AppError {
  return new AppError(422, 'wrongCode', { fields: [{ field, key: 'wrongCode' }] });
}

function hashCode(id: string, code: string): Buffer {
  return createHmac('sha256', appSecret()).update(`code\n${id}\n${code}`).digest();
}
