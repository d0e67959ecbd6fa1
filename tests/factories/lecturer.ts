import { lecturer } from '#src/server/lecturer/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { TestTenant } from './tenant.ts';

let count = 0;

/** Inserts a published lecturer. @returns its id */
export async function mintLecturer(
  tenant: TestTenant,
  more: Partial<typeof lecturer.$inferInsert> = {},
): Promise<string> {
  count += 1;
  const values = {
    code: `lecturer-${count}`,
    lecturerName: `讲师 ${count}`,
    lecturerLevel: '高级讲师',
    sort: count,
    ...more,
    enterpriseId: tenant.id,
  };
  const [row] = await withTenant(tenant.id, (db) => db.insert(lecturer).values(values).returning({ id: lecturer.id }));
  return row!.id;
}
