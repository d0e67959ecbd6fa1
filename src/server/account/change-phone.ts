import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { ChangePhone } from '#src/contract/account-password.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { userAccount } from '#src/server/core/db/schema/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import { endSessions, openSession } from './session/open-session.ts';
import { ownAccount, proveOwnPassword, type OwnAccount } from './own-account.ts';
import { requesterOf, useCode } from './code/verification-code.ts';

/** Milliseconds for which a sign-in counts as proof for somebody who has neither password nor phone. */
const RECENT_LOGIN_MS = 10 * 60 * 1000;

type Input = z.output<typeof ChangePhone>;

/**
 * Changes the phone one signs in with (spec section 7, `update/phone`): a proof that it is still the same person, and a code
 * to the new number. All other sessions end, because the phone is a way to sign in; this browser goes on with a new one.
 * @throws AppError 422 at the field to mend; 409 at `phone` when the number belongs to another account, which is told only to
 *   whoever proved that the number is theirs; 429 after too many wrong passwords
 */
export async function changePhone(ctx: RequestContext & { viewer: Viewer }, input: Input) {
  const me = await ownAccount(ctx);
  if (me.phone === input.phone)
    throw new AppError(422, 'invalid', { fields: [{ field: 'phone', key: 'field.samePhone' }] });
  await useCodes(ctx, await prove(ctx, me, input), input);
  const { userId, enterpriseId } = ctx.viewer;
  return withTenant(ctx.tenant.id, async (db) => {
    const taken = await db.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.phone, input.phone));
    if (taken.length > 0) throw accountExists();
    const changed = await db
      .update(userAccount)
      .set({ phone: input.phone })
      .where(
        and(
          eq(userAccount.id, userId),
          me.phone === null ? isNull(userAccount.phone) : eq(userAccount.phone, me.phone),
        ),
      )
      .returning({ id: userAccount.id })
      .catch(refuseTaken);
    if (changed.length === 0) throw new AppError(409, 'changedMeanwhile');
    await endSessions(db, userId, { now: ctx.now() });
    await audit(db, ctx, 'phone.changed', { from: me.phone && maskPhone(me.phone), to: maskPhone(input.phone) });
    return openSession(db, ctx, { userId, enterpriseId, way: me.way });
  });
}

/**
 * That it is still the same person: by password, else by a code to the present phone. Who has neither came in through their
 * enterprise, and that must have been just now.
 * @returns the present phone, when its code is the proof
 */
async function prove(ctx: RequestContext & { viewer: Viewer }, me: OwnAccount, input: Input): Promise<string | null> {
  if (me.passwordHash) await proveOwnPassword(ctx, me.passwordHash, input.password, 'password');
  else if (me.phone) return me.phone;
  else if (ctx.now().getTime() - me.signedInAt.getTime() > RECENT_LOGIN_MS) throw new AppError(403, 'signInAgain');
  return null;
}

/** Looks at all codes before it uses up any: a slip in one of them does not cost the other. */
async function useCodes(ctx: RequestContext, present: string | null, { phone, code, confirmCode = '' }: Input) {
  const [now, requester] = [ctx.now(), requesterOf(ctx)];
  const codes: Parameters<typeof useCode>[0][] = [{ phone, purpose: 'phone', code, now, requester }];
  if (present)
    codes.unshift({ phone: present, purpose: 'confirm', code: confirmCode, field: 'confirmCode', now, requester });
  for (const each of codes) await useCode({ ...each, keep: true });
  for (const each of codes) await useCode(each);
}

const accountExists = () => new AppError(409, 'accountExists', { fields: [{ field: 'phone', key: 'accountExists' }] });

/** Somebody else took the number at this very moment. */
function refuseTaken(error: unknown): never {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: string };
  throw code === '23505' ? accountExists() : error;
}
