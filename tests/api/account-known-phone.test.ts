import { eq, like, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maskPhone } from '#src/lib/phone.ts';
import { hashPassword } from '#src/server/account/password/password.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { rateLimit } from '#src/server/core/tables.ts';
import { verificationCode } from '#src/server/account/tables/sign-in.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { anyAddress, anyPhone, CODE_LOGIN, PASSWORD_LOGIN, sendCode } from '../factories/codes.ts';
import { call, type Caller } from '../factories/portal.ts';
import { messagesTo } from '../factories/sms.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

const PASSWORD = 'Study@2026';
let tenant: TestTenant;
let here: Caller;
beforeAll(async () => {
  tenant = await mintTenant('Codes');
});
beforeEach(() => {
  here = { host: tenant.host, address: anyAddress() };
});

const auditOf = (tenant: TestTenant, phone: string) =>
  withTenant(tenant.id, (db) =>
    db
      .select({ action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(sql`${auditLog.detail}->>'phone' in (${phone}, ${maskPhone(phone)})`),
  );

describe('whether a phone number has an account', () => {
  const PURPOSES = ['login', 'reset'] as const;
  it.each(PURPOSES)('is not revealed by requesting a code for %s: same response, rows and job', async (purpose) => {
    const known = (await mintPerson(tenant)).phone;
    const unknown = anyPhone();
    const answers = [await sendCode(here, known, purpose), await sendCode(here, unknown, purpose)];
    expect(answers[0]).toEqual(answers[1]);
    const traces = await Promise.all(
      [known, unknown].map(async (phone) => ({
        audit: (await auditOf(tenant, phone)).map(({ action, detail }) => [action, Object.keys(detail!)]),
        limits: await withPortal((db) => db.$count(rateLimit, like(rateLimit.key, `%${phone}`))),
        codes: await withPortal((db) => db.$count(verificationCode, eq(verificationCode.recipient, phone))),
        jobs: (await messagesTo(phone)).map((sms) => Object.keys(sms)),
      })),
    );
    expect(traces[0]).toEqual(traces[1]);
    expect(traces[0]).toMatchObject({ limits: 3, codes: 1 });
    expect(traces[0]!.jobs).toHaveLength(1);
    expect(traces[0]!.audit).toHaveLength(1);
    const [[toKnown], [toUnknown]] = [await messagesTo(known), await messagesTo(unknown)];
    expect(toKnown!.silent).toBe(false);
    expect(toUnknown!.silent).toBe(purpose === 'reset');
  });

  it('is not revealed by a wrong password or code', async () => {
    const known = (await mintPerson(tenant, { passwordHash: await hashPassword(PASSWORD) })).phone;
    const unknown = anyPhone();
    const trace = async (phone: string) => {
      const answers = [
        await call(here, PASSWORD_LOGIN, { phone, password: 'Wrong@2026' }),
        await call(here, CODE_LOGIN, { phone, code: '123456' }),
        await call(here, PASSWORD_LOGIN, { phone, password: 'Wrong@2026' }),
        await call(here, PASSWORD_LOGIN, { phone, password: 'Wrong@2026' }),
      ];
      const limits = await withPortal((db) =>
        db
          .select({ count: rateLimit.count })
          .from(rateLimit)
          .where(eq(rateLimit.key, `login:account:${phone}`)),
      );
      return { answers, limits, audit: (await auditOf(tenant, phone)).map(({ action }) => action) };
    };
    const traces = [await trace(known), await trace(unknown)];
    expect(traces[0]).toEqual(traces[1]);
    expect(traces[0]!.limits).toEqual([{ count: 2 }]);
    expect(traces[0]!.audit).toEqual(['login.refused', 'login.refused', 'login.refused']);
  });
});
