import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Bundle } from '#src/contract/rules/rights.ts';
import { roleGrant } from '#src/server/account/tables/organisation.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { department, position } from '#src/server/organisation/tables.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

/** Inserts a department at the top, or below another one. @returns its id */
export async function mintDepartment(
  { id: enterpriseId }: TestTenant,
  name: string,
  { parentId, ...more }: Partial<typeof department.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  await withTenant(enterpriseId, async (db) => {
    const [parent] = parentId
      ? await db.select({ path: department.path }).from(department).where(eq(department.id, parentId))
      : [];
    const path = parent ? `${parent.path}/${name}` : name;
    await db.insert(department).values({ enterpriseId, id, name, path, parentId: parentId ?? null, ...more });
  });
  return id;
}

/** Inserts a position. @returns its id */
export async function mintPosition(
  { id: enterpriseId }: TestTenant,
  name: string,
  more: Partial<typeof position.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  await withTenant(enterpriseId, (db) => db.insert(position).values({ enterpriseId, id, name, ...more }));
  return id;
}

/** Gives a member a bundle of rights, in the enterprise or a department. */
export const mintGrant = (
  { id: enterpriseId }: TestTenant,
  { userId }: Pick<TestPerson, 'userId'>,
  bundle: Bundle,
  departmentId: string | null = null,
) => withTenant(enterpriseId, (db) => db.insert(roleGrant).values({ enterpriseId, userId, bundle, departmentId }));
