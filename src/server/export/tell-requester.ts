import { DOWNLOADS_PARAM } from '#src/contract/rules/export.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { readNoticesOf } from '#src/server/notice/read-notice-of.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import type { exportRecord } from './tables.ts';

type Told = Pick<typeof exportRecord.$inferSelect, 'enterpriseId' | 'id' | 'userId' | 'gmtCreate'>;

/** Opens the download centre (docs/specification.md, section "Download centre"). */
const PATH = `/account?change=5&of=me&${DOWNLOADS_PARAM}=1`;

/** An export that is made again is another cause. */
const sourceOf = ({ id, gmtCreate }: Told) => `exported:${id}:${+gmtCreate}`;

/** Tells users that their exports are ready or have failed, in the transaction that stores it. */
export async function tellRequesters(
  db: TenantDb,
  records: (Told & { fileName: string })[],
  event: 'ready' | 'failed',
  at: Date,
): Promise<void> {
  for (const record of records)
    await sendNotices(db, record.enterpriseId, [
      {
        ...{ userId: record.userId, kind: 'export', detail: { event, title: record.fileName } },
        ...{ path: PATH, source: sourceOf(record), at },
      },
    ]);
}

/** Nothing of exports waits any more, because they were downloaded, deleted or requested again. */
export async function readExportNotices(db: TenantDb, records: Told[], at: Date): Promise<void> {
  const [first] = records;
  if (!first) return;
  const facts = records.map((record) => ({ userId: record.userId, sources: [sourceOf(record)] }));
  await readNoticesOf(db, { enterpriseId: first.enterpriseId, at }, facts);
}
