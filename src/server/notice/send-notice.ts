import type { NoticeKind } from '#src/contract/notice.ts';
import { notice } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

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

/** Rows of one statement. */
const BATCH = 1_000;

/**
 * Sends notices in the transaction of the change that they report. Members receive a notice of the same source once.
 * @returns ids of those that are new
 */
export async function sendNotices(db: TenantDb, enterpriseId: string, notices: NewNotice[]): Promise<string[]> {
  const sent: string[] = [];
  for (let i = 0; i < notices.length; i += BATCH) {
    const rows = await db
      .insert(notice)
      .values(notices.slice(i, i + BATCH).map(({ at, ...each }) => ({ enterpriseId, ...each, gmtCreate: at })))
      .onConflictDoNothing()
      .returning({ id: notice.id });
    sent.push(...rows.map(({ id }) => id));
  }
  return sent;
}
