import { enterpriseIds } from './enterprise-ids.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { REMINDED_AT_ONCE, remindExpiring } from '#src/server/record/certificate/remind-expiring.ts';
import { awardLater } from '#src/server/exam/award-later.ts';

/** Seconds between sweeps: the delay of a certificate after the last of its conditions holds. */
export const CERTIFICATE_SWEEP_SECONDS = 120;

/**
 * Issues the certificates of passed exams whose other conditions hold by now, in all tenants. Several processes may sweep at the
 * same time; a certificate is issued once.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepCertificates(onError: (error: unknown) => void, now = systemNow()): Promise<void> {
  for (const id of await enterpriseIds())
    await withTenant(id, (db) => awardLater(db, { enterpriseId: id, now })).catch(onError);
}

/** Seconds between looks for certificates that expire. */
export const EXPIRY_SWEEP_SECONDS = 3_600;

/**
 * Tells holders of certificates that expire, in all tenants. Several processes may do this at the same time; each notice is sent once.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepExpiring(onError: (error: unknown) => void, now = systemNow()): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) =>
      (
        await client.query<{ enterpriseId: string; timeZone: string }>(
          'select id as "enterpriseId", time_zone as "timeZone" from portal.enterprise where not synthetic',
        )
      ).rows,
  );
  for (const tenant of tenants) {
    const remind = () => withTenant(tenant.enterpriseId, (db) => remindExpiring(db, tenant, now));
    try {
      while ((await remind()) === REMINDED_AT_ONCE);
    } catch (error) {
      onError(error);
    }
  }
}
