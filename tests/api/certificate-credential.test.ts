import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { publicJwk, readToken } from '#src/server/core/signed-token.ts';
import { verifyCredential } from '#src/server/record/sheet/verify-credential.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { download } from '../factories/portal.ts';
import { giveCertificate, mintCertificate } from '../factories/record.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Certificates as signed credentials, and `npm run verify` (docs/specification.md, section "Certificates"). */

let folder: string;
let tenant: TestTenant;
let person: TestPerson;
let kind: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credential-'));
  tenant = await mintTenant();
  person = await mintPerson(tenant, { userName: '王小明' });
  kind = await mintCertificate(tenant, { certificateName: '电工证', validMonths: 12 });
});
afterAll(() => rm(folder, { recursive: true }));

const tokenOf = async (id: string) => (await download(person, `/account/certificate/${id}.jwt`)).text();
const hex = (enterpriseId: string) => Buffer.from(publicJwk(enterpriseId).x, 'base64url').toString('hex');
const parts = (token: string) => token.split('.') as [string, string, string];
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Runs `npm run verify` without database and secret. */
async function verify(token: string, ...more: string[]) {
  const path = join(folder, 'credential.jwt');
  await writeFile(path, token);
  const { DATABASE_URL: _, APP_SECRET: __, ...env } = process.env;
  return promisify(execFile)(process.execPath, ['src/server/cli/verify.ts', path, ...more], { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

it('is an Open Badges credential that is checked offline with the key of the enterprise', async () => {
  const { id, certificateNo } = await giveCertificate(tenant, person, kind);
  const response = await download(person, `/account/certificate/${id}.jwt`);
  expect(response.headers.get('content-type')).toBe('application/vc+jwt');
  const token = await response.text();
  const key = (await (await download(tenant, '/certificates/key.json')).json()) as { x: string };
  expect(key).toEqual(publicJwk(tenant.id));
  const opened = readToken(token, hex(tenant.id));
  expect(opened).toMatchObject({
    payload: {
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      name: '电工证',
      id: expect.stringMatching(new RegExp(`/certificate/${certificateNo}$`)) as string,
      credentialSubject: { identifier: [{ identityHash: '王小明' }] },
    },
  });
  const issuer = (opened as unknown as { payload: { issuer: { id: string } } }).payload.issuer.id;
  expect(await (await download(tenant, new URL(issuer).pathname)).json()).toMatchObject({
    id: issuer,
    type: ['Profile'],
  });
  expect(await verify(token, '--key', hex(tenant.id))).toEqual({
    code: 0,
    stdout: expect.stringMatching(/✓ 电工证.*王小明[^]*✓ signed by this enterprise/) as string,
  });
  expect((await verify(token)).stdout).toContain(`signed with ${hex(tenant.id)}`);
});

it('is refused when it was forged', async () => {
  const token = await tokenOf((await giveCertificate(tenant, person, kind)).id);
  const [head, payload, signature] = parts(token);
  const other = { ...decoded(payload), name: '焊工证' };
  const elsewhere = await mintTenant();
  const forged = [
    `${head}.${encoded(other)}.${signature}`,
    `${encoded({ ...decoded(head), jwk: publicJwk(elsewhere.id) })}.${payload}.${signature}`,
    `${encoded({ ...decoded(head), alg: 'none' })}.${payload}.`,
    `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    `${token}.x`,
    'eyJ',
  ];
  for (const each of forged) expect(readToken(each), each).toMatchObject({ problem: expect.any(String) as string });
  // Signed as it should be, but by another enterprise of the installation.
  const stranger = await mintPerson(elsewhere, { userName: '王小明' });
  const foreign = await giveCertificate(
    elsewhere,
    stranger,
    await mintCertificate(elsewhere, { certificateName: '电工证' }),
  );
  const theirs = await (await download(stranger, `/account/certificate/${foreign.id}.jwt`)).text();
  expect(readToken(theirs)).toHaveProperty('payload');
  expect(readToken(theirs, hex(tenant.id))).toEqual({ problem: 'the token was signed by another enterprise' });
  expect((await verify(forged[0]!)).code).toBe(1);
  expect((await verify(theirs, '--key', hex(tenant.id))).code).toBe(1);
});

it('says when it has ended, and is not made of a revoked certificate', async () => {
  const { id } = await giveCertificate(tenant, person, kind);
  const opened = readToken(await tokenOf(id)) as { payload: Record<string, unknown>; kid: string };
  expect(verifyCredential(opened.payload, opened.kid, new Date()).problems).toEqual([]);
  const later = new Date(Date.now() + 500 * 86_400_000);
  expect(verifyCredential(opened.payload, opened.kid, later).problems).toEqual([expect.stringContaining('it expired')]);
  const wrong = { ...opened.payload, validUntil: '2999-01-01T00:00:00.000Z' };
  expect(verifyCredential(wrong, opened.kid, new Date()).problems).toEqual(['its data contradict each other']);
  expect(verifyCredential(opened.payload, 'https://elsewhere.example/key', new Date()).problems).toHaveLength(1);
  await withTenant(tenant.id, (db) =>
    db.update(userCertificate).set({ revokedAt: new Date(), revokeReason: 'x' }).where(eq(userCertificate.id, id)),
  );
  expect((await download(person, `/account/certificate/${id}.jwt`)).status).toBe(409);
  const admin = await mintPerson(tenant, { isAdmin: true });
  const held = await giveCertificate(tenant, person, kind);
  expect((await download(admin, `/account/certificate/${held.id}.jwt`)).status).toBe(404);
});
