import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { stopSender } from '#src/server/core/jobs/send-job.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { until } from '../config/until.ts';
import type { TestTenant } from '../factories/tenant.ts';
import type { SmtpStandIn } from '../stand-ins/smtp.ts';
import { type KillReport, tell } from './kills.ts';

/** Deliveries that are in doubt when the portal is killed (`CONCURRENT` of `jobs/deliver-notices.ts`), in each of its loops. */
const IN_DOUBT = 30;
/** Maximum time until all are sent, milliseconds: what was in doubt is sent again after two minutes. */
const SENT_MS = 30 * 60_000;

type Options = {
  kills: number;
  random: () => number;
  kill: (n: number) => Promise<void>;
  smtp: SmtpStandIn;
  /** Members, each of whom gets one notice of the same cause. */
  count: number;
};

/**
 * Kills the portal while it sends one e-mail to each of many members. Everybody must get it, and only once as mailboxes see it: what was in
 * doubt at a kill comes again with the same `Message-ID`, and no more than that.
 */
export async function killDuringNotices(
  tenant: TestTenant,
  { kills, random, kill, smtp, count }: Options,
): Promise<KillReport> {
  const report: KillReport = { kills: 0, acknowledged: 0, unanswered: 0, lost: [], slowestReturn: 0 };
  const people = Array.from({ length: count }, () => ({ userId: randomUUID(), email: `${randomUUID()}@example.com` }));
  await withPortal((db) =>
    db.execute(sql`
      insert into portal.user_account (id, email)
      select x."userId", x.email from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as x ("userId" uuid, email text)`),
  );
  await withTenant(tenant.id, async (db) => {
    await db.execute(sql`
      insert into enterprise_user (enterprise_id, user_id, user_name)
      select ${tenant.id}, x."userId", 'Member' from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as x ("userId" uuid)`);
    await db.execute(sql`
      insert into policy (enterprise_id, kind, rules, revision)
      values (${tenant.id}, 'notices', jsonb_build_object('mail_announcement', true, 'locale', 'en', 'origin', 'http://learn.localhost'), 1)`);
    await sendNotices(
      db,
      tenant.id,
      people.map(({ userId }) => ({
        ...{ userId, kind: 'announcement', detail: { title: 'Drill' }, path: '/info', source: 'drill', at: new Date() },
      })),
    );
  });
  await stopSender();
  for (let n = 0; n < kills; n++) {
    const target = Math.floor((count * (n + random())) / kills);
    await until(() => smtp.received.length >= Math.min(target, count - 1), {
      ...{ what: `${target} e-mails have arrived`, timeout: SENT_MS, every: 5 },
    });
    const killedAt = performance.now();
    await kill(n);
    report.kills += 1;
    report.slowestReturn = Math.max(report.slowestReturn, performance.now() - killedAt);
    tell(report);
  }
  await until(async () => (await countOf(tenant, `state in ('waiting', 'sending')`)) === 0, {
    ...{ what: 'nothing waits', timeout: SENT_MS, every: 500 },
  });
  const idsOf = Map.groupBy(smtp.received, ({ to }) => to[0]!);
  for (const { email } of people) {
    const ids = new Set((idsOf.get(email) ?? []).map(({ mail }) => mail.messageId));
    if (ids.size !== 1) report.lost.push(`notice: ${email} has got ${ids.size} different e-mails`);
  }
  report.acknowledged = await countOf(tenant, `state = 'sent'`);
  report.unanswered = smtp.received.length - count;
  if (report.acknowledged !== count) report.lost.push(`notice: the log has ${report.acknowledged} of ${count} as sent`);
  if (report.unanswered > kills * IN_DOUBT) report.lost.push(`notice: ${report.unanswered} were sent again`);
  return report;
}

const countOf = (tenant: TestTenant, which: string): Promise<number> =>
  withTenant(tenant.id, async (db) => {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from notice_delivery where enterprise_id = ${tenant.id} and ${sql.raw(which)}`,
    );
    return rows[0]!.count;
  });
