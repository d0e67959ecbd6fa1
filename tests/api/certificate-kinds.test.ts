import { beforeAll, expect, it } from 'vitest';
import { mintGrant } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { giveCertificate, mintCertificate } from '../factories/record.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Kinds of certificates that are made in the portal (docs/specification.md, section "Kinds of certificates"). */

const PAGE = 'POST /course/auth/certificate/kind/page';
const SAVE = 'POST /course/auth/certificate/kind/save';
const DELETE = 'DELETE /course/auth/certificate/kind/delete';

let tenant: TestTenant;
let editor: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  editor = await mintPerson(tenant);
  await mintGrant(tenant, editor, 'contentEditor', null);
});

const kind = { certificateName: 'Welder', issuer: 'Academy', validMonths: 12 };
const stored = async (id: string) => (await ok(editor, PAGE)).list.find((each) => each.id === id);

it('are added, changed on top of the newest revision, and deleted while nothing names them', async () => {
  const { id } = await ok(editor, SAVE, kind);
  expect(await stored(id)).toEqual({
    id,
    ...kind,
    revision: 0,
    isFromPack: false,
    course: null,
    template: null,
    issuedCount: 0,
  });
  await ok(editor, SAVE, { ...kind, id, revision: 0, certificateName: 'Welder 2', validMonths: null });
  expect((await call(editor, SAVE, { ...kind, id, revision: 0 })).code).toBe(409);
  expect(await stored(id)).toMatchObject({ certificateName: 'Welder 2', validMonths: null, revision: 1 });
  await ok(editor, DELETE, { id });
  expect(await stored(id)).toBeUndefined();
});

it('keep name and issuer once one was issued; their validity is that of later ones', async () => {
  const { id } = await ok(editor, SAVE, kind);
  await giveCertificate(tenant, await mintPerson(tenant), id);
  const renamed = await call(editor, SAVE, { ...kind, id, revision: 0, certificateName: 'Other', issuer: 'Nobody' });
  expect(renamed.code).toBe(422);
  expect((renamed.data as unknown as { field: string }[]).map(({ field }) => field)).toEqual([
    'certificateName',
    'issuer',
  ]);
  await ok(editor, SAVE, { ...kind, id, revision: 0, validMonths: 24 });
  expect(await stored(id)).toMatchObject({ certificateName: 'Welder', validMonths: 24, issuedCount: 1 });
  expect((await call(editor, DELETE, { id })).code).toBe(409);
  expect(await stored(id)).toBeDefined();
});

it('of content packs are changed there; those of other enterprises do not exist', async () => {
  const ofPack = await mintCertificate(tenant);
  expect(await stored(ofPack)).toMatchObject({ isFromPack: true });
  for (const [name, input] of [
    [SAVE, { ...kind, id: ofPack, revision: 0 }],
    [DELETE, { id: ofPack }],
  ] as const)
    expect((await call(editor, name, input)).code).toBe(422);
  const { id } = await ok(editor, SAVE, kind);
  const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
  expect((await call(stranger, SAVE, { ...kind, id, revision: 0 })).code).toBe(404);
  expect((await call(stranger, DELETE, { id })).code).toBe(404);
  expect((await ok(stranger, PAGE)).list).toEqual([]);
});

it('need a name, an issuer and a validity of at least a month; members change none', async () => {
  const wrong = await call(editor, SAVE, { certificateName: ' ', issuer: '', validMonths: 0 });
  expect((wrong.data as unknown as { field: string }[]).map(({ field }) => field).toSorted()).toEqual([
    ...['certificateName', 'issuer', 'validMonths'],
  ]);
  expect((await call(await mintPerson(tenant), SAVE, kind)).code).toBe(403);
});
