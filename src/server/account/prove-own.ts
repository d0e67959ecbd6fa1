import type { CodePurpose } from './tables/sign-in.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { keyOf, ownRecipient } from './code/recipient.ts';
import { requesterOf, useCode } from './code/verification-code.ts';
import { verifyOwnPassword, type OwnAccount } from './own-account.ts';

/** A login within this time counts as authentication for a user who has neither password nor recipient of codes. */
const RECENT_LOGIN_MS = 10 * 60 * 1000;

type Proof = {
  /** The new phone number or address, with the code that was sent to it. */
  recipient: string;
  purpose: Extract<CodePurpose, 'phone' | 'email'>;
  code: string;
  password?: string;
  /** Code with purpose `confirm`, of users without a password. */
  confirmCode?: string;
};

/**
 * Re-authenticates a user who changes a login credential, and verifies that the new one is theirs: by password, else by
 * a code to the current phone number or address. Users with neither log in through their enterprise's provider, and must
 * have done so recently. All codes are checked before any is used up: a typing error in one does not invalidate the
 * other.
 * @throws AppError 422 with the invalid field, 403 `signInAgain`, 429 after too many wrong passwords
 */
export async function proveOwn(
  ctx: RequestContext & { viewer: Viewer },
  me: OwnAccount,
  { recipient, purpose, code, password, confirmCode = '' }: Proof,
): Promise<void> {
  const [now, requester] = [ctx.now(), requesterOf(ctx)];
  const codes: Parameters<typeof useCode>[0][] = [{ recipient, purpose, code, now, requester }];
  const own = ownRecipient(me);
  if (me.passwordHash) await verifyOwnPassword(ctx, me.passwordHash, password, 'password');
  else if (own)
    codes.unshift({
      ...{ recipient: keyOf(own), purpose: 'confirm', code: confirmCode, field: 'confirmCode', now, requester },
    });
  else if (now.getTime() - me.signedInAt.getTime() > RECENT_LOGIN_MS) throw new AppError(403, 'signInAgain');
  for (const each of codes) await useCode({ ...each, checkOnly: true });
  for (const each of codes) await useCode(each);
}
