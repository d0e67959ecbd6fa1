import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { LoginByPassword } from '#src/contract/account.ts';
import { auditLog, enterpriseUser, userAccount, userSession } from '#src/server/db/schema/account.ts';
import { withPortal, withTenant } from '#src/server/db/tenant.ts';
import type { RequestContext } from '#src/server/http/context.ts';
import { Refusal } from '#src/server/http/refusal.ts';
import { checkPassword } from './password.ts';
import { hashToken, newToken, SESSION_SECONDS } from './token.ts';

/**
 * Signs a person in to the enterprise of this host (spec section 7, `login/pwd`).
 * An unknown phone and a wrong password get the same answer after the same time.
 * @throws Refusal 422 with the field to mend
 */
export async function loginByPassword(ctx: RequestContext, input: z.output<typeof LoginByPassword>) {
  const [person] = await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.phone, input.phone)));
  const right = await checkPassword(person?.passwordHash, input.password);
  if (!person || !right || person.disabledAt) {
    await audit(ctx, null, 'login.refused', { phone: input.phone });
    throw new Refusal(422, 'wrongPhoneOrPassword', { fields: [{ field: 'password', key: 'wrongPhoneOrPassword' }] });
  }
  const enterpriseId = await membership(ctx, person.id);
  const token = newToken();
  await withPortal((db) =>
    db.insert(userSession).values({
      tokenHash: hashToken(token),
      id: randomUUID(),
      userId: person.id,
      enterpriseId,
      userAgent: ctx.userAgent.slice(0, 300),
      address: ctx.address,
      gmtCreate: ctx.now(),
      expiresAt: new Date(ctx.now().getTime() + SESSION_SECONDS * 1000),
    }),
  );
  await audit(ctx, person.id, 'login', { way: 'password' });
  return { token, expiresIn: SESSION_SECONDS, enterpriseId };
}

/** This tenant's id when the person belongs to it, else null: signed in, but to no enterprise here. */
async function membership(ctx: RequestContext, userId: string): Promise<string | null> {
  const [found] = await withTenant(ctx.tenant.id, (db) =>
    db.select({ status: enterpriseUser.status }).from(enterpriseUser).where(eq(enterpriseUser.userId, userId)),
  );
  return found?.status === 'active' ? ctx.tenant.id : null;
}

function audit(ctx: RequestContext, userId: string | null, action: string, detail: Record<string, unknown>) {
  return withTenant(ctx.tenant.id, (db) =>
    db.insert(auditLog).values({ enterpriseId: ctx.tenant.id, userId, action, detail, address: ctx.address }),
  );
}
