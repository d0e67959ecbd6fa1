import { enterpriseIds } from './enterprise-ids.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
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
