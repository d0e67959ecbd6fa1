import { randomUUID } from 'node:crypto';
import { hashToken, newToken } from '#src/server/account/session/token.ts';
import { BUNDLES } from '#src/contract/rules/rights.ts';
import { roleGrant } from '#src/server/account/tables/organisation.ts';
import { enterpriseUser, userAccount, userSession } from '#src/server/account/tables/account.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { phonesOf } from './phones.ts';
import { companionOf } from './session.ts';
import type { TestPerson } from './tenant.ts';
import { storedWorldPassword, type World } from './world.ts';

/** Roles of the actor × tenant matrix. An outsider is logged in, but not to an enterprise. */
export const ROLES = {
  outsider: null,
  learner: { userType: 1, isAdmin: false },
  lecturer: { userType: 2, isAdmin: false },
  organisation: { userType: 3, isAdmin: false },
  administrator: { userType: 1, isAdmin: true },
  trainingManager: { userType: 1, isAdmin: false },
  peopleManager: { userType: 1, isAdmin: false },
  contentEditor: { userType: 1, isAdmin: false },
  examiner: { userType: 1, isAdmin: false },
  auditor: { userType: 1, isAdmin: false },
  /** Another member of the same enterprise. */
  colleague: { userType: 3, isAdmin: false },
} as const;
export type Role = keyof typeof ROLES;
const nextPhone = phonesOf('14');
const NAMES = Object.keys(ROLES) as Role[];

/** Inserts one user per role with a session, in few statements, because tests create thousands of them. */
export async function mintCast({ tenant, mark }: Pick<World, 'tenant' | 'mark'>): Promise<Record<Role, TestPerson>> {
  const passwordHash = await storedWorldPassword;
  const people = NAMES.map((role) => ({
    role,
    userId: randomUUID(),
    phone: nextPhone(),
    token: newToken(),
  }));
  await withPortal(async (db) => {
    await db.insert(userAccount).values(people.map(({ userId, phone }) => ({ id: userId, phone, passwordHash })));
    await db.insert(userSession).values(
      people.map(({ role, userId, token }) => ({
        tokenHash: hashToken(token),
        companionHash: hashToken(companionOf(token)),
        id: randomUUID(),
        userId,
        enterpriseId: ROLES[role] ? tenant.id : null,
        way: 'password' as const,
        expiresAt: new Date(Date.now() + 86_400_000),
      })),
    );
  });
  const members = people.flatMap(({ role, userId }) =>
    ROLES[role] ? [{ enterpriseId: tenant.id, userId, userName: `${role} ${mark}`, ...ROLES[role] }] : [],
  );
  const grants = people.flatMap(({ role, userId }) =>
    BUNDLES.filter((bundle) => bundle === role).map((bundle) => ({ enterpriseId: tenant.id, userId, bundle })),
  );
  await withTenant(tenant.id, async (db) => {
    await db.insert(enterpriseUser).values(members);
    await db.insert(roleGrant).values(grants);
  });
  return Object.fromEntries(people.map(({ role, ...person }) => [role, { host: tenant.host, ...person }])) as Record<
    Role,
    TestPerson
  >;
}
