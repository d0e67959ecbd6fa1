import { systemNow } from '#src/lib/system-clock.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { writeLog } from '#src/server/core/log.ts';
import { MailRefused, sendMail } from '#src/server/core/mail/send-mail.ts';
import { settings } from '#src/server/core/settings.ts';
import { isTimeout } from '#src/server/report/compute.ts';
import {
  claimDelivery,
  composeReport,
  type Delivery,
  finishDelivery,
  type Outcome,
  planDeliveries,
  type Sender,
} from '#src/server/report/deliver.ts';
import { deleteOldRuns } from '#src/server/report/run.ts';
import { removeDeletedReports } from '#src/server/report/saved.ts';

/** Seconds between sweeps. */
export const REPORT_SWEEP_SECONDS = 60;

/**
 * Sends the reports whose time has come, and removes what is not kept any more, in all tenants.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepReports(onError: (error: unknown) => void): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) =>
      (await client.query<Sender>('select id, time_zone as "timeZone" from portal.enterprise')).rows,
  );
  for (const tenant of tenants) {
    try {
      await deleteOldRuns(tenant.id, systemNow());
      await removeDeletedReports(tenant.id, systemNow());
      await sendReports(tenant);
    } catch (error) {
      onError(error);
    }
  }
}

/** Sends the reports of a tenant whose time has come. Several processes may do this at the same time. */
export async function sendReports(tenant: Sender, now = systemNow): Promise<void> {
  await withTenant(tenant.id, (db) => planDeliveries(db, tenant, now()));
  for (;;) {
    const claimed = await withTenant(tenant.id, (db) => claimDelivery(db, tenant, now()));
    if (!claimed) return;
    const outcome = await send(tenant, claimed, now());
    await withTenant(tenant.id, async (db) => {
      await finishDelivery(db, tenant, now(), claimed, outcome);
      if (typeof outcome === 'object' && outcome.state === 'sent') {
        const { userId, reportId, name } = claimed;
        await auditWithoutRequest(db, {
          ...{ enterpriseId: tenant.id, userId: null, action: 'report.sent' },
          ...{ detail: { name, rows: outcome.rows, userId }, about: [reportId, userId] },
        });
      }
    });
  }
}

async function send(tenant: Sender, delivery: Delivery, at: Date): Promise<Outcome> {
  if (!settings().mail) return { state: 'skipped', reason: 'noMail' };
  try {
    const made = await withTenant(tenant.id, (db) => composeReport(db, tenant, at, delivery));
    if (typeof made === 'string') return { state: 'skipped', reason: made };
    await sendMail(made.mail);
    return { state: 'sent', rows: made.rows };
  } catch (error) {
    writeLog('warn', { msg: 'report not sent', reason: error instanceof Error ? error.message : 'unknown' });
    if (error instanceof MailRefused) return { state: 'failed', reason: 'refused' };
    return isTimeout(error) ? { state: 'failed', reason: 'tooLarge' } : 'unreachable';
  }
}
