import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { SignIn } from '#src/contract/account.ts';
import type { PasskeyProof } from '#src/contract/account-passkey.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { signIn } from '../sign-in.ts';
import { CHALLENGE_MS, issueChallenge, passkeyRefused, relyingParty } from './passkey-challenge.ts';
import { provePasskey } from './prove-passkey.ts';

/** Returns a challenge for whatever passkey the browser has for this host. @throws AppError 429 */
export async function beginPasskey(ctx: RequestContext) {
  const challenge = await issueChallenge(ctx, 'prove');
  return { challenge, rpId: relyingParty(ctx), timeout: CHALLENGE_MS, userVerification: 'required' as const };
}

/**
 * Logs in a member of this enterprise with a passkey, which proves both factors. Enterprises on subdomains share the domain of passkeys: one of
 * somebody who is no member here opens nothing.
 * @throws AppError 422 `passkeyRefused`; as `signIn`
 */
export async function loginByPasskey(
  ctx: RequestContext,
  { proof, agreed, bind }: z.output<typeof SignIn> & { proof: z.output<typeof PasskeyProof> },
) {
  const userId = await provePasskey(ctx, proof);
  const isMember = await withTenant(ctx.tenant.id, (db) =>
    db.$count(enterpriseUser, and(eq(enterpriseUser.enterpriseId, ctx.tenant.id), eq(enterpriseUser.userId, userId))),
  );
  if (isMember === 0) {
    await auditAlone(ctx, 'login.refused', { way: 'passkey', reason: 'noMember' });
    throw passkeyRefused();
  }
  return signIn(ctx, { userId, way: 'passkey', agreed, bind, factor: 'passkey' });
}
