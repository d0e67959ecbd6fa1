import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { userAccount } from '#src/server/account/tables/account.ts';
import { verificationCode, type CodePurpose } from '#src/server/account/tables/sign-in.ts';
import { withPortal, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { isWithin } from '#src/server/core/expiry.ts';
import { appSecret } from '#src/server/core/settings.ts';
import { hashToken, newToken } from '../session/token.ts';

/** Lifetime of a code. */
export const CODE_SECONDS = 600;
/**
 * Wrong attempts after which a code is invalid, counted separately for the browser that requested it and for all
 * others.
 */
const MAX_TRIES = 5;

type Asked = {
  /** Phone number or e-mail address. */
  recipient: string;
  purpose: CodePurpose;
  now: Date;
  /** Hash of the secret of the browser that requests or enters the code; see {@link requesterOf}. */
  requester: Buffer | null;
};

/** HttpOnly cookie that distinguishes the browser that requested a code from others that know the recipient. */
const REQUESTER_COOKIE = 'zhixing_code';

/** Returns the hash of this browser's secret, null when the browser has not requested a code. */
export function requesterOf({ cookies }: Pick<RequestContext, 'cookies'>): Buffer | null {
  const secret = cookies.get(REQUESTER_COOKIE);
  return secret ? hashToken(secret) : null;
}

/** Returns the hash of this browser's secret, and sets a new secret when it has none. */
export function rememberRequester({ cookies }: Pick<RequestContext, 'cookies'>): Buffer {
  const secret = cookies.get(REQUESTER_COOKIE) ?? newToken();
  cookies.set(REQUESTER_COOKIE, secret, { maxAge: CODE_SECONDS });
  return hashToken(secret);
}

/**
 * Creates a six-digit code for a phone number or e-mail address and invalidates older ones for the same purpose that the same browser
 * requested. Codes requested by other browsers stay valid: a stranger must not be able to invalidate a user's code.
 * @returns the code to be sent; only its hash is stored
 */
export async function issueCode(
  db: TenantDb,
  { recipient, purpose, enterpriseId, now, requester }: Asked & { enterpriseId: string },
): Promise<string> {
  await db
    .update(verificationCode)
    .set({ usedAt: now })
    .where(
      and(
        eq(verificationCode.recipient, recipient),
        eq(verificationCode.purpose, purpose),
        isNull(verificationCode.usedAt),
        requester ? eq(verificationCode.requesterHash, requester) : isNull(verificationCode.requesterHash),
      ),
    );
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const id = randomUUID();
  await db.insert(verificationCode).values({
    id,
    recipient,
    purpose,
    codeHash: hashCode(id, code),
    requesterHash: requester,
    enterpriseId,
    gmtCreate: now,
    expiresAt: new Date(now.getTime() + CODE_SECONDS * 1000),
  });
  return code;
}

type Typed = Asked & {
  code: string;
  /** Verifies the code without using it up; a wrong attempt counts all the same. */
  checkOnly?: boolean;
  /** Field at which an error is reported; default `code`. */
  field?: string;
};

/**
 * Verifies a code and uses it up, in its own transaction, so that a wrong attempt counts even if the caller fails
 * afterwards. Unknown recipient, expired, used and wrong code give the same error. The code that this browser requested is
 * checked first; other browsers are compared with the latest code, with a separate small number of attempts.
 * @throws AppError 422 at the field
 */
export async function useCode({
  recipient,
  purpose,
  code,
  now,
  requester,
  checkOnly = false,
  field,
}: Typed): Promise<void> {
  const right = await withPortal(async (db) => {
    const [open] = await db
      .select()
      .from(verificationCode)
      .where(
        and(
          eq(verificationCode.recipient, recipient),
          eq(verificationCode.purpose, purpose),
          isNull(verificationCode.usedAt),
        ),
      )
      .orderBy(desc(isRequestedBy(requester)), desc(verificationCode.gmtCreate))
      .limit(1)
      .for('update');
    if (!open || !isWithin(open.expiresAt, now, CODE_SECONDS)) return false;
    const counter = requester && open.requesterHash?.equals(requester) ? 'tries' : 'otherTries';
    if (open[counter] >= MAX_TRIES) return false;
    const isCorrect = timingSafeEqual(open.codeHash, hashCode(open.id, code));
    if (isCorrect && checkOnly) return true;
    // A correct code invalidates all codes of this recipient and purpose, whichever browser requested them.
    const ends = and(eq(verificationCode.recipient, recipient), eq(verificationCode.purpose, purpose));
    if (isCorrect) {
      await db
        .update(verificationCode)
        .set({ usedAt: now })
        .where(and(ends, isNull(verificationCode.usedAt)));
      await db
        .update(userAccount)
        .set({ phoneUnverified: false })
        .where(and(eq(userAccount.phone, recipient), userAccount.phoneUnverified));
    } else
      await db
        .update(verificationCode)
        .set({ [counter]: open[counter] + 1 })
        .where(eq(verificationCode.id, open.id));
    return isCorrect;
  });
  if (!right) throw wrongCode(field);
}

const isRequestedBy = (requester: Buffer | null) =>
  sql`${verificationCode.requesterHash} is not distinct from ${requester}::bytea`;

/** The same error for every kind of invalid code. */
export function wrongCode(field = 'code'): AppError {
  return new AppError(422, 'wrongCode', { fields: [{ field, key: 'wrongCode' }] });
}

function hashCode(id: string, code: string): Buffer {
  return createHmac('sha256', appSecret()).update(`code\n${id}\n${code}`).digest();
}
