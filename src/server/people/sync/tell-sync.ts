import { and, eq, or } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { importOf } from '../import/find-import.ts';
import { personImport } from '../tables/import.ts';
import { contactSyncRun } from '../tables/sync.ts';

/**
 * Tells that a run of a synchronisation needs somebody, once each: it has failed, or waits for a confirmation. Nightly runs, at which nobody looks,
 * are told to all administrators, and to whoever has saved the settings; others to who has started them.
 */
export async function tellSync(
  db: TenantDb,
  enterpriseId: string,
  importId: string,
  event: 'syncFailed' | 'syncWaits',
  at: Date,
): Promise<void> {
  const [run] = await db
    .select({ isNightly: contactSyncRun.isNightly, userId: personImport.userId, title: personImport.fileName })
    .from(personImport)
    .innerJoin(
      contactSyncRun,
      and(eq(contactSyncRun.enterpriseId, personImport.enterpriseId), eq(contactSyncRun.importId, personImport.id)),
    )
    .where(importOf(enterpriseId, importId));
  const own = eq(enterpriseUser.userId, run!.userId);
  const readers = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, enterpriseId),
        eq(enterpriseUser.status, 'active'),
        run!.isNightly ? or(eq(enterpriseUser.isAdmin, true), own) : own,
      ),
    );
  await sendNotices(
    db,
    enterpriseId,
    readers.map(({ userId }) => ({
      ...{ userId, kind: 'import', detail: { event, title: run!.title }, path: '/admin/sync', at },
      source: `contact-sync:${importId}:${event}`,
    })),
  );
}
