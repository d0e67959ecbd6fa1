import { Secret, TOTP } from 'otpauth';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { hashPassword } from '#src/server/account/password/password.ts';
import { userSession } from '#src/server/account/tables/account.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { mintExam, setDeadline } from '../factories/exam.ts';
import { call, type Caller, ok } from '../factories/portal.ts';
import { mintSession } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Whose other sessions end is asked first while an exam is open in one of them (docs/decisions/124). */

const PASSWORD = 'Turtle#4711-Old';
const STORED = await hashPassword(PASSWORD);
const VIEW = 'GET /user/auth/user/info/factor/view';
const CHANGE = 'PUT /user/auth/user/info/update/password';
const ASKED = { code: 422, data: [{ field: 'leavesExam' }] };

let tenant: TestTenant;
let person: TestPerson;
/** Where the exam is sat. */
let hall: Caller;
let attemptId: string;
beforeEach(async () => {
  tenant = await mintTenant();
  person = await mintPerson(tenant, { passwordHash: STORED });
  const { id } = await mintExam(tenant);
  hall = { host: tenant.host, token: await mintSession(person.userId, tenant.id) };
  attemptId = (await ok(hall, 'POST /exam/auth/user/exam/start', { id })).attemptId;
});

async function confirm(more: { leavesExam?: boolean } = {}) {
  const { secret, ticket } = await ok(person, 'POST /user/auth/user/info/totp/begin', {});
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  return call(person, 'POST /user/auth/user/info/totp/confirm', { ticket, code, ...more });
}
const change = (more: { leavesExam?: boolean } = {}) =>
  call(person, CHANGE, {
    ...{ oldPassword: PASSWORD, password: 'Turtle#4711-New', repeatPassword: 'Turtle#4711-New' },
    ...more,
  });

it('asks before an authenticator app or a new password ends the session of the exam, and changes nothing until it is confirmed', async () => {
  expect(await confirm()).toMatchObject(ASKED);
  expect(await change()).toMatchObject(ASKED);
  expect(await ok(person, VIEW)).toMatchObject({ totpSince: null });
  expect((await call(hall, VIEW)).code).toBe(200);
  expect((await confirm({ leavesExam: true })).code).toBe(200);
  expect((await call(hall, VIEW)).code).toBe(300);
});

it('asks nobody whose other sessions are not in use, or whose exam is over', async () => {
  const rest = (minutes: number) =>
    withPortal((db) =>
      db
        .update(userSession)
        .set({ lastUsedAt: sql`now() - make_interval(mins => ${minutes})` })
        .where(eq(userSession.userId, person.userId)),
    );
  await rest(11);
  expect((await confirm()).code).toBe(200);
  hall = { host: tenant.host, token: await mintSession(person.userId, tenant.id) };
  expect(await change()).toMatchObject(ASKED);
  await setDeadline(tenant, attemptId, -60);
  expect((await change()).code).toBe(200);
});
