import { randomInt, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { hashPassword } from '#src/server/account/password/password.ts';
import { hashToken, newToken } from '#src/server/account/session/token.ts';
import { enterpriseUser, userSession } from '#src/server/account/tables/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { seal } from '#src/server/core/seal.ts';
import { TERMINAL_COOKIE } from '#src/server/terminal/device.ts';
import { terminal, terminalBadge, terminalPin } from '#src/server/terminal/tables.ts';
import { callWithCookies, type Caller } from './portal.ts';
import { mintPerson, type TestTenant } from './tenant.ts';

export const PIN = '250914';
type Where = Pick<TestTenant, 'id' | 'host'>;

/** Inserts a terminal with its device. @returns its id, and the cookie of the device */
export async function mintTerminal(tenant: Where, more: Partial<typeof terminal.$inferInsert> = {}) {
  const id = randomUUID();
  const token = newToken();
  await withTenant(tenant.id, (db) =>
    db.insert(terminal).values({
      ...{ enterpriseId: tenant.id, id, name: 'Workshop 3', sessionMinutes: 10, idleSeconds: 60 },
      ...{ allowsStudy: true, allowsExams: true, badgeNeedsPin: true, tokenHash: hashToken(token), ...more },
    }),
  );
  const cookie = `${TERMINAL_COOKIE}=${token}`;
  return { id, cookie, device: { host: tenant.host, cookie } satisfies Caller };
}

/** Gives a member an employee number. @returns it */
export async function giveNumber(tenant: Where, userId: string): Promise<string> {
  const employeeNo = `E${randomUUID().slice(0, 8)}`;
  await withTenant(tenant.id, (db) =>
    db
      .update(enterpriseUser)
      .set({ employeeNo })
      .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId))),
  );
  return employeeNo;
}

/** Gives a member an employee number and the PIN {@link PIN}, which they have chosen. @returns the number */
export async function givePin(
  tenant: Where,
  userId: string,
  more: Partial<typeof terminalPin.$inferInsert> = {},
): Promise<string> {
  const pinHash = await hashPassword(PIN);
  await withTenant(tenant.id, (db) =>
    db
      .insert(terminalPin)
      .values({ enterpriseId: tenant.id, userId, pinHash, isInitial: false, ...more })
      .onConflictDoNothing(),
  );
  return giveNumber(tenant, userId);
}

/** Gives a member a badge. @returns its number */
export async function giveBadge(tenant: Where, userId: string): Promise<string> {
  const code = Array.from({ length: 30 }, () => randomInt(10)).join('');
  await withTenant(tenant.id, (db) =>
    db
      .insert(terminalBadge)
      .values({ enterpriseId: tenant.id, userId, codeHash: hashToken(code), sealedCode: seal(code) })
      .onConflictDoNothing(),
  );
  return code;
}

/** Logs a member in at a terminal. @returns the caller with its session: token, companion and cookie of the device */
export async function logInAt(
  { device, cookie }: { device: Caller; cookie: string },
  employeeNo: string,
  pin = PIN,
): Promise<Caller & { token: string }> {
  const entered = await callWithCookies(device, 'POST /user/api/terminal/login', { employeeNo, pin });
  if (entered.envelope.code !== 200) throw new Error(JSON.stringify(entered.envelope));
  return { host: device.host, token: entered.envelope.data.token, cookie: `${cookie}; ${entered.cookie}` };
}

/** A new member with PIN, logged in at a new terminal. */
export async function enterTerminal(
  tenant: TestTenant,
  more: Parameters<typeof mintTerminal>[1] = {},
  person: Parameters<typeof mintPerson>[1] = {},
) {
  const at = await mintTerminal(tenant, more);
  const member = await mintPerson(tenant, person);
  const employeeNo = await givePin(tenant, member.userId);
  return { at, member, employeeNo, session: await logInAt(at, employeeNo) };
}

/** Moves the end of a session. @param seconds from now */
export async function endIn(token: string, seconds: number): Promise<void> {
  await withPortal((db) =>
    db
      .update(userSession)
      .set({ expiresAt: new Date(Date.now() + seconds * 1000) })
      .where(eq(userSession.tokenHash, hashToken(token))),
  );
}
