import { randomUUID } from 'node:crypto';
import type { Input } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { file } from '#src/server/file/tables.ts';
import { article } from '#src/server/site/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { uploadName } from '#src/server/file/own-upload.ts';
import { fileStore } from '#src/server/file/store.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

/** An unused word of Chinese characters: names of enterprises have no digits. */
export const unusedWord = () =>
  [...randomUUID().slice(0, 8)].map((digit) => '甲乙丙丁戊己庚辛壬癸子丑寅卯辰午'[parseInt(digit, 16)]).join('');

/** Valid input for registering an enterprise, with an unused name and key. */
export function newEnterprise(more: Partial<Input<'POST /user/auth/enterprise/info/add'>> = {}) {
  const key = `n${randomUUID().slice(0, 8)}`;
  return {
    enterpriseName: `新企业 ${unusedWord()}`,
    key,
    industry: 'manufacturing' as const,
    regionCode: '320583',
    contactName: '韩梅梅',
    ...more,
  };
}

/** Adds a user to another tenant. */
export async function joinTenant(
  person: TestPerson,
  tenant: TestTenant,
  more: { userName?: string; userType?: number; isAdmin?: boolean } = {},
): Promise<void> {
  await withTenant(tenant.id, (db) =>
    db
      .insert(enterpriseUser)
      .values({ enterpriseId: tenant.id, userId: person.userId, userName: '另一个名字', ...more }),
  );
}

/** Inserts an agreement that requires consent. */
export async function mintAgreement(tenant: TestTenant): Promise<void> {
  await withTenant(tenant.id, (db) =>
    db.insert(article).values({
      enterpriseId: tenant.id,
      code: 'agreement',
      title: { zh: '用户协议', en: 'User agreement' },
      body: { zh: '约定', en: 'Rules' },
    }),
  );
}

/** A PNG of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Inserts an uploaded picture. @returns its id */
export async function mintUpload(
  tenant: TestTenant,
  uploadedBy: string,
  use: 'avatar' | 'logo' = 'logo',
): Promise<string> {
  const id = randomUUID();
  const storeKey = `${tenant.id}/uploads/${id}`;
  await (await fileStore()).put(storeKey, PIXEL);
  await withTenant(tenant.id, (db) =>
    db.insert(file).values({
      enterpriseId: tenant.id,
      id,
      storeKey,
      sha256: id,
      fileName: uploadName(use, id),
      contentType: 'image/png',
      fileSize: PIXEL.length,
      width: 1,
      height: 1,
      visibility: 'public',
      uploadedBy,
    }),
  );
  return id;
}
