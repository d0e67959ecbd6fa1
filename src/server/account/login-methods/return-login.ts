import type { z } from 'zod';
import type { accountWays } from '#src/contract/account-login-methods.ts';
import type { Provider } from '#src/server/core/db/schema/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import { type Answered, enterByIdentity } from './enter-by-identity.ts';
import { linkIdentity } from './link-identity.ts';
import { keepIdentity, redirectAddress, takeAttempt } from './login-attempt.ts';
import { providerClient, findLoginMethod } from './login-methods.ts';
import { asking } from './provider-error.ts';

type Back = z.output<(typeof accountWays)['POST /user/api/user/info/login/oidc']['input']>;

/** `login/ewx`: back from one of the two messaging apps (spec section 7). */
export const returnFromApp = (ctx: RequestContext, input: Back) => comeBack(ctx, input, ['wecom', 'dingtalk']);

/** `login/oidc`: back from an OpenID Connect provider. */
export const returnFromOidc = (ctx: RequestContext, input: Back) => comeBack(ctx, input, ['oidc']);

/**
 * The browser has come back from a provider: the attempt is taken, the code exchanged, and whoever it is signed in.
 * @throws AppError 422 `attemptExpired`, `providerRefused`, `providerSettings`; 403 `accountDisabled`; 503
 */
async function comeBack(ctx: RequestContext, { code, state, iss }: Back, providers: Provider[]) {
  const attempt = await takeAttempt(ctx, state, providers);
  const { provider } = attempt;
  const way = await withTenant(ctx.tenant.id, (db) => findLoginMethod(db, ctx, provider));
  if (!way?.enabled) throw notFound();
  const person = await asking(ctx, provider, () =>
    providerClient(way).exchange({
      code,
      state,
      iss,
      nonce: attempt.nonce!,
      codeVerifier: attempt.codeVerifier!,
      redirectUri: redirectAddress(ctx),
      now: ctx.now(),
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof AppError) await auditAlone(ctx, 'login.refused', { way: provider, reason: error.key });
    throw error;
  });
  const { subject, displayName, email = null } = person;
  const identity = { subject, displayName, email, phone: person.phoneVerified ? (person.phone ?? null) : null };
  if (attempt.userId) return linkToViewer(ctx, { ...attempt, identity });
  await keepIdentity(ctx, attempt, identity);
  return enterByIdentity(ctx, { ...attempt, identity }, attempt.agreed);
}

/** One that a signed-in person began in their settings is theirs alone. */
async function linkToViewer(ctx: RequestContext, { userId, provider, identity, redirect }: Answered) {
  if (ctx.viewer?.userId !== userId || ctx.viewer?.enterpriseId !== ctx.tenant.id)
    throw new AppError(422, 'attemptExpired');
  const { subject, displayName } = identity;
  await withTenant(ctx.tenant.id, (db) => linkIdentity(db, ctx, { userId: userId, provider, subject, displayName }));
  return { step: 'linked' as const, provider, displayName, redirect, bind: null, token: null };
}
