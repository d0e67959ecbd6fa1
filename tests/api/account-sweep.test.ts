import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { hashToken } from '#src/server/account/session/token.ts';
import { userSession } from '#src/server/account/tables/account.ts';
import { loginAttempt, pictureCode, verificationCode } from '#src/server/account/tables/sign-in.ts';
import { rateLimit } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { sweepAccounts } from '#src/server/jobs/sweep-accounts.ts';
import { anyAddress, anyPhone, ageCode, endWindow, sendCode, solvedPicture } from '../factories/codes.ts';
import { type Caller } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let here: Caller;
beforeAll(async () => {
  tenant = await mintTenant('Codes');
});
beforeEach(() => {
  here = { host: tenant.host, address: anyAddress() };
});

it('sweepAccounts deletes expired codes, limits and challenges only', async () => {
  const [old, fresh] = [anyPhone(), anyPhone()];
  await sendCode(here, old);
  await sendCode(here, fresh);
  const [lost, kept] = [await solvedPicture(here), await solvedPicture(here)];
  await ageCode(old, 700);
  await endWindow(`code:minute:${old}`);
  await withPortal((db) =>
    db
      .update(pictureCode)
      .set({ expiresAt: new Date(0) })
      .where(eq(pictureCode.id, lost.pictureId)),
  );
  await sweepAccounts();
  const left = await withPortal(async (db) => ({
    codes: [
      await db.$count(verificationCode, eq(verificationCode.recipient, old)),
      await db.$count(verificationCode, eq(verificationCode.recipient, fresh)),
    ],
    minutes: [
      await db.$count(rateLimit, eq(rateLimit.key, `code:minute:${old}`)),
      await db.$count(rateLimit, eq(rateLimit.key, `code:minute:${fresh}`)),
    ],
    pictures: [
      await db.$count(pictureCode, eq(pictureCode.id, lost.pictureId)),
      await db.$count(pictureCode, eq(pictureCode.id, kept.pictureId)),
    ],
  }));
  expect(left).toEqual({ codes: [0, 1], minutes: [0, 1], pictures: [0, 1] });
});

it('sweepAccounts deletes expired login attempts of all tenants, and sessions that ended a month ago', async () => {
  const DAY = 86_400_000;
  const ago = (days: number) => new Date(Date.now() - days * DAY);
  const person = await mintPerson(tenant);
  const sessions = await Promise.all(
    [ago(31), ago(29), null].map(async (endedAt) => {
      const { token } = await mintPerson(tenant);
      const tokenHash = hashToken(token);
      await withPortal((db) => db.update(userSession).set({ endedAt }).where(eq(userSession.tokenHash, tokenHash)));
      return tokenHash;
    }),
  );
  await withTenant(tenant.id, (db) =>
    db.insert(loginAttempt).values(
      [-1, 1].map((days) => ({
        enterpriseId: tenant.id,
        provider: 'wecom' as const,
        stateHash: Buffer.alloc(32),
        browserHash: Buffer.alloc(32),
        userId: person.userId,
        expiresAt: ago(-days),
      })),
    ),
  );
  await sweepAccounts();
  const left = await withPortal(async (db) => {
    const counts: number[] = [];
    for (const hash of sessions) counts.push(await db.$count(userSession, eq(userSession.tokenHash, hash)));
    return counts;
  });
  expect(left).toEqual([0, 1, 1]);
  const attempts = await withTenant(tenant.id, (db) =>
    db.select().from(loginAttempt).where(eq(loginAttempt.userId, person.userId)),
  );
  expect(attempts).toHaveLength(1);
  expect(attempts[0]!.expiresAt.getTime()).toBeGreaterThan(Date.now());
});
