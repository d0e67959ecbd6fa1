import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { ProveAgain } from '#src/contract/account-factor.ts';
import { userSession } from '#src/server/account/tables/account.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withPortal, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { keyOf, ownRecipient } from '../code/recipient.ts';
import { requesterOf, useCode } from '../code/verification-code.ts';
import { ownAccount, verifyOwnPassword, type OwnAccount } from '../own-account.ts';
import { passkey, userTotp } from '../tables/factor.ts';
import { passkeyRefused, relyingParty } from './passkey-challenge.ts';
import { provePasskey } from './prove-passkey.ts';
import { requireFactor, tryFactor } from './use-factor.ts';

/** How long a proof, or a sign-in, allows what is dangerous. */
const RECENT_MS = 10 * 60 * 1000;

type Ctx = RequestContext & { viewer: Viewer };
type Proof = z.output<typeof ProveAgain>['way'];

/** Ways in that are no proof by themselves: the session of another enterprise was continued. */
const CONTINUED = ['handoff', 'company'];

/** What an account can prove a second factor with, at this host. */
type Factors = {
  totp: boolean;
  passkey: boolean;
  /** Only a second factor is a proof: there is an app, or a passkey and an enterprise that requires a second factor. */
  isNeeded: boolean;
};

/** Returns what the account of the user can prove a second factor with. */
export async function factorsOf(ctx: Ctx): Promise<Factors> {
  const { userId, factorDuty } = ctx.viewer;
  const [totp, hasPasskey] = await withPortal(async (db) => [
    (await db.$count(userTotp, eq(userTotp.userId, userId))) > 0,
    (await db.$count(passkey, and(eq(passkey.userId, userId), eq(passkey.rpId, relyingParty(ctx))))) > 0,
  ]);
  // Otherwise whoever knows the password could set up a factor of their own beside the passkey that the enterprise wants.
  const isDue = factorDuty === 'roles' || factorDuty === 'all';
  return { totp, passkey: hasPasskey, isNeeded: totp || (hasPasskey && isDue) };
}

/**
 * How a user can prove again who they are: by the second factor if it is needed, else by password or code. None: a new sign-in through the
 * provider of the enterprise, for those who have nothing else.
 */
export function proofsOf(me: OwnAccount, { totp, passkey: hasPasskey, isNeeded }: Factors): Proof[] {
  const own = hasPasskey ? (['passkey'] as const) : [];
  if (totp) return ['totp', 'recovery', ...own];
  if (isNeeded) return [...own];
  return [
    ...own,
    ...(me.passwordHash ? (['password'] as const) : []),
    ...(ownRecipient(me) ? (['code'] as const) : []),
  ];
}

/** Whether the user has proven within the last ten minutes who they are, as {@link proofsOf} wants it. */
export function isProven({ now }: RequestContext, me: OwnAccount, factors: Factors): boolean {
  const isRecent = (at: Date | null) => at !== null && now().getTime() - at.getTime() < RECENT_MS;
  if (factors.isNeeded && me.factor === null) return false;
  if (isRecent(me.provenAt)) return true;
  const isPlain = me.way === 'password' || me.way === 'code' || me.way === 'passkey';
  return (
    isRecent(me.signedInAt) &&
    !CONTINUED.includes(me.way) &&
    (factors.isNeeded || isPlain || proofsOf(me, { ...factors, passkey: false }).length === 0)
  );
}

/** Whether an account has an authenticator app. */
export const hasTotp = async (userId: string): Promise<boolean> =>
  (await withPortal((db) => db.$count(userTotp, eq(userTotp.userId, userId)))) > 0;

/** @throws AppError 403 `proofNeeded` unless the user has proven within the last ten minutes who they are */
export async function requireRecentProof(ctx: Ctx): Promise<void> {
  const me = await ownAccount(ctx);
  if (!isProven(ctx, me, await factorsOf(ctx))) throw new AppError(403, 'proofNeeded', { need: 'proof' });
}

/**
 * Proves again who the user is: valid for ten minutes in this session.
 * @throws AppError 422 with the invalid field; 403 for a way that does not prove this user (`proofsOf`); 429 after too many tries
 */
export async function proveAgain(ctx: Ctx, given: z.output<typeof ProveAgain>) {
  const me = await ownAccount(ctx);
  const { userId } = ctx.viewer;
  const proofs = proofsOf(me, await factorsOf(ctx));
  if (!proofs.includes(given.way)) throw new AppError(403, 'proofNeeded');
  if (given.way === 'totp' || given.way === 'recovery') {
    await tryFactor(ctx, userId, given, () =>
      withTenant(ctx.tenant.id, async (db) => {
        await requireFactor(db, ctx, userId, given);
        await note(db, ctx, given.way);
      }),
    );
    return {};
  }
  if (given.way === 'passkey') {
    if ((await provePasskey(ctx, given.proof)) !== userId) throw passkeyRefused();
  } else if (given.way === 'password') await verifyOwnPassword(ctx, me.passwordHash!, given.password, 'password');
  else {
    const recipient = keyOf(ownRecipient(me)!);
    await useCode({ recipient, purpose: 'confirm', code: given.code, now: ctx.now(), requester: requesterOf(ctx) });
  }
  await withTenant(ctx.tenant.id, (db) => note(db, ctx, given.way));
  return {};
}

async function note(db: TenantDb, ctx: Ctx, way: Proof): Promise<void> {
  await db
    .update(userSession)
    .set({ provenAt: ctx.now(), ...(way !== 'password' && way !== 'code' && { factor: way }) })
    .where(eq(userSession.id, ctx.viewer.sessionId));
  await audit(db, ctx, 'proof.given', { way });
}
