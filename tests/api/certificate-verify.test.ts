import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { listenForChanges } from '#src/server/core/db/changes.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { decide } from '../factories/flow.ts';
import { call, ok } from '../factories/portal.ts';
import { giveCertificate, mintCertificate } from '../factories/record.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Verification of certificates by strangers (docs/specification.md, section "Certificates"). */

const VERIFY = 'GET /course/api/certificate/verify';
const CHOICE = 'PUT /course/auth/user/certificate/choice/save';

let tenant: TestTenant;
let stranger: { host: string };
let person: TestPerson;
let kind: string;

beforeAll(async () => {
  tenant = await mintTenant();
  stranger = { host: tenant.host };
  person = await mintPerson(tenant, { userName: '王小明' });
  kind = await mintCertificate(tenant, { certificateName: '电工证', validMonths: 12 });
});

const verify = (number: string) => ok(stranger, VERIFY, { number });

it('says to anybody whether a certificate is valid, with the name as its holder allows', async () => {
  const { id, certificateNo } = await giveCertificate(tenant, person, kind);
  const valid = { state: 'valid', certificateName: '电工证', issuer: '培训中心', certificateNo };
  expect(await verify(certificateNo)).toMatchObject({ ...valid, holderName: '王**', revokeTime: null });
  expect(await verify(` ${certificateNo.toLowerCase()} `)).toMatchObject(valid);
  await ok(person, CHOICE, { holderName: 'full' });
  expect((await verify(certificateNo)).holderName).toBe('王小明');
  await ok(person, CHOICE, { holderName: 'hidden' });
  expect((await verify(certificateNo)).holderName).toBeNull();
  await ok(person, CHOICE, { holderName: 'masked' });
  expect(await ok(person, 'GET /course/auth/user/certificate/choice/view')).toEqual({ holderName: 'masked' });
  const view = await ok(person, 'GET /course/auth/user/certificate/view', { id });
  expect(view.verifyUrl).toMatch(new RegExp(`^https?://[^/]+/certificate/${certificateNo}$`));
});

it('tells expired, revoked and replaced ones apart, without names and reasons of those that were revoked', async () => {
  const before = new Date(Date.now() - 500 * 86_400_000);
  const expired = await giveCertificate(tenant, person, kind, { at: before });
  expect(await verify(expired.certificateNo)).toMatchObject({ state: 'expired', holderName: '王**' });
  const revoked = await giveCertificate(tenant, person, kind);
  await withTenant(tenant.id, (db) =>
    db
      .update(userCertificate)
      .set({ revokedAt: new Date(), revokeReason: '代考' })
      .where(eq(userCertificate.id, revoked.id)),
  );
  const shown = await verify(revoked.certificateNo);
  expect(shown).toMatchObject({ state: 'revoked', holderName: null, replacedBy: null });
  expect(JSON.stringify(shown)).not.toContain('代考');

  const [admin, second] = [await mintPerson(tenant, { isAdmin: true }), await mintPerson(tenant, { isAdmin: true })];
  const wrong = await giveCertificate(tenant, person, kind);
  await ok(admin, 'POST /course/auth/certificate/correct', { id: wrong.id, reason: '有误', userName: '王晓明' });
  await decide(second, (await ok(second, 'POST /user/auth/flow/instance/undo', { pageSize: 100 })).list.at(-1)!.id);
  const replaced = await verify(wrong.certificateNo);
  expect(replaced).toMatchObject({ state: 'replaced', holderName: null });
  expect(await verify(replaced.replacedBy!)).toMatchObject({ state: 'valid', replaces: wrong.certificateNo });
});

it('knows no numbers of other enterprises, and refuses an address that asks for too many', async () => {
  const { certificateNo } = await giveCertificate(tenant, person, kind);
  const elsewhere = { host: (await mintTenant()).host };
  expect((await call(elsewhere, VERIFY, { number: certificateNo })).code).toBe(404);
  expect((await call(stranger, VERIFY, { number: `X-${randomUUID()}` })).code).toBe(404);
  const address = '203.0.113.77';
  const codes = [];
  for (let n = 0; n < 61; n++)
    codes.push((await call({ ...stranger, address }, VERIFY, { number: `${certificateNo}${n}` })).code);
  expect(codes.slice(0, 60).every((code) => code === 404)).toBe(true);
  expect(codes[60]).toBe(429);
  expect((await call({ ...stranger, address: '203.0.113.78' }, VERIFY, { number: certificateNo })).code).toBe(200);
});

it('announces each change of what its page shows', async () => {
  const { id, certificateNo } = await giveCertificate(tenant, person, kind);
  const heard: string[] = [];
  let stop = () => {};
  await new Promise<void>((listening) => {
    stop = listenForChanges(
      ({ enterpriseId, tags }) => enterpriseId === tenant.id && heard.push(...tags),
      (on) => on && listening(),
    );
  });
  const change = (set: Partial<typeof userCertificate.$inferInsert>) =>
    withTenant(tenant.id, (db) => db.update(userCertificate).set(set).where(eq(userCertificate.id, id)));
  await change({ revokedAt: new Date(), revokeReason: 'x' });
  await expect.poll(() => heard).toEqual([`certificate:${certificateNo}`]);
  await change({ revokedAt: null, revokeReason: null });
  await expect.poll(() => heard.length).toBe(2);
  await change({ unseenChange: 'issued' });
  await ok(person, CHOICE, { holderName: 'full' });
  await expect.poll(() => heard).toEqual([...Array<string>(2).fill(`certificate:${certificateNo}`), 'certificates']);
  stop();
});
