import { randomInt, randomUUID } from 'node:crypto';
import { enterpriseUser, userAccount } from '#src/server/core/db/schema/account.ts';
import { enterprise, website } from '#src/server/core/db/schema/site.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { forgetTenants } from '#src/server/core/find-tenant.ts';
import type { Caller } from './portal.ts';
import { mintSession } from './session.ts';

export type TestTenant = { id: string; key: string; host: string; anonymous: Caller };
export type TestPerson = Caller & { token: string; userId: string; phone: string };

/** A tenant of this test's own. */
export async function mintTenant(name = 'Test enterprise'): Promise<TestTenant> {
  const id = randomUUID();
  const key = `t${id.slice(0, 8)}`;
  await withPortal((db) => db.insert(enterprise).values({ id, key, name, timeZone: 'Asia/Shanghai', lang: 'zh' }));
  await withTenant(id, (db) =>
    db.insert(website).values({ enterpriseId: id, websiteTitle: { zh: name, en: name }, brandColor: '#1355a0' }),
  );
  forgetTenants();
  const host = `${key}.localhost`;
  return { id, key, host, anonymous: { host } };
}

/** A signed-in person of a tenant. Pass `passwordHash` when the test signs in itself. */
export async function mintPerson(
  tenant: TestTenant,
  more: { userType?: number; isAdmin?: boolean; userName?: string; passwordHash?: string; locale?: 'zh' | 'en' } = {},
): Promise<TestPerson> {
  const userId = randomUUID();
  const phone = `13${String(randomInt(1e9)).padStart(9, '0')}`;
  await withPortal((db) =>
    db.insert(userAccount).values({ id: userId, phone, passwordHash: more.passwordHash ?? null }),
  );
  await withTenant(tenant.id, (db) =>
    db.insert(enterpriseUser).values({
      enterpriseId: tenant.id,
      userId,
      userName: more.userName ?? '测试员',
      userType: more.userType ?? 1,
      isAdmin: more.isAdmin ?? false,
    }),
  );
  const token = await mintSession(userId, tenant.id);
  return { host: tenant.host, token, userId, phone, locale: more.locale };
}
