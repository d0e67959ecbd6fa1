import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { verificationCode, type CodePurpose } from '#src/server/core/db/schema/sign-in.ts';
import { withPortal, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { appSecret } from '#src/server/core/settings.ts';
import { hashToken, newToken } from '../session/token.ts';

/** How long a code works, seconds (issue: 10 minutes). */
export const CODE_SECONDS = 600;
/** Wrong tries after which a code is dead for the browser that asked for it, or for everybody else. */
const TRIES = 5;

type Asked = {
  phone: string;
  purpose: CodePurpose;
  now: Date;
  /** Hash of the secret of the browser that asks or types; see {@link requesterOf}. */
  requester: Buffer | null;
};

/** HttpOnly cookie that tells whoever asked for a code from others who know the phone. */
const REQUESTER_COOKIE = 'zhixing_code';

/** The browser that types a code, as far as it has asked for one. */
export function requesterOf({ cookies }: Pick<RequestContext, 'cookies'>): Buffer | null {
  const secret = cookies.get(REQUESTER_COOKIE);
  return secret ? hashToken(secret) : null;
}

/** The browser that asks for a code; it gets a secret when it has none. */
export function rememberRequester({ cookies }: Pick<RequestContext, 'cookies'>): Buffer {
  const secret = cookies.get(REQUESTER_COOKIE) ?? newToken();
  cookies.set(REQUESTER_COOKIE, secret, { maxAge: CODE_SECONDS });
  return hashToken(secret);
}

/**
 * Makes a new code of six digits for a phone; older ones for the same purpose that the same browser asked for are dead from
 * now on. Those of other browsers live on: a stranger who asks for a code must not take away somebody's own.
 * @returns the code, to be sent and then forgotten: only its hash is kept
 */
export async function issueCode(
  db: TenantDb,
  { phone, purpose, enterpriseId, now, requester }: Asked & { enterpriseId: string },
): Promise<string> {
  await db
    .update(verificationCode)
    .set({ usedAt: now })
    .where(
      and(
        eq(verificationCode.phone, phone),
        eq(verificationCode.purpose, purpose),
        isNull(verificationCode.usedAt),
        requester ? eq(verificationCode.requesterHash, requester) : isNull(verificationCode.requesterHash),
      ),
    );
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const id = randomUUID();
  await db.insert(verificationCode).values({
    id,
    phone,
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
  /** The code is only looked at and stays good for another time; a wrong try counts all the same. */
  keep?: boolean;
  /** Where it was typed; `code` if not said. */
  field?: string;
};

/**
 * Uses a code up, in a transaction of its own, so that a wrong try counts whatever follows. An unknown phone, an expired,
 * used or wrong code all answer alike. The code that this browser asked for comes first; anybody else is compared with the
 * latest one, and has few tries that do not count against whoever asked for it.
 * @throws AppError 422 at the field
 */
export async function useCode({ phone, purpose, code, now, requester, keep = false, field }: Typed): Promise<void> {
  const right = await withPortal(async (db) => {
    const [open] = await db
      .select()
      .from(verificationCode)
      .where(
        and(eq(verificationCode.phone, phone), eq(verificationCode.purpose, purpose), isNull(verificationCode.usedAt)),
      )
      .orderBy(desc(isOwn(requester)), desc(verificationCode.gmtCreate))
      .limit(1)
      .for('update');
    if (!open || open.expiresAt <= now) return false;
    const counter = requester && open.requesterHash?.equals(requester) ? 'tries' : 'otherTries';
    if (open[counter] >= TRIES) return false;
    const fits = timingSafeEqual(open.codeHash, hashCode(open.id, code));
    if (fits && keep) return true;
    // One that was right ends them all, whoever asked for them.
    const ends = and(eq(verificationCode.phone, phone), eq(verificationCode.purpose, purpose));
    if (fits)
      await db
        .update(verificationCode)
        .set({ usedAt: now })
        .where(and(ends, isNull(verificationCode.usedAt)));
    else
      await db
        .update(verificationCode)
        .set({ [counter]: open[counter] + 1 })
        .where(eq(verificationCode.id, open.id));
    return fits;
  });
  if (!right) throw wrongCode(field);
}

const isOwn = (requester: Buffer | null) =>
  sql`${verificationCode.requesterHash} is not distinct from ${requester}::bytea`;

/** The one answer to whatever does not fit. */
export function wrongCode(field = 'code'): AppError {
  return new AppError(422, 'wrongCode', { fields: [{ field, key: 'wrongCode' }] });
}

function hashCode(id: string, code: string): Buffer {
  return createHmac('sha256', appSecret()).update(`code\n${id}\n${code}`).digest();
}
