import { randomInt } from 'node:crypto';
import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { isSimplePin, PIN_FAILURES } from '#src/contract/rules/terminal.ts';
import { ownAccount, verifyOwnPassword } from '#src/server/account/own-account.ts';
import { checkPassword, hashPassword } from '#src/server/account/password/password.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, auditAlone, auditEach } from '#src/server/core/audit.ts';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { terminal, terminalPin } from './tables.ts';

type Pin = typeof terminalPin.$inferSelect;
type Member = { enterpriseId: string; userId: string };

const ofMember = ({ enterpriseId, userId }: Member) =>
  and(eq(terminalPin.enterpriseId, enterpriseId), eq(terminalPin.userId, userId));

/** State of a PIN, as its member sees it. */
const pinState = (pin: Pin | null): 'none' | 'locked' | 'initial' | 'own' =>
  !pin ? 'none' : pin.lockedAt ? 'locked' : pin.isInitial ? 'initial' : 'own';

/**
 * Checks the PIN of a member. A try is counted before, so that simultaneous ones gain nothing; the last one that may be wrong locks the
 * PIN. Without a PIN, or for nobody, it takes the same time and is wrong.
 * @returns whether it is right, and whether it is one that an administrator has given
 * @throws AppError 403 `pinLocked`; 429 `busy`
 */
export async function checkPin(
  ctx: RequestContext,
  userId: string | null,
  pin: string,
): Promise<{ isRight: boolean; isInitial: boolean }> {
  const member = { enterpriseId: ctx.tenant.id, userId: userId ?? '' };
  const counted = userId === null ? undefined : await countTry(member);
  if (counted === 'locked') throw new AppError(403, 'pinLocked');
  const isRight = await checkPassword(counted?.pinHash, pin);
  if (!counted || !userId) return { isRight: false, isInitial: false };
  await withTenant(member.enterpriseId, async (db) => {
    if (isRight) return db.update(terminalPin).set({ failures: 0 }).where(ofMember(member));
    if (counted.failures < PIN_FAILURES) return;
    await db.update(terminalPin).set({ lockedAt: ctx.now() }).where(ofMember(member));
    await audit(db, ctx, 'terminal.pin.locked', { failures: counted.failures }, { userId, about: [userId] });
  });
  return { isRight, isInitial: counted.isInitial };
}

/** Counts a try in its own transaction. @returns the PIN with that try; undefined: there is none */
function countTry(member: Member): Promise<Pin | 'locked' | undefined> {
  return withTenant(member.enterpriseId, async (db) => {
    const [counted] = await db
      .update(terminalPin)
      .set({ failures: sql`${terminalPin.failures} + 1` })
      .where(and(ofMember(member), lt(terminalPin.failures, PIN_FAILURES), sql`${terminalPin.lockedAt} is null`))
      .returning();
    if (counted) return counted;
    return (await db.$count(terminalPin, ofMember(member))) > 0 ? 'locked' : undefined;
  });
}

/** Stores the PIN that a member has chosen. */
export async function storePin(db: TenantDb, ctx: RequestContext, userId: string, pinHash: string): Promise<void> {
  const values = { pinHash, isInitial: false, failures: 0, lockedAt: null, gmtModified: ctx.now() };
  await db
    .insert(terminalPin)
    .values({ enterpriseId: ctx.tenant.id, userId, ...values })
    .onConflictDoUpdate({ target: [terminalPin.enterpriseId, terminalPin.userId], set: values });
  await audit(db, ctx, 'terminal.pin.saved', null, { userId, about: [userId] });
}

/**
 * Gives members new initial PINs. They are in the answer only; what is stored is their hash.
 * @throws AppError 404 unless all are active members; 422 when some have no employee number, with which they would sign in
 */
export async function issuePins(
  ctx: RequestContext & { viewer: Viewer },
  { userIds }: OperationInput<'POST /user/auth/terminal/pin/issue'>,
) {
  const { tenant, viewer, now } = ctx;
  const ids = [...new Set(userIds)];
  const people = await withTenant(tenant.id, (db) =>
    db
      .select({
        userId: enterpriseUser.userId,
        userName: enterpriseUser.userName,
        employeeNo: enterpriseUser.employeeNo,
      })
      .from(enterpriseUser)
      .where(
        and(
          eq(enterpriseUser.enterpriseId, tenant.id),
          inArray(enterpriseUser.userId, ids),
          eq(enterpriseUser.status, 'active'),
        ),
      ),
  );
  if (people.length < ids.length) throw notFound();
  if (people.some(({ employeeNo }) => !employeeNo))
    throw new AppError(422, 'noEmployeeNo', { fields: [{ field: 'userIds', key: 'noEmployeeNo' }] });
  const issued = await Promise.all(
    people.map(async (person) => {
      const pin = randomPin();
      return { ...person, employeeNo: person.employeeNo!, pin, pinHash: await hashPassword(pin) };
    }),
  );
  await withTenant(tenant.id, async (db) => {
    const rows = issued.map(({ userId, pinHash }) => ({
      ...{ enterpriseId: tenant.id, userId, pinHash, isInitial: true, failures: 0, lockedAt: null, gmtModified: now() },
    }));
    await db
      .insert(terminalPin)
      .values(rows)
      .onConflictDoUpdate({
        target: [terminalPin.enterpriseId, terminalPin.userId],
        set: {
          pinHash: sql`excluded.pin_hash`,
          ...{ isInitial: true, failures: 0, lockedAt: null, gmtModified: now() },
        },
      });
    const about = issued.map(({ userId }) => ({ id: userId, detail: { userId } }));
    await auditEach(db, { enterpriseId: tenant.id, userId: viewer.userId }, 'terminal.pin.issued', about);
  });
  return issued.map(({ pinHash: _hash, ...person }) => person);
}

/** Returns a random PIN that is not one of the simple ones. */
function randomPin(): string {
  const pin = String(randomInt(1_000_000)).padStart(6, '0');
  return isSimplePin(pin) ? randomPin() : pin;
}

/** Unlocks a PIN. @throws AppError 404 unless it is locked */
export async function unlockPin(ctx: Context, { userId }: { userId: string }) {
  const { db, tenant } = ctx;
  const unlocked = await db
    .update(terminalPin)
    .set({ failures: 0, lockedAt: null })
    .where(and(ofMember({ enterpriseId: tenant.id, userId }), isNotNull(terminalPin.lockedAt)))
    .returning({ userId: terminalPin.userId });
  if (unlocked.length === 0) throw notFound();
  await audit(db, ctx, 'terminal.pin.unlocked', { userId }, { about: [userId] });
  return {};
}

/** Returns the state of the viewer's PIN. */
export async function viewPin({ db, tenant, viewer }: Context) {
  const [own] = await db
    .select({ employeeNo: enterpriseUser.employeeNo, pin: terminalPin })
    .from(enterpriseUser)
    .leftJoin(
      terminalPin,
      and(eq(terminalPin.enterpriseId, enterpriseUser.enterpriseId), eq(terminalPin.userId, enterpriseUser.userId)),
    )
    .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, viewer.userId)));
  const { passwordHash } = await ownAccount({ viewer });
  return {
    state: pinState(own?.pin ?? null),
    employeeNo: own?.employeeNo ?? null,
    hasTerminals: (await db.$count(terminal, eq(terminal.enterpriseId, tenant.id))) > 0,
    needsPassword: passwordHash !== null,
  };
}

/**
 * Sets the viewer's PIN. A locked PIN stays locked: only an administrator unlocks it.
 * @throws AppError 403 `pinLocked`; 422 with the invalid field; 429 after too many wrong passwords
 */
export async function savePin(
  ctx: RequestContext & { viewer: Viewer },
  { pin, password }: OperationInput<'PUT /user/auth/pin/save'>,
) {
  const { passwordHash } = await ownAccount(ctx);
  if (passwordHash) await verifyOwnPassword(ctx, passwordHash, password, 'password');
  const pinHash = await hashPassword(pin);
  const member = { enterpriseId: ctx.tenant.id, userId: ctx.viewer.userId };
  const isLocked = await withTenant(ctx.tenant.id, async (db) => {
    const [now] = await db.select().from(terminalPin).where(ofMember(member)).for('update');
    if (now?.lockedAt) return true;
    await storePin(db, ctx, member.userId, pinHash);
    return false;
  });
  if (isLocked) {
    await auditAlone(ctx, 'terminal.pin.refused', { why: 'locked' });
    throw new AppError(403, 'pinLocked');
  }
  return {};
}
