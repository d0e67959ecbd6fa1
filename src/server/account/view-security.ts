import { and, eq } from 'drizzle-orm';
import { MAX_EMAIL_FAILURES } from '#src/contract/rules/account.ts';
import { maskEmail } from '#src/lib/email.ts';
import { maskPhone } from '#src/lib/phone.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { enterpriseUser } from './tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { ownRecipient } from './code/recipient.ts';
import { hasTotp } from './factor/recent-proof.ts';
import { ownAccount } from './own-account.ts';

/** Returns the login credentials for the security settings; phone number and e-mail address are masked. */
export async function viewSecurity(ctx: RequestContext & { viewer: Viewer }) {
  const me = await ownAccount(ctx);
  const { phone, email, passwordHash, passwordChangedAt } = me;
  const own = ownRecipient(me);
  return {
    phone: phone && maskPhone(phone),
    email: email && maskEmail(email),
    emailFails: me.emailFailures >= MAX_EMAIL_FAILURES,
    sendsEmail: settings().mail !== undefined,
    suggestedEmail: email ? null : await contactAddress(ctx),
    codeTo: own && (own.email === undefined ? maskPhone(own.phone) : maskEmail(own.email)),
    hasPassword: passwordHash !== null,
    passwordChangedAt,
    hasFactor: await hasTotp(ctx.viewer.userId),
  };
}

async function contactAddress({ tenant, viewer }: RequestContext & { viewer: Viewer }): Promise<string | null> {
  const [member] = await withTenant(tenant.id, (db) =>
    db
      .select({ email: enterpriseUser.email })
      .from(enterpriseUser)
      .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, viewer.userId))),
  );
  return member?.email ?? null;
}
