import { randomInt } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { CODE_MINUTES } from '#src/contract/rules/terminal.ts';
import { addressKey } from '#src/server/core/address-key.ts';
import { COMPANION_COOKIE, hashToken, newToken } from '#src/server/account/session/token.ts';
import { endSessionOf } from '#src/server/account/session/open-session.ts';
import { href } from '#src/i18n/locale.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, auditAlone } from '#src/server/core/audit.ts';
import type { Context, PublicContext, RequestContext } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { type Limit, takeTry } from '#src/server/core/rate-limit.ts';
import { DEVICE_SECONDS, ownTerminal, TERMINAL_COOKIE } from './device.ts';
import { terminal } from './tables.ts';
import { ofId } from './terminals.ts';

/** Codes that are tried from one address, and at one enterprise: of eight digits, ten minutes long, nobody guesses one. */
const CODES_PER_ADDRESS: Limit = { limit: 20, seconds: 900 };
const CODES_PER_ENTERPRISE: Limit = { limit: 1_000, seconds: 900 };

/**
 * Issues the code with which a device becomes the terminal, in place of the device that it is now; an earlier code is invalid.
 * A revoked terminal can be registered again.
 * @throws AppError 404 for an unknown terminal
 */
export async function issueCode(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now, origin, locale } = ctx;
  const code = String(randomInt(100_000_000)).padStart(8, '0');
  const expiresAt = new Date(now().getTime() + CODE_MINUTES * 60_000);
  const [found] = await db
    .update(terminal)
    .set({ codeHash: hashToken(code), codeExpiresAt: expiresAt, revokedAt: null })
    .where(ofId(tenant.id, id))
    .returning({ name: terminal.name });
  if (!found) throw notFound();
  await audit(db, ctx, 'terminal.code.issued', { id, name: found.name }, { about: [id] });
  return { code, url: `${origin}${href(locale, '/terminal')}?code=${code}`, expiresAt };
}

/**
 * Makes the browser of the request the terminal of a code, which works once. The device that was this terminal is none any more, and the
 * session of this browser ends.
 * @throws AppError 422 at field `code` for a code that is unknown, used or too old; 429 after too many
 */
export async function registerDevice(ctx: RequestContext, { code }: { code: string }) {
  const { tenant, now, cookies } = ctx;
  const address = addressKey('device:code', ctx.address);
  if (address) await takeTry(address, CODES_PER_ADDRESS);
  await takeTry(`device:code:${tenant.id}`, CODES_PER_ENTERPRISE);
  const token = newToken();
  const name = await withTenant(tenant.id, async (db) => {
    const [found] = await db
      .select()
      .from(terminal)
      .where(
        and(
          eq(terminal.enterpriseId, tenant.id),
          eq(terminal.codeHash, hashToken(code)),
          gt(terminal.codeExpiresAt, now()),
        ),
      )
      .for('update');
    if (!found) return null;
    if (found.sessionId) await endSessionOf(db, found.sessionId, now());
    // Whoever registers it is not to stay logged in there.
    if (ctx.viewer) await endSessionOf(db, ctx.viewer.sessionId, now());
    const values = { registeredAt: now(), lastSeenAt: now(), codeHash: null, codeExpiresAt: null, sessionId: null };
    await db
      .update(terminal)
      .set({ ...values, tokenHash: hashToken(token) })
      .where(ofId(tenant.id, found.id));
    const detail = { id: found.id, name: found.name, userAgent: ctx.userAgent.slice(0, 300) };
    await audit(db, ctx, 'terminal.registered', detail, { about: [found.id] });
    return found.name;
  });
  if (name === null) {
    await auditAlone(ctx, 'terminal.code.refused', {});
    throw new AppError(422, 'invalid', { fields: [{ field: 'code', key: 'terminalCodeInvalid' }] });
  }
  cookies.delete(COMPANION_COOKIE);
  cookies.set(TERMINAL_COOKIE, token, { maxAge: DEVICE_SECONDS });
  return { name };
}

/** Returns what the sign-in page of a terminal shows. A browser that is none any more loses the cookie. */
export async function viewDevice(ctx: PublicContext) {
  const found = await ownTerminal(ctx.db, ctx);
  if (!found) {
    if (ctx.cookies.get(TERMINAL_COOKIE)) ctx.cookies.delete(TERMINAL_COOKIE);
    return { terminal: null };
  }
  const { name, place, sessionMinutes, badgeNeedsPin, allowsStudy, allowsExams } = found;
  return { terminal: { name, place, sessionMinutes, badgeNeedsPin, allowsStudy, allowsExams } };
}
