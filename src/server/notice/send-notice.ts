import { sql } from 'drizzle-orm';
import { noticeGroup, type NoticeChannel, type NoticeKind } from '#src/contract/rules/notice.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { channelsHere } from './channels.ts';
import { isRequired, isWanted, noticeRules } from './wanted.ts';

export type NewNotice = {
  userId: string;
  kind: NoticeKind;
  /** Values of the text in both languages: titles, names, reasons. Plain text. */
  detail: Record<string, string | number>;
  /** Path in the portal without language prefix. */
  path: string;
  /** The fact that the notice reports, e.g. `answer:<id>`: a member is told once of each. */
  source: string;
  at: Date;
};
type Options = {
  /** Whoever sends the notices sends them on the others. */
  channels?: readonly NoticeChannel[];
};

/** Rows of one statement. */
const BATCH = 1_000;

/**
 * Sends notices in the transaction of the change that they report. Members receive a notice of the same source once. It also comes on
 * the channels that the member has chosen or the enterprise requires: `notice_delivery` has what waits, and a job sends it.
 * @returns ids of those that are new
 */
export async function sendNotices(
  db: TenantDb,
  enterpriseId: string,
  notices: NewNotice[],
  { channels: only = channelsHere() }: Options = {},
): Promise<string[]> {
  const sent: string[] = [];
  const channels = only.join();
  let isWaiting = false;
  for (let i = 0; i < notices.length; i += BATCH) {
    const given = notices.slice(i, i + BATCH).map((each) => ({ ...each, group: noticeGroup(each) }));
    const { rows } = await db.execute<{ id: string; waits: boolean }>(sql`
      with given as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as g ("userId" uuid, kind text, detail jsonb, path text, source text, at timestamptz, "group" text)
      ), made as (
        insert into notice (enterprise_id, user_id, kind, detail, path, source, gmt_create)
        select ${enterpriseId}, g."userId", g.kind, g.detail, g.path, g.source, g.at from given g
        on conflict do nothing
        returning id, user_id, source, gmt_create
      ), queued as (
        insert into notice_delivery (enterprise_id, notice_id, channel, user_id, group_name, is_required, next_at, gmt_create)
        select ${enterpriseId}, m.id, c.channel, m.user_id, g."group", ${isRequired(sql`c.channel`, sql`g."group"`)}, m.gmt_create, m.gmt_create
        from made m
        join given g on g."userId" = m.user_id and g.source = m.source and g."group" is not null
        cross join unnest(${`{${channels}}`}::text[]) c (channel)
        ${noticeRules(enterpriseId)}
        left join reminder_preference p on p.enterprise_id = ${enterpriseId} and p.user_id = m.user_id
        where ${isWanted(sql`c.channel`, sql`g."group"`)}
        on conflict do nothing
        returning notice_id
      )
      select m.id, m.id in (select q.notice_id from queued q) as waits from made m`);
    sent.push(...rows.map(({ id }) => id));
    isWaiting ||= rows.some(({ waits }) => waits);
  }
  if (isWaiting) await sendJob(db, 'deliver-notices', { enterpriseId });
  return sent;
}
