import type { z } from 'zod';
import type { accountLoginMethods } from '#src/contract/account-login-methods.ts';
import type { Provider } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import { type Answered, loginByIdentity } from './login-by-identity.ts';
import { linkIdentity } from './link-identity.ts';
import { storeIdentity, redirectAddress, claimAttempt } from './login-attempt.ts';
import { providerClient, findLoginMethod } from './login-methods.ts';
import { callProvider } from './provider-error.ts';

type CallbackInput = z.output<(typeof accountLoginMethods)['POST /user/api/user/info/login/oidc']['input']>;

/** `login/ewx`: callback of WeCom or DingTalk. */
export const returnFromApp = (ctx: RequestContext, input: CallbackInput) =>
  completeLogin(ctx, input, ['wecom', 'dingtalk']);

/** `login/oidc`: callback of an OpenID Connect provider. */
export const returnFromOidc = (ctx: RequestContext, input: CallbackInput) => completeLogin(ctx, input, ['oidc']);

/**
 * Handles the callback of a provider: claims the attempt, exchanges the code, and logs the user in or links the
 * identity.
 * @throws AppError 422 `attemptExpired`, `providerRefused`, `providerSettings`; 403 `accountDisabled`; 404; 409; 503
 */
async function completeLogin(ctx: RequestContext, { code, state, iss }: CallbackInput, providers: Provider[]) {
  const attempt = await claimAttempt(ctx, state, providers);
  const { provider } = attempt;
  const way = await withTenant(ctx.tenant.id, (db) => findLoginMethod(db, ctx, provider));
  if (!way?.enabled) throw notFound();
  const person = await callProvider(ctx, provider, () =>
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
  await storeIdentity(ctx, attempt, identity);
  return loginByIdentity(ctx, { ...attempt, identity }, attempt.agreed);
}

/** Links the identity; only the user who started the attempt in their settings can complete it. */
async function linkToViewer(ctx: RequestContext, { userId, provider, identity, redirect }: Answered) {
  if (ctx.viewer?.userId !== userId || ctx.viewer?.enterpriseId !== ctx.tenant.id)
    throw new AppError(422, 'attemptExpired');
  const { subject, displayName } = identity;
  await withTenant(ctx.tenant.id, (db) => linkIdentity(db, ctx, { userId: userId, provider, subject, displayName }));
  return { step: 'linked' as const, provider, displayName, redirect, bind: null, token: null };
}
