import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { PasskeyProof } from '#src/contract/account-passkey.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { auditAlone } from '#src/server/core/audit.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { countAddressFailures, countFailure } from '../login-failures.ts';
import { passkey } from '../tables/factor.ts';
import { passkeyRefused, relyingParty, takeChallenge } from './passkey-challenge.ts';

type Proof = z.output<typeof PasskeyProof>;
type Stored = typeof passkey.$inferSelect;

/**
 * Checks the answer of a passkey: its challenge of this browser, the origin of this host, a signature over both, that the device has verified
 * its user, and that its counter has grown.
 * @returns id of the user
 * @throws AppError 422 `passkeyRefused`; 429 after too many failures of the address
 */
export async function provePasskey(ctx: RequestContext, proof: Proof): Promise<string> {
  await countAddressFailures(ctx);
  try {
    return await prove(ctx, proof);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await countFailure(ctx);
    await auditAlone(ctx, 'login.refused', { way: 'passkey', reason: error.key });
    throw error;
  }
}

async function prove(ctx: RequestContext, proof: Proof): Promise<string> {
  const challenge = await takeChallenge(ctx, 'prove', proof.response.clientDataJSON);
  const [stored] = await withPortal((db) =>
    db
      .select({ passkey })
      .from(passkey)
      .innerJoin(userAccount, eq(userAccount.id, passkey.userId))
      .where(and(eq(passkey.id, proof.id), eq(passkey.rpId, relyingParty(ctx)), isNull(userAccount.disabledAt))),
  );
  if (!stored) throw passkeyRefused();
  const counter = await verified(ctx, stored.passkey, challenge, proof);
  const used = await withPortal((db) =>
    db
      .update(passkey)
      .set({ counter, lastUsedAt: ctx.now() })
      // Of two answers with one count only one is accepted; many devices do not count.
      .where(
        and(
          eq(passkey.id, proof.id),
          or(and(eq(passkey.counter, 0), eq(passkey.counter, counter)), lt(passkey.counter, counter)),
        ),
      )
      .returning({ userId: passkey.userId }),
  );
  if (used.length === 0) throw passkeyRefused();
  return used[0]!.userId;
}

/** @returns the counter of the device */
async function verified(ctx: RequestContext, stored: Stored, expectedChallenge: string, proof: Proof): Promise<number> {
  // Loaded when a passkey is used: the library is large.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
      response: proof,
      expectedChallenge,
      expectedOrigin: ctx.origin,
      expectedRPID: stored.rpId,
      credential: { id: stored.id, publicKey: new Uint8Array(stored.publicKey), counter: stored.counter },
      requireUserVerification: true,
    });
    if (!isRight) throw passkeyRefused();
    return authenticationInfo.newCounter;
  } catch (error) {
    // The library throws an error of its own for each thing that is wrong.
    ctx.log('warn', 'passkey refused', { error: (error as Error).message });
    throw passkeyRefused();
  }
}
