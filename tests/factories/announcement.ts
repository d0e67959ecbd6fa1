import { announcement } from '#src/server/announcement/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { TestTenant } from './tenant.ts';

let count = 0;

/** Inserts a published announcement; each is newer than those before. @returns its id */
export async function mintAnnouncement(
  tenant: TestTenant,
  more: Partial<typeof announcement.$inferInsert> = {},
): Promise<string> {
  count += 1;
  const values = {
    code: `announcement-${count}`,
    title: `公告 ${count}`,
    body: '第一段\n\n**要点**',
    publishedAt: new Date(Date.UTC(2026, 0, 1) + count * 60_000),
    ...more,
    enterpriseId: tenant.id,
  };
  const [row] = await withTenant(tenant.id, (db) =>
    db.insert(announcement).values(values).returning({ id: announcement.id }),
  );
  return row!.id;
}
