import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { userAccount, userSession } from '#src/server/account/tables/account.ts';
import { memberInvitation } from '#src/server/account/tables/invitation.ts';
import { enterpriseInfo } from '#src/server/company/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { runBulk } from '#src/server/jobs/run-bulk.ts';
import { sendInvitationJob } from '#src/server/jobs/send-invitation.ts';
import { anyAddress, PASSWORD_LOGIN } from '../factories/codes.ts';
import { joinTenant, mintAgreement } from '../factories/company.ts';
import { invitationJobs, mintInvitation, mintInvitee } from '../factories/invitation.ts';
import { mintGrant } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { startSmsProvider, type SmsStandIn } from '../stand-ins/sms-provider.ts';
import { startSmtp, type SmtpStandIn } from '../stand-ins/smtp.ts';

const SEND = 'POST /people/auth/invitation/send';
const PAGE = 'POST /people/auth/invitation/page';
const REVOKE = 'PUT /people/auth/invitation/revoke';
const VIEW = 'POST /user/api/user/info/invitation/view';
const ACCEPT = 'POST /user/api/user/info/invitation/accept';
const PEOPLE = 'POST /user/auth/people/page';
const PASSWORD = 'Harbour#83-New';

let sms: SmsStandIn;
let smtp: SmtpStandIn;
let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  [sms, smtp] = [await startSmsProvider(), await startSmtp({ plain: true })];
  // Settings are read at the first call.
  Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_FROM: 'Portal <no-reply@example.com>', LOG_LEVEL: 'silent' });
  Object.assign(process.env, { SMS_PROVIDER: 'http', SMS_URL: sms.url, SMS_SIGN_NAME: '知行' });
  expect(settings().sms.provider).toBe('http');
  tenant = await mintTenant('Letters & Co');
  admin = await mintPerson(tenant, { isAdmin: true, userName: '管理员' });
});
afterAll(async () => {
  await sms.close();
  await smtp.stop();
});
afterEach(() => smtp.rejectWith(undefined));

const invite = (person: TestPerson, more: { way?: 'sms' | 'mail'; days?: number; locale?: 'zh' | 'en' } = {}) =>
  call(admin, SEND, { userId: person.userId, way: 'sms', ...more });
/** Runs the newest job for a member, like a worker. */
const deliver = async ({ userId }: TestPerson) => sendInvitationJob((await invitationJobs(userId)).at(-1)!);
/** The newest text message to a number. */
const smsTo = (phone: string) =>
  sms.received
    .map(({ body }) => JSON.parse(body) as { phone: string; purpose: string; text: string; url: string })
    .filter((message) => message.phone === phone)
    .at(-1)!;
const tokenIn = (text: string) => /#([\w-]{22})/.exec(text)![1]!;
/** Invites by SMS. @returns the token of the link */
async function invited(person: TestPerson, more: Parameters<typeof invite>[1] = {}): Promise<string> {
  expect((await invite(person, more)).code).toBe(200);
  await deliver(person);
  return tokenIn(smsTo(person.phone).text);
}
const accept = (token: string, more: object = {}, caller = tenant.anonymous) =>
  call(caller, ACCEPT, { token, password: PASSWORD, repeatPassword: PASSWORD, ...more });
const stateOf = async (token: string) => (await ok(tenant.anonymous, VIEW, { token })).state;
const rowOf = async ({ userId }: TestPerson) =>
  (await ok(admin, PAGE, { pageSize: 100 })).list.find((row) => row.userId === userId)!;
const set = ({ userId }: TestPerson, values: Partial<typeof memberInvitation.$inferInsert>) =>
  withTenant(tenant.id, (db) => db.update(memberInvitation).set(values).where(eq(memberInvitation.userId, userId)));
const account = async ({ userId }: TestPerson) =>
  (await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.id, userId))))[0]!;
const setEmail = (person: TestPerson, email: string) =>
  withTenant(tenant.id, (db) =>
    db.execute(sql`update enterprise_user set email = ${email} where user_id = ${person.userId}`),
  );
const guess = () => ({ token: randomUUID().slice(0, 22), password: PASSWORD, repeatPassword: PASSWORD });
const actions = ({ userId }: TestPerson) =>
  withTenant(tenant.id, async (db) =>
    (
      await db
        .select({ action: auditLog.action, detail: auditLog.detail })
        .from(auditLog)
        .where(and(eq(auditLog.enterpriseId, tenant.id), sql`${auditLog.detail} ->> 'memberId' = ${userId}`))
        .orderBy(auditLog.id)
    ).map(({ action }) => action),
  );

describe('an invitation by SMS', () => {
  it.each(['zh', 'en'] as const)('leads to a password and a session, in language %s', async (locale) => {
    const person = await mintInvitee(tenant, { userName: '李新' });
    const token = await invited(person, { locale });
    const { purpose, text, url } = smsTo(person.phone);
    expect(purpose).toBe('invitation');
    expect(text).toContain('知行');
    expect(text).toContain('Letters & Co');
    expect(url).toBe(`http://${tenant.host}${locale === 'en' ? '/en' : ''}/company/invitation#${token}`);
    expect(await ok(tenant.anonymous, VIEW, { token })).toMatchObject({
      ...{ state: 'pending', userName: '李新', signInAs: `${person.phone.slice(0, 3)}****${person.phone.slice(-4)}` },
    });
    expect(await rowOf(person)).toMatchObject({
      state: 'pending',
      failure: null,
      times: 1,
      sentAt: expect.any(String),
    });
    const { data } = await accept(token);
    expect(data.enterpriseId).toBe(tenant.id);
    expect(await account(person)).toMatchObject({ phoneUnverified: false, mustChangePassword: false });
    expect((await call(tenant.anonymous, PASSWORD_LOGIN, { phone: person.phone, password: PASSWORD })).code).toBe(200);
    expect(await rowOf(person)).toMatchObject({ state: 'claimed', claimedAt: expect.any(String) });
    expect(await actions(person)).toEqual(['member.invited', 'invitation.claimed']);
  });

  it('is used up by its first use, also of several at once', async () => {
    const person = await mintInvitee(tenant);
    const token = await invited(person);
    const codes = (await Promise.all([1, 2, 3].map(() => accept(token)))).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([200, 409, 409]);
    expect(await stateOf(token)).toBe('claimed');
    expect((await accept(token)).code).toBe(409);
    expect((await invite(person)).msg).toContain('密码');
    const sessions = await withPortal((db) => db.$count(userSession, eq(userSession.userId, person.userId)));
    expect(sessions).toBe(2);
  });

  it('is not used up by a password that is refused, or without consent', async () => {
    const strict = await mintTenant();
    const boss = await mintPerson(strict, { isAdmin: true });
    await mintAgreement(strict);
    const person = await mintInvitee(strict);
    await ok(boss, SEND, { userId: person.userId, way: 'sms' });
    await deliver(person);
    const token = tokenIn(smsTo(person.phone).text);
    const fieldOf = async (more: object) => {
      const { code, data } = await accept(token, more, strict.anonymous);
      return [code, (data as unknown as { field: string }[] | null)?.[0]?.field];
    };
    expect(await fieldOf({ password: 'short', repeatPassword: 'short' })).toEqual([422, 'password']);
    expect(await fieldOf({ repeatPassword: 'Other#83-New' })).toEqual([422, 'repeatPassword']);
    expect(await fieldOf({ password: `P@ssw0rd${2026}`, repeatPassword: `P@ssw0rd${2026}` })).toEqual([
      422,
      'password',
    ]);
    expect(await fieldOf({})).toEqual([422, 'agreed']);
    expect((await account(person)).passwordHash).toBeNull();
    expect((await accept(token, { agreed: true }, strict.anonymous)).code).toBe(200);
  });

  it('expires after its days, and another message replaces it', async () => {
    const person = await mintInvitee(tenant);
    const first = await invited(person, { days: 3 });
    const { expiresAt, invitedAt } = await rowOf(person);
    expect(new Date(expiresAt).getTime() - new Date(invitedAt).getTime()).toBe(3 * 86_400_000);
    await set(person, { expiresAt: new Date(Date.now() - 1000) });
    expect(await stateOf(first)).toBe('expired');
    expect((await accept(first)).code).toBe(409);
    expect((await rowOf(person)).state).toBe('expired');
    // Not again at once.
    const tooSoon = await invite(person);
    expect(tooSoon.code).toBe(429);
    await set(person, { invitedAt: new Date(Date.now() - 61_000) });
    const second = await invited(person);
    expect(await stateOf(first)).toBe('unknown');
    expect((await rowOf(person)).times).toBe(2);
    await set(person, { invitedAt: new Date(Date.now() - 61_000) });
    expect((await invite(person)).code).toBe(429);
    expect((await accept(second)).code).toBe(200);
  });

  it('is revoked by its manager, by another phone number, and while the member is disabled', async () => {
    const person = await mintInvitee(tenant);
    const token = await invited(person);
    await ok(admin, REVOKE, { userId: person.userId });
    expect([await stateOf(token), (await accept(token)).code]).toEqual(['revoked', 409]);
    expect((await call(admin, REVOKE, { userId: person.userId })).code).toBe(404);
    const other = await mintInvitee(tenant);
    const link = await invited(other);
    await ok(admin, 'PUT /user/auth/people/status', { userId: other.userId, status: 'disabled' });
    expect([await stateOf(link), (await accept(link)).code]).toEqual(['revoked', 409]);
    expect((await invite(other)).code).toBe(409);
    await ok(admin, 'PUT /user/auth/people/status', { userId: other.userId, status: 'active' });
    expect(await stateOf(link)).toBe('pending');
    await withPortal((db) =>
      db
        .update(userAccount)
        .set({ phone: `15${Date.now()}`.slice(0, 11) })
        .where(eq(userAccount.id, other.userId)),
    );
    expect([await stateOf(link), (await accept(link)).code]).toEqual(['revoked', 409]);
  });

  it('has the reason when the provider refuses the message, until another one is accepted', async () => {
    const person = await mintInvitee(tenant);
    await ok(admin, SEND, { userId: person.userId, way: 'sms' });
    sms.answerWith(400, {});
    await deliver(person);
    expect(await rowOf(person)).toMatchObject({ state: 'failed', failure: 'http: HTTP 400', sentAt: null });
    expect((await ok(admin, PAGE, { state: 'failed' })).list.map(({ userId }) => userId)).toContain(person.userId);
    sms.answerWith(503, {});
    await expect(deliver(person)).rejects.toThrow('503');
    await deliver(person);
    expect(await rowOf(person)).toMatchObject({ state: 'pending', failure: null, sentAt: expect.any(String) });
    const sent = sms.received.length;
    await deliver(person);
    expect(sms.received).toHaveLength(sent);
  });

  it('stores only a hash of the token, and has it in no job and no audit entry', async () => {
    const person = await mintInvitee(tenant);
    const token = await invited(person);
    const texts = await withPortal(async (_db, client) => {
      const jobs = await client.query<{ data: string }>('select data::text as data from pgboss.job');
      return jobs.rows.map(({ data }) => data);
    });
    const stored = await withTenant(tenant.id, async (db) => [
      ...(await db.execute<{ text: string }>(sql`select i::text as text from member_invitation i`)).rows,
      ...(await db.execute<{ text: string }>(sql`select a::text as text from audit_log a`)).rows,
    ]);
    for (const text of [...texts, ...stored.map((row) => row.text)]) expect(text).not.toContain(token);
  });
});

describe('an invitation by e-mail', () => {
  it('confirms the address, and says where it leads', async () => {
    const person = await mintInvitee(tenant, { userName: 'Ann' });
    const email = `${randomUUID()}@example.com`;
    await setEmail(person, email.toUpperCase());
    expect((await invite(person, { way: 'mail', locale: 'en' })).code).toBe(200);
    await deliver(person);
    const { mail } = await smtp.mailTo(email);
    expect(mail.subject).toContain('Letters & Co');
    const token = tokenIn(mail.text!);
    expect(mail.html).toContain(`/en/company/invitation#${token}`);
    expect((await accept(token)).code).toBe(200);
    expect(await account(person)).toMatchObject({ email, phoneUnverified: true });
  });

  it('is refused where the address may be that of somebody else', async () => {
    const [verified, elsewhere, taken, nobody] = await Promise.all([1, 2, 3, 4].map(() => mintInvitee(tenant)));
    const email = `${randomUUID()}@example.com`;
    for (const person of [verified!, elsewhere!, taken!]) await setEmail(person, email);
    await withPortal((db) =>
      db.update(userAccount).set({ phoneUnverified: false }).where(eq(userAccount.id, verified!.userId)),
    );
    await joinTenant(elsewhere!, await mintTenant());
    for (const person of [verified!, elsewhere!, nobody!])
      expect((await invite(person, { way: 'mail' })).code, person.userId).toBe(422);
    await withPortal((db) => db.update(userAccount).set({ email }).where(eq(userAccount.id, admin.userId)));
    expect((await invite(taken!, { way: 'mail' })).code).toBe(422);
    // A text message goes to the owner of the number.
    expect((await invite(elsewhere!)).code).toBe(200);
  });

  it('does not lead into an account whose owner uses it meanwhile, or to an address that somebody else has confirmed', async () => {
    const [verified, elsewhere, taken] = await Promise.all([1, 2, 3].map(() => mintInvitee(tenant)));
    const tokenOf = async (person: TestPerson) => {
      const email = `${randomUUID()}@example.com`;
      await setEmail(person, email);
      expect((await invite(person, { way: 'mail' })).code).toBe(200);
      await deliver(person);
      const token = tokenIn((await smtp.mailTo(email)).mail.text!);
      expect(await stateOf(token)).toBe('pending');
      return { email, token };
    };
    const [ofVerified, ofElsewhere, ofTaken] = [
      await tokenOf(verified!),
      await tokenOf(elsewhere!),
      await tokenOf(taken!),
    ];
    await withPortal((db) =>
      db.update(userAccount).set({ phoneUnverified: false }).where(eq(userAccount.id, verified!.userId)),
    );
    await joinTenant(elsewhere!, await mintTenant());
    const owner = await mintPerson(tenant);
    await withPortal((db) =>
      db.update(userAccount).set({ email: ofTaken.email }).where(eq(userAccount.id, owner.userId)),
    );
    for (const { token } of [ofVerified, ofElsewhere]) expect(await stateOf(token)).toBe('revoked');
    for (const { token } of [ofVerified, ofElsewhere, ofTaken]) expect((await accept(token)).code).toBe(409);
    for (const person of [verified!, elsewhere!, taken!]) expect((await account(person)).passwordHash).toBeNull();
  });

  it('has the reason when the mail server refuses the address', async () => {
    const person = await mintInvitee(tenant);
    await setEmail(person, `${randomUUID()}@example.com`);
    smtp.rejectWith(550);
    await ok(admin, SEND, { userId: person.userId, way: 'mail' });
    await deliver(person);
    expect(await rowOf(person)).toMatchObject({ state: 'failed', failure: 'smtp: EENVELOPE 550' });
  });
});

describe('who may invite', () => {
  it('invites people of the own departments only, and nobody with more rights', async () => {
    const manager = await mintPerson(tenant, { userName: '经理' });
    const [mine, other, auditor] = [
      await mintInvitee(tenant, { department: '邀请/一组' }),
      await mintInvitee(tenant, { department: '别处' }),
      await mintInvitee(tenant, { department: '邀请/一组' }),
    ];
    const { rows } = await withTenant(tenant.id, (db) =>
      db.execute<{ id: string }>(sql`select id from department where enterprise_id = ${tenant.id} and path = '邀请'`),
    );
    await mintGrant(tenant, manager, 'peopleManager', rows[0]!.id);
    await mintGrant(tenant, auditor, 'auditor');
    const by = (person: TestPerson) => call(manager, SEND, { userId: person.userId, way: 'sms' });
    expect((await by(mine)).code).toBe(200);
    expect((await by(other)).code).toBe(404);
    expect((await by(auditor)).code).toBe(403);
    expect((await invite(other)).code).toBe(200);
    expect((await ok(manager, PAGE)).list.map(({ userId }) => userId)).toEqual([mine.userId]);
    expect((await call(manager, REVOKE, { userId: other.userId })).code).toBe(404);
  });

  it('sends nothing for an enterprise that nobody vouches for', async () => {
    const made = await mintTenant();
    const boss = await mintPerson(made, { isAdmin: true });
    const person = await mintInvitee(made);
    const named = { industry: 'A', regionCode: '110101', contactName: 'A', contactPhone: person.phone };
    await withTenant(made.id, (db) =>
      db.insert(enterpriseInfo).values({ enterpriseId: made.id, registeredBy: boss.userId, ...named }),
    );
    const { code, msg } = await call(boss, SEND, { userId: person.userId, way: 'sms' });
    expect([code, msg]).toEqual([409, expect.stringContaining('平台')]);
  });
});

describe('a link', () => {
  it('of another enterprise is unknown here; guessing ends at the limit of failures', async () => {
    const other = await mintTenant();
    const token = await mintInvitation(other, await mintInvitee(other));
    expect(await stateOf(token)).toBe('unknown');
    expect((await accept(token)).code).toBe(409);
    const guesser = { ...tenant.anonymous, address: anyAddress() };
    const codes = new Set<number>();
    for (let n = 0; n < 305; n += 1) codes.add((await call(guesser, n % 2 ? VIEW : ACCEPT, guess() as never)).code);
    expect(codes).toContain(429);
    expect((await call(guesser, VIEW, { token: await mintInvitation(tenant, await mintInvitee(tenant)) })).code).toBe(
      429,
    );
  });
});

describe('several at once', () => {
  it('are invited by a job, with a reason for those who cannot be, and found by the state of their invitation', async () => {
    const [one, two, registered] = await Promise.all(
      [1, 2, 3].map((n) => mintInvitee(tenant, { userName: `批量${n}` })),
    );
    await withPortal((db) =>
      db.update(userAccount).set({ passwordHash: 'x' }).where(eq(userAccount.id, registered!.userId)),
    );
    const ids = [one!, two!, registered!].map(({ userId }) => userId);
    expect(await ok(admin, 'POST /user/auth/people/bulk/consequences', { ids })).toMatchObject({
      ...{ registered: 1, noPhone: 0, noEmail: 2 },
    });
    const job = await ok(admin, 'POST /user/auth/people/bulk/save', {
      ids,
      kind: 'invite',
      invitation: { way: 'sms' },
    });
    await runBulk({ enterpriseId: tenant.id, id: job.id });
    expect(await ok(admin, 'GET /data/auth/bulk/view', { id: job.id })).toMatchObject({ doneCount: 2, failedCount: 1 });
    await deliver(one!);
    expect(smsTo(one!.phone).url).toMatch(new RegExp(`^http://${tenant.host}/company/invitation#`));
    const named = async (filter: object) =>
      (await ok(admin, PEOPLE, { keyword: '批量', ...filter })).list.map(({ userName }) => userName).toSorted();
    expect(await named({ invitation: 'pending' })).toEqual(['批量1', '批量2']);
    expect(await named({ invitation: 'none' })).toEqual(['批量3']);
    expect(await named({ missing: 'password' })).toEqual(['批量1', '批量2']);
    await ok(admin, REVOKE, { userId: one!.userId });
    expect(await named({ invitation: 'revoked' })).toEqual(['批量1']);
  });
});
