import { sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { ContentKindName } from '#src/contract/rules/editing.ts';
import { changeItem, lockItem } from './edited-item.ts';
import { hide } from './change-items.ts';
import { publishDocument } from './publish-item.ts';

/**
 * Publishes and withdraws what is planned for this time, of one tenant: each in a transaction of its own. What cannot be published any more is
 * marked, and stays as it is.
 */
export async function publishPlanned(enterpriseId: string, now: Date): Promise<void> {
  const due = await withTenant(enterpriseId, async (db) => {
    const { rows } = await db.execute<{ kind: ContentKindName; id: string }>(sql`
      select kind, id from content_item
      where enterprise_id = ${enterpriseId} and (publish_at <= ${now.toISOString()} or withdraw_at <= ${now.toISOString()})
      order by least(publish_at, withdraw_at), id limit 500`);
    return rows;
  });
  for (const { kind, id } of due)
    await withTenant(enterpriseId, async (db) => {
      const editing = { db, enterpriseId, now };
      const item = await lockItem(editing, kind, id);
      const { row } = item;
      const detail = { kind, id, title: item.kind.titleOf(item.document), planned: true };
      const by = { enterpriseId, userId: row.plannedBy, about: [id], detail };
      // Another process was faster.
      if (row.deletedAt) return void (await changeItem(editing, item, { publishAt: null, withdrawAt: null }));
      if (row.publishAt && row.publishAt <= now) {
        try {
          await publishDocument(editing, item, { userId: row.plannedBy, note: null, restudy: row.planRestudy });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          await changeItem(editing, item, { publishAt: null, planFailedAt: now });
          return void (await auditWithoutRequest(db, { ...by, action: 'content.planFailed' }));
        }
        return void (await auditWithoutRequest(db, { ...by, action: 'content.publish' }));
      }
      if (!row.withdrawAt || row.withdrawAt > now) return;
      await hide(editing, item);
      await changeItem(editing, item, { withdrawAt: null });
      await auditWithoutRequest(db, { ...by, action: 'content.withdraw' });
    });
}
