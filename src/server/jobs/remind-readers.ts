import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { remindBatch } from '#src/server/announcement/remind-readers.ts';

/** Reminds those who have not confirmed or seen an announcement, batch by batch. */
export async function remindReadersJob({ enterpriseId, announcementId, at }: Jobs['remind-readers']): Promise<void> {
  const { timeZone } = await withTenant(enterpriseId, (db) => readEnterprise(db, enterpriseId));
  let after: string | null = null;
  do {
    const from: string | null = after;
    after = await withTenant(enterpriseId, (db) =>
      remindBatch(db, { enterpriseId, timeZone, announcementId, at: new Date(at) }, from),
    );
  } while (after !== null);
}
