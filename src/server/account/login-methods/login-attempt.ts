import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { writeLoginState } from '#src/lib/login-state.ts';
import { safePath } from '#src/lib/safe-path.ts';
import type { Provider } from '#src/server/core/db/schema/account.ts';
import { loginAttempt, type OutsideIdentity } from '#src/server/core/db/schema/sign-in.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import { providerClient, findLoginMethod } from './login-methods.ts';
import { asking } from './provider-error.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { hashToken, newToken } from '../session/token.ts';

/** HttpOnly cookie that binds a way out to a provider and back to the browser that began it. */
export const BROWSER_COOKIE = 'zhixing_browser';
/** Seconds: to come back from the provider; to sign in once with the phone afterwards. */
const ATTEMPT_SECONDS = 60;
const BIND_SECONDS = 600;
/** A whole company may sit behind one address. */
const TRIES = { limit: 300, seconds: 300 };

export type LoginAttempt = typeof loginAttempt.$inferSelect;

/** Where providers send the browser back to; enterprises register this one address there. */
export const redirectAddress = ({ origin }: RequestContext) => `${origin}/login`;

type Begin = { provider: Provider; redirect?: string; agreed?: boolean; userId?: string };

/**
 * Begins a way out to a provider, bound to this browser.
 * @param userId the signed-in person who wants to link another way in
 * @returns where to send the browser
 * @throws AppError 404 when this enterprise does not offer that way
 */
export async function beginAttempt(ctx: RequestContext, { provider, redirect, agreed = false, userId }: Begin) {
  await takeTry(`login:begin:${ctx.tenant.id}:${ctx.address}`, TRIES);
  const way = await withTenant(ctx.tenant.id, (db) => findLoginMethod(db, ctx, provider));
  if (!way?.enabled) throw notFound();
  const state = writeLoginState({ locale: ctx.locale, provider }, randomBytes(32).toString('hex'));
  const nonce = newToken();
  const codeVerifier = newToken();
  // Asked first: a provider that is away leaves nothing behind, and its slowness does not eat up the attempt's minute.
  const url = await asking(ctx, provider, () =>
    providerClient(way).authorisationUrl({
      state,
      nonce,
      codeVerifier,
      redirectUri: redirectAddress(ctx),
      locale: ctx.locale,
      now: ctx.now(),
    }),
  );
  const now = ctx.now();
  const browser = ctx.cookies.get(BROWSER_COOKIE) ?? newToken();
  ctx.cookies.set(BROWSER_COOKIE, browser, { maxAge: ATTEMPT_SECONDS + BIND_SECONDS });
  await withTenant(ctx.tenant.id, (db) =>
    db.insert(loginAttempt).values({
      enterpriseId: ctx.tenant.id,
      id: randomUUID(),
      provider,
      stateHash: hashToken(state),
      browserHash: hashToken(browser),
      nonce,
      codeVerifier,
      redirect: safePath(redirect, '') || null,
      agreed,
      userId: userId ?? null,
      gmtCreate: now,
      expiresAt: new Date(now.getTime() + ATTEMPT_SECONDS * 1000),
    }),
  );
  return { url };
}

/**
 * Takes the attempt that a browser has come back with: once, by the browser that began it, at the tenant where it began,
 * and in time. Of many at the same moment one gets it.
 * @throws AppError 422; which of these it was is nobody's business
 */
export async function takeAttempt(ctx: RequestContext, state: string, providers: Provider[]): Promise<LoginAttempt> {
  await takeTry(`login:return:${ctx.tenant.id}:${ctx.address}`, TRIES);
  const browser = ctx.cookies.get(BROWSER_COOKIE);
  const now = ctx.now();
  const [attempt] = browser
    ? await withTenant(ctx.tenant.id, (db) =>
        db
          .update(loginAttempt)
          .set({ usedAt: now })
          .where(
            and(
              eq(loginAttempt.enterpriseId, ctx.tenant.id),
              eq(loginAttempt.stateHash, hashToken(state)),
              eq(loginAttempt.browserHash, hashToken(browser)),
              inArray(loginAttempt.provider, providers),
              isNull(loginAttempt.usedAt),
              gt(loginAttempt.expiresAt, now),
            ),
          )
          .returning(),
      )
    : [];
  if (attempt) return attempt;
  await auditAlone(ctx, 'login.refused', { way: providers.join(), reason: 'attempt' });
  throw new AppError(422, 'attemptExpired');
}

/** Keeps what the provider said with the attempt: from now on it waits for ten minutes. */
export async function keepIdentity(
  ctx: RequestContext,
  { id }: LoginAttempt,
  identity: OutsideIdentity,
): Promise<void> {
  await withTenant(ctx.tenant.id, (db) =>
    db
      .update(loginAttempt)
      .set({ identity, expiresAt: new Date(ctx.now().getTime() + BIND_SECONDS * 1000) })
      .where(and(eq(loginAttempt.enterpriseId, ctx.tenant.id), eq(loginAttempt.id, id))),
  );
}
