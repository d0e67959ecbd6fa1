import { randomUUID } from 'node:crypto';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { website } from '#src/server/site/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { forgetTenants } from '#src/server/core/find-tenant.ts';
import type { Caller } from './portal.ts';
import { phonesOf } from './phones.ts';
import { mintSession } from './session.ts';

export type TestTenant = { id: string; key: string; host: string; anonymous: Caller };
const nextPhone = phonesOf('13');

export type TestPerson = Caller & { token: string; userId: string; phone: string };

/** Inserts a tenant for one test. */
export async function mintTenant(name = 'Test enterprise', id: string = randomUUID()): Promise<TestTenant> {
  const key = `t${id.slice(-8)}`;
  await withPortal((db) => db.insert(enterprise).values({ id, key, name, timeZone: 'Asia/Shanghai', lang: 'zh' }));
  await withTenant(id, (db) =>
    db.insert(website).values({ enterpriseId: id, websiteTitle: { zh: name, en: name }, brandColor: '#1355a0' }),
  );
  forgetTenants();
  const host = `${key}.localhost`;
  return { id, key, host, anonymous: { host } };
}

/**
 * An id that sorts before those of other tenants, for what looks at the first tenants only.
 * @param rank 0 sorts before 1
 */
export const lowId = (rank: 0 | 1) => `0000000${rank}${randomUUID().slice(8)}`;

/** Inserts an account that belongs to no enterprise. */
export async function mintAccount(): Promise<{ userId: string; phone: string }> {
  const userId = randomUUID();
  const phone = nextPhone();
  await withPortal((db) => db.insert(userAccount).values({ id: userId, phone }));
  return { userId, phone };
}

/** Inserts a member with a session. Pass `passwordHash` if the test logs in. */
export async function mintPerson(
  tenant: TestTenant,
  more: {
    userType?: number;
    isAdmin?: boolean;
    userName?: string;
    passwordHash?: string;
    locale?: 'zh' | 'en';
    department?: string;
  } = {},
): Promise<TestPerson> {
  const userId = randomUUID();
  const phone = nextPhone();
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
      department: more.department,
    }),
  );
  const token = await mintSession(userId, tenant.id);
  return { host: tenant.host, token, userId, phone, locale: more.locale };
}
