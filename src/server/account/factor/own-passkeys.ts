import { and, asc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { PasskeyMade } from '#src/contract/account-passkey.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { maskEmail } from '#src/lib/email.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { userSession } from '#src/server/account/tables/account.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { ownAccount } from '../own-account.ts';
import { passkey } from '../tables/factor.ts';
import { CHALLENGE_MS, issueChallenge, passkeyRefused, relyingParty, takeChallenge } from './passkey-challenge.ts';

type Ctx = RequestContext & { viewer: Viewer };
/** COSE numbers of what authenticators sign with: Ed25519, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

const passkeysOf = (userId: string) =>
  withPortal((db) =>
    db.select().from(passkey).where(eq(passkey.userId, userId)).orderBy(asc(passkey.gmtCreate), asc(passkey.id)),
  );

/** Lists the passkeys of the user, oldest first. */
export async function listPasskeys(ctx: Ctx) {
  const here = relyingParty(ctx);
  return (await passkeysOf(ctx.viewer.userId)).map(({ rpId, ...each }) => ({ ...each, here: rpId === here }));
}

/** Returns the options with which the browser makes a passkey. @throws AppError 409 for too many; 429 */
export async function beginAdding(ctx: Ctx) {
  const { userId, userName } = ctx.viewer;
  const known = await passkeysOf(userId);
  if (known.length >= MAX_ITEMS.passkeys) throw new AppError(409, 'tooManyPasskeys');
  const { phone, email } = await ownAccount(ctx);
  const required = 'required' as const;
  return {
    challenge: await issueChallenge(ctx, 'add'),
    rp: { id: relyingParty(ctx), name: ctx.tenant.name },
    // The id is one of the account: a later passkey replaces that of the same device.
    user: {
      id: Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url'),
      name: phone ? maskPhone(phone) : email ? maskEmail(email) : userName,
      displayName: userName,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none' as const,
    excludeCredentials: known.map(({ id }) => ({ id, type: 'public-key' as const })),
    authenticatorSelection: { residentKey: required, requireResidentKey: true as const, userVerification: required },
  };
}

/**
 * Adds a passkey that the browser has made.
 * @throws AppError 409 for one that is known or too many; 422 `passkeyRefused`
 */
export async function addPasskey(ctx: Ctx, { name, made }: { name: string; made: z.output<typeof PasskeyMade> }) {
  const { userId } = ctx.viewer;
  const { credential, backedUp } = await checkMade(ctx, made);
  await withTenant(ctx.tenant.id, async (db) => {
    // Two additions at once wait for each other.
    await db.select().from(userSession).where(eq(userSession.id, ctx.viewer.sessionId)).for('update');
    if ((await db.$count(passkey, eq(passkey.userId, userId))) >= MAX_ITEMS.passkeys)
      throw new AppError(409, 'tooManyPasskeys');
    const { id, publicKey, counter, transports = [] } = credential;
    const added = await db
      .insert(passkey)
      .values({
        ...{
          id,
          userId,
          rpId: relyingParty(ctx),
          publicKey: Buffer.from(publicKey),
          counter,
          transports,
          name,
          backedUp,
        },
        gmtCreate: ctx.now(),
      })
      .onConflictDoNothing()
      .returning({ id: passkey.id });
    if (added.length === 0) throw new AppError(409, 'passkeyKnown');
    // Making it has proven it, too: an enterprise may require that (decision 119).
    const here = and(eq(userSession.id, ctx.viewer.sessionId), isNull(userSession.factor));
    await db.update(userSession).set({ factor: 'passkey', provenAt: ctx.now() }).where(here);
    await audit(db, ctx, 'passkey.added', { name }, { about: [userId] });
  });
  return {};
}

async function checkMade(ctx: Ctx, made: z.output<typeof PasskeyMade>) {
  const expectedChallenge = await takeChallenge(ctx, 'add', made.response.clientDataJSON);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded = decodeAttestationObject(Buffer.from(made.response.attestationObject, 'base64url'));
    // Certificates were not asked for: the library would fetch the revocation list that they name.
    const isPlain = decoded.get('fmt') === 'none' || decoded.get('fmt') === 'packed';
    if (!isPlain || decoded.get('attStmt').get('x5c') !== undefined) throw new Error('attestation with a certificate');
    const { registrationInfo } = await verifyRegistrationResponse({
      response: made,
      expectedChallenge,
      expectedOrigin: ctx.origin,
      expectedRPID: relyingParty(ctx),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) throw new Error('not verified');
    return { credential: registrationInfo.credential, backedUp: registrationInfo.credentialBackedUp };
  } catch (error) {
    ctx.log('warn', 'passkey refused', { error: (error as Error).message });
    throw passkeyRefused();
  }
}

/** Removes a passkey of the user. @throws AppError 404 */
export async function removePasskey(ctx: Ctx, { id }: { id: string }) {
  const { userId } = ctx.viewer;
  await withTenant(ctx.tenant.id, async (db) => {
    const [removed] = await db
      .delete(passkey)
      .where(and(eq(passkey.id, id), eq(passkey.userId, userId)))
      .returning({ name: passkey.name });
    if (!removed) throw notFound();
    await audit(db, ctx, 'passkey.removed', { name: removed.name }, { about: [userId] });
  });
  return {};
}
