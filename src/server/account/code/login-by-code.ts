import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { LoginByCode } from '#src/contract/account.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit, auditAlone } from '#src/server/core/audit.ts';
import { countFailure, countAddressFailures } from '../login-failures.ts';
import { deviceDetail } from '../session/sign-in-history.ts';
import { requireAgreed, signIn } from '../sign-in.ts';
import { rememberBrowser } from './known-browser.ts';
import { accountOf, keyOf, recipientOf, type Recipient } from './recipient.ts';
import { requesterOf, useCode, wrongCode } from './verification-code.ts';

/**
 * Logs in with the code sent to a phone number or e-mail address. An unknown number creates an account that belongs to
 * no enterprise; an unknown address receives no code. Consent is required on every login: a code can create an account,
 * and asking only new users would reveal which numbers have one.
 * @throws AppError 422 with the invalid field, 403 for a disabled account, 429 after too many failures
 */
export async function loginByCode(ctx: RequestContext, { code, agreed, bind, ...given }: z.output<typeof LoginByCode>) {
  const to = recipientOf(given);
  await countAddressFailures(ctx);
  if (!agreed) await requireAgreed(ctx);
  try {
    await useCode({ recipient: keyOf(to), purpose: 'login', code, now: ctx.now(), requester: requesterOf(ctx) });
  } catch (error) {
    await countFailure(ctx);
    // Whom the code is for, if anybody: it stands in their history.
    const [owner] = await withPortal((db) => db.select({ id: userAccount.id }).from(userAccount).where(accountOf(to)));
    const detail = { ...to, way: 'code', ...deviceDetail(ctx) };
    await auditAlone(ctx, 'login.refused', detail, { userId: owner?.id ?? null });
    throw error;
  }
  const person = to.email === undefined ? await findOrCreate(ctx, to.phone) : await findByEmail(to);
  if (!person) throw wrongCode();
  const { id, disabledAt } = person;
  if (disabledAt) {
    await auditAlone(ctx, 'login.refused', { ...to, way: 'code', ...deviceDetail(ctx) }, { userId: id });
    throw new AppError(403, 'accountDisabled');
  }
  const session = await signIn(ctx, { userId: id, way: 'code', agreed, bind });
  rememberBrowser(ctx, keyOf(to));
  return session;
}

/** Null when the address was removed from its account since the code was sent. */
async function findByEmail(to: Recipient) {
  const [person] = await withPortal((db) => db.select().from(userAccount).where(accountOf(to)));
  return person ?? null;
}

function findOrCreate(ctx: RequestContext, phone: string) {
  return withTenant(ctx.tenant.id, async (db) => {
    const made = await db
      .insert(userAccount)
      .values({ id: randomUUID(), phone, gmtCreate: ctx.now() })
      .onConflictDoNothing({ target: userAccount.phone })
      .returning();
    if (made[0]) await audit(db, ctx, 'account.made', { way: 'code' }, { userId: made[0].id, about: [made[0].id] });
    const [person] = await db.select().from(userAccount).where(eq(userAccount.phone, phone));
    return person!;
  });
}
