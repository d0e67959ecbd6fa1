import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import type { Import } from './apply-rows.ts';

/**
 * Tells whoever works on an import of people from a file that a job has ended: the plan is made or the file cannot be read, and it was applied
 * or undone. Synchronisations run by themselves: their page shows how they have ended.
 */
export async function tellImporter(
  db: TenantDb,
  { enterpriseId, id, userId, undoneBy, planNumber, source, fileName }: Import,
  event: 'planned' | 'unreadable' | 'done' | 'partly' | 'undone',
  at: Date,
): Promise<void> {
  if (source) return;
  const isPlan = event === 'planned' || event === 'unreadable';
  await sendNotices(db, enterpriseId, [
    {
      ...{ userId: event === 'undone' ? undoneBy! : userId, kind: 'import', detail: { event, title: fileName }, at },
      path: `/admin/people/import?id=${id}`,
      source: isPlan
        ? `people-import:${id}:plan:${planNumber}`
        : `people-import:${id}:${event === 'undone' ? 'undone' : 'applied'}`,
    },
  ]);
}
