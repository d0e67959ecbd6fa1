import type { z } from 'zod';
import type { ChangePassword } from '#src/contract/account-password.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { rejectCommonPassword } from './common-password.ts';
import { requireNoExamElsewhere } from '../session/exam-elsewhere.ts';
import { openSession } from '../session/open-session.ts';
import { ownAccount, verifyOwnPassword } from '../own-account.ts';
import { hashPassword } from './password.ts';
import { savePassword } from './save-password.ts';
import { keyOf, ownRecipient } from '../code/recipient.ts';
import { requesterOf, useCode } from '../code/verification-code.ts';

/**
 * Changes the user's password, or sets the first one with a code to their phone number or address. All sessions end in
 * the same transaction; this browser gets a new session.
 * @throws AppError 422 with the invalid field, and as `requireNoExamElsewhere`; 429 after too many wrong passwords; 409 when there is neither password
 *   nor a recipient of codes
 */
export async function changePassword(
  ctx: RequestContext & { viewer: Viewer },
  { oldPassword, code, password, leavesExam }: z.output<typeof ChangePassword>,
) {
  const me = await ownAccount(ctx);
  await requireNoExamElsewhere(ctx, leavesExam);
  rejectCommonPassword(password, { tenant: ctx.tenant, phone: me.phone });
  const own = ownRecipient(me);
  if (!me.passwordHash && !own) throw new AppError(409, 'noPhone');
  const about = { recipient: own ? keyOf(own) : '', purpose: 'confirm', requester: requesterOf(ctx) } as const;
  const typed = { ...about, code: code ?? '', now: ctx.now() };
  if (me.passwordHash) await verifyOwnPassword(ctx, me.passwordHash, oldPassword, 'oldPassword');
  else await useCode({ ...typed, checkOnly: true });
  const passwordHash = await hashPassword(password);
  if (!me.passwordHash) await useCode(typed);
  const { userId, enterpriseId } = ctx.viewer;
  return withTenant(ctx.tenant.id, async (db) => {
    const change = { userId, passwordHash, before: me.passwordHash, action: 'password.changed' } as const;
    if (!(await savePassword(db, ctx, change))) throw new AppError(409, 'changedMeanwhile');
    return openSession(db, ctx, { userId, enterpriseId, way: me.way, factor: me.factor });
  });
}
