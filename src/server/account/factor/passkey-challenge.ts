import { and, eq, gt } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { settings } from '#src/server/core/settings.ts';
import { addressKey } from '#src/server/core/address-key.ts';
import { PASSKEYS_PER_ADDRESS } from '../limits.ts';
import { hashToken, newToken } from '../session/token.ts';
import { passkeyChallenge } from '../tables/factor.ts';

/**
 * HttpOnly cookie of the browser that asked for a challenge. Each challenge has its own: two that are asked for at once, e.g. by two tabs, would
 * overwrite a common one in the order in which their answers arrive.
 */
const cookieOf = (challenge: string) => `zhixing_passkey_${hashToken(challenge).toString('hex').slice(0, 16)}`;
/** Names that `cookieOf` makes: a client can send others, which no response can set. */
const COOKIE = /^zhixing_passkey_[0-9a-f]{16}$/;
/** Challenges that one browser may have unanswered; the next takes the place of the oldest, so that its cookies do not grow without bound. */
const UNANSWERED = 8;
/** Time to answer a challenge. */
const CHALLENGE_SECONDS = 300;
export const CHALLENGE_MS = CHALLENGE_SECONDS * 1000;

type Purpose = (typeof passkeyChallenge.$inferSelect)['purpose'];

/**
 * Returns the domain for which browsers make passkeys here: the parent domain of enterprises on subdomains, so that a passkey works for each
 * enterprise of its owner, else the host. A name without a dot is none for a browser, unless it is the host itself.
 */
export function relyingParty({ origin }: Pick<RequestContext, 'origin'>): string {
  const host = new URL(origin).hostname;
  const pattern = settings().tenantHosts.find((each) => each.startsWith('*.') && host.endsWith(each.slice(1)));
  const parent = pattern?.slice(2).replace(/:\d+$/, '');
  return parent?.includes('.') ? parent : host;
}

/** Stores a challenge for this browser. @throws AppError 429 */
export async function issueChallenge(ctx: RequestContext, purpose: Purpose): Promise<string> {
  const key = addressKey('passkey:address', ctx.address);
  if (key) await takeTry(key, PASSKEYS_PER_ADDRESS);
  const challenge = newToken();
  const browser = newToken();
  const open = ctx.cookies.names().filter((name) => COOKIE.test(name));
  // The browser forgets the oldest; their rows end by themselves.
  for (const oldest of open.slice(0, Math.max(0, open.length - UNANSWERED + 1))) ctx.cookies.delete(oldest);
  ctx.cookies.set(cookieOf(challenge), browser, { maxAge: CHALLENGE_SECONDS });
  await withTenant(ctx.tenant.id, (db) =>
    db.insert(passkeyChallenge).values({
      ...{ challengeHash: hashToken(challenge), purpose, enterpriseId: ctx.tenant.id, browserHash: hashToken(browser) },
      userId: purpose === 'add' ? ctx.viewer!.userId : null,
      expiresAt: new Date(ctx.now().getTime() + CHALLENGE_MS),
    }),
  );
  return challenge;
}

/**
 * Uses up the challenge that an answer contains, in its own transaction: it cannot be answered again, whatever the answer is worth.
 * @returns the challenge
 * @throws AppError 422 `passkeyRefused` when it is not one of this browser, enterprise and purpose, or its time is over
 */
export async function takeChallenge(ctx: RequestContext, purpose: Purpose, clientDataJSON: string): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  const browser = challenge && ctx.cookies.get(cookieOf(challenge));
  if (!challenge || !browser) throw passkeyRefused();
  ctx.cookies.delete(cookieOf(challenge));
  const taken = await withTenant(ctx.tenant.id, (db) =>
    db
      .delete(passkeyChallenge)
      .where(
        and(
          eq(passkeyChallenge.challengeHash, hashToken(challenge)),
          eq(passkeyChallenge.purpose, purpose),
          eq(passkeyChallenge.enterpriseId, ctx.tenant.id),
          eq(passkeyChallenge.browserHash, hashToken(browser)),
          gt(passkeyChallenge.expiresAt, ctx.now()),
          purpose === 'add' ? eq(passkeyChallenge.userId, ctx.viewer!.userId) : undefined,
        ),
      )
      .returning({ purpose: passkeyChallenge.purpose }),
  );
  if (taken.length === 0) throw passkeyRefused();
  return challenge;
}

/** The same error for every answer that proves nothing: an unknown passkey, a wrong signature, an old challenge. */
export const passkeyRefused = () => new AppError(422, 'passkeyRefused');

function challengeIn(clientDataJSON: string): string | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof data.challenge === 'string' ? data.challenge : null;
  } catch {
    // Not what a browser sends.
    return null;
  }
}
