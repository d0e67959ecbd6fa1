import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { hashPassword } from '#src/server/account/password/password.ts';
import { limitSignIns } from '#src/server/account/password/sign-in-limit.ts';
import { endSessionOf, openSession } from '#src/server/account/session/open-session.ts';
import { deviceDetail } from '#src/server/account/session/sign-in-history.ts';
import { recordConsent } from '#src/server/account/sign-in.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit, auditAlone } from '#src/server/core/audit.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { giveBack, type Limit, takeTry } from '#src/server/core/rate-limit.ts';
import { department } from '#src/server/organisation/tables.ts';
import { ownerOfBadge } from './badges.ts';
import { ownTerminal } from './device.ts';
import { checkPin, storePin } from './pins.ts';
import { terminal } from './tables.ts';
import { ofId } from './terminals.ts';

type Tried = OperationInput<'POST /user/api/terminal/login'>;
type Terminal = typeof terminal.$inferSelect;

/** Wrong sign-ins at one terminal; right ones are not counted. */
export const TERMINAL_FAILURES: Limit = { limit: 30, seconds: 900 };

/**
 * Logs a member in at the terminal of the browser (docs/specification.md, section "Shared terminals"). The session of the person before
 * ends with it.
 * @throws AppError 403 for a browser that is no terminal, a member outside of its department, a locked PIN; 409 `mustChangePin` when
 *   the PIN is right, but was given by an administrator; 422 with the invalid field; 429 after too many wrong sign-ins
 */
export function loginAtTerminal(ctx: RequestContext, tried: Tried) {
  return limitSignIns(() => login(ctx, tried));
}

async function login(ctx: RequestContext, tried: Tried) {
  const { tenant } = ctx;
  const at = await withTenant(tenant.id, (db) => ownTerminal(db, ctx));
  if (!at) throw new AppError(403, 'noTerminal');
  const key = `device:${tenant.id}:${at.id}`;
  await takeTry(key, TERMINAL_FAILURES);
  let wrong = false;
  try {
    const userId = await withTenant(tenant.id, (db) => personOf(db, tenant.id, tried));
    const isChecked = tried.badge === undefined || at.badgeNeedsPin;
    const field = tried.badge !== undefined && !at.badgeNeedsPin ? 'employeeNo' : 'pin';
    // Before the PIN is asked for: a badge that nobody has is no secret.
    if (tried.badge !== undefined && userId === null) {
      wrong = true;
      throw await refused(ctx, at, null, 'employeeNo', 'badgeUnknown');
    }
    if (isChecked && tried.pin === undefined)
      throw new AppError(422, 'invalid', { fields: [{ field: 'pin', key: 'field.pinRequired' }] });
    const { isRight, isInitial } = isChecked
      ? await checkPin(ctx, userId, tried.pin!)
      : { isRight: true, isInitial: false };
    if (!isRight || userId === null) {
      wrong = true;
      throw await refused(ctx, at, userId, field, 'wrongNumberOrPin');
    }
    if (isInitial && tried.newPin === undefined) throw new AppError(409, 'mustChangePin');
    if (isInitial && tried.newPin === tried.pin)
      throw new AppError(422, 'invalid', { fields: [{ field: 'newPin', key: 'field.pinSame' }] });
    const pinHash = isInitial ? await hashPassword(tried.newPin!) : null;
    return await withTenant(tenant.id, (db) => open(db, ctx, { at, userId, pinHash, tried }));
  } finally {
    if (!wrong) await giveBack(key);
  }
}

/** The active member who is meant; null: nobody. */
async function personOf(db: TenantDb, enterpriseId: string, { employeeNo, badge }: Tried): Promise<string | null> {
  const userId = badge === undefined ? null : await ownerOfBadge(db, enterpriseId, badge);
  if (badge !== undefined && userId === null) return null;
  const [found] = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, enterpriseId),
        userId === null ? eq(enterpriseUser.employeeNo, employeeNo!) : eq(enterpriseUser.userId, userId),
        eq(enterpriseUser.status, 'active'),
      ),
    );
  return found?.userId ?? null;
}

async function refused(ctx: RequestContext, { id, name }: Terminal, userId: string | null, field: string, key: string) {
  await auditAlone(ctx, 'terminal.login.refused', { id, name, reason: key }, { userId, about: [id] });
  return new AppError(422, key, { fields: [{ field, key }] });
}

async function open(
  db: TenantDb,
  ctx: RequestContext,
  { at, userId, pinHash, tried }: { at: Terminal; userId: string; pinHash: string | null; tried: Tried },
) {
  const { tenant } = ctx;
  await requireInScope(db, at, userId);
  await recordConsent(db, ctx, userId, tried.agreed ?? false);
  if (pinHash) await storePin(db, ctx, userId, pinHash);
  // Locked, so that of two sign-ins at once the later one ends the session of the other.
  const [now] = await db.select().from(terminal).where(ofId(tenant.id, at.id)).for('update');
  if (!now?.tokenHash?.equals(at.tokenHash!)) throw new AppError(403, 'noTerminal');
  if (now.sessionId) await endSessionOf(db, now.sessionId, ctx.now());
  const { sessionId, ...session } = await openSession(db, ctx, {
    ...{ userId, enterpriseId: tenant.id, way: 'terminal', seconds: at.sessionMinutes * 60 },
  });
  await db.update(terminal).set({ sessionId }).where(ofId(tenant.id, at.id));
  const by = tried.badge === undefined ? 'number' : 'badge';
  const detail = { way: 'terminal', terminal: at.name, by, ...deviceDetail(ctx) };
  await audit(db, ctx, 'login', detail, { userId, about: [at.id] });
  return session;
}

/** @throws AppError 403 for a member outside of the department of the terminal */
async function requireInScope(db: TenantDb, { enterpriseId, departmentId }: Terminal, userId: string): Promise<void> {
  if (!departmentId) return;
  const [own] = await db
    .select({ path: enterpriseUser.department })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, userId)));
  const [top] = await db
    .select({ path: department.path })
    .from(department)
    .where(and(eq(department.enterpriseId, enterpriseId), eq(department.id, departmentId)));
  const path = own?.path ?? '';
  if (!top || (path !== top.path && !path.startsWith(`${top.path}/`))) throw new AppError(403, 'terminalOfOthers');
}
