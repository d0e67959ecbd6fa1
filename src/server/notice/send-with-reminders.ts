import { and, eq, inArray, or } from 'drizzle-orm';
import { afterQuietHours } from './quiet-hours.ts';
import { notice, reminderPreference } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { settings } from '#src/server/core/settings.ts';
import { type NewNotice, sendNotices } from './send-notice.ts';

/**
 * Sends notices like `sendNotices`, and to members who want it a reminder by SMS (not between 21:00 and 8:00 of the
 * tenant) or by e-mail of each that is new.
 * @returns how many notices are new
 */
export async function sendWithReminders(
  db: TenantDb,
  { enterpriseId, timeZone }: { enterpriseId: string; timeZone: string },
  notices: NewNotice[],
): Promise<number> {
  const sent = await sendNotices(db, enterpriseId, notices);
  if (sent.length === 0) return 0;
  const wanting = await db
    .select({
      ...{ id: notice.id, at: notice.gmtCreate },
      ...{ bySms: reminderPreference.bySms, byEmail: reminderPreference.byEmail },
    })
    .from(reminderPreference)
    .innerJoin(
      notice,
      and(eq(notice.enterpriseId, reminderPreference.enterpriseId), eq(notice.userId, reminderPreference.userId)),
    )
    .where(
      and(
        eq(reminderPreference.enterpriseId, enterpriseId),
        or(reminderPreference.bySms, reminderPreference.byEmail),
        inArray(notice.id, sent),
      ),
    );
  for (const { id: noticeId, at, bySms, byEmail } of wanting) {
    const job = { enterpriseId, noticeId };
    if (bySms) await sendJob(db, 'send-reminder', { ...job, by: 'sms' }, afterQuietHours(at, timeZone));
    if (byEmail && settings().mail) await sendJob(db, 'send-reminder', { ...job, by: 'mail' });
  }
  return sent.length;
}
