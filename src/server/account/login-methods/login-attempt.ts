import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { writeLoginState } from '#src/contract/rules/login.ts';
import { safePath } from '#src/lib/safe-path.ts';
import type { Provider } from '#src/server/account/tables/account.ts';
import { loginAttempt, type ExternalIdentity } from '#src/server/account/tables/sign-in.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import { providerClient, findLoginMethod } from './login-methods.ts';
import { callProvider } from './provider-error.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { hashToken, newToken } from '../session/token.ts';

/** HttpOnly cookie that binds a login through a provider to the browser that started it. */
export const BROWSER_COOKIE = 'zhixing_browser';
/** Time to return from the provider, and then to complete the login or link the identity. */
const ATTEMPT_SECONDS = 60;
const BIND_SECONDS = 600;
/** A whole enterprise may share one address. */
const TRIES = { limit: 300, seconds: 300 };

export type LoginAttempt = typeof loginAttempt.$inferSelect;

/** Redirect URI of this enterprise, which it registers at its providers. */
export const redirectAddress = ({ origin }: RequestContext) => `${origin}/login`;

type Begin = { provider: Provider; redirect?: string; agreed?: boolean; userId?: string };

/**
 * Starts a login through a provider, bound to this browser.
 * @param userId the logged-in user who links another login method
 * @returns the URL to which the browser is redirected
 * @throws AppError 404 when this enterprise does not offer the provider
 */
export async function beginAttempt(ctx: RequestContext, { provider, redirect, agreed = false, userId }: Begin) {
  await takeTry(`login:begin:${ctx.tenant.id}:${ctx.address}`, TRIES);
  const way = await withTenant(ctx.tenant.id, (db) => findLoginMethod(db, ctx, provider));
  if (!way?.enabled) throw notFound();
  const state = writeLoginState({ locale: ctx.locale, provider }, randomBytes(32).toString('hex'));
  const nonce = newToken();
  const codeVerifier = newToken();
  // Requested first: an unreachable provider leaves no row, and its response time does not shorten the attempt's
  // lifetime.
  const url = await callProvider(ctx, provider, () =>
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
 * Claims the attempt to which a browser returns: once, in the browser and at the tenant where it started, before it
 * expires. Of concurrent requests only one succeeds.
 * @throws AppError 422 `attemptExpired`, without telling which condition failed
 */
export async function claimAttempt(ctx: RequestContext, state: string, providers: Provider[]): Promise<LoginAttempt> {
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

/** Stores the provider's response in the attempt and extends its lifetime to `BIND_SECONDS`. */
export async function storeIdentity(
  ctx: RequestContext,
  { id }: LoginAttempt,
  identity: ExternalIdentity,
): Promise<void> {
  await withTenant(ctx.tenant.id, (db) =>
    db
      .update(loginAttempt)
      .set({ identity, expiresAt: new Date(ctx.now().getTime() + BIND_SECONDS * 1000) })
      .where(and(eq(loginAttempt.enterpriseId, ctx.tenant.id), eq(loginAttempt.id, id))),
  );
}
