import { and, asc, eq, exists, isNotNull, lt, sql } from 'drizzle-orm';
import { file } from '#src/server/file/tables.ts';
import { liveSegment, liveSession } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { deleteFileRows } from '#src/server/file/file-rows.ts';
import { deletePlain } from '#src/server/file/store.ts';

/** The segments stay so long after the end, for those who are watching them; their addresses have expired by then. */
const KEPT_MS = 24 * 3600_000;
/** Segments per transaction, and per call of the file store. */
export const SEGMENT_BATCH = 500;

/**
 * Deletes the segments of classes that have a recording as one file. Their bytes are deleted first, so that after an
 * interruption the next call finds what is left. Idempotent.
 * @returns how many segments were deleted
 */
export async function deleteSegments(enterpriseId: string, now: Date): Promise<number> {
  let deleted = 0;
  for (let found = SEGMENT_BATCH; found === SEGMENT_BATCH; deleted += found) {
    const rows = await withTenant(enterpriseId, (db) =>
      db
        .select({ id: liveSegment.id, fileId: liveSegment.fileId, storeKey: file.storeKey })
        .from(liveSegment)
        .leftJoin(file, and(eq(file.enterpriseId, liveSegment.enterpriseId), eq(file.id, liveSegment.fileId)))
        .where(
          and(
            eq(liveSegment.enterpriseId, enterpriseId),
            exists(
              db
                .select({ one: sql`1` })
                .from(liveSession)
                .where(
                  and(
                    eq(liveSession.enterpriseId, liveSegment.enterpriseId),
                    eq(liveSession.id, liveSegment.sessionId),
                    eq(liveSession.status, 'ended'),
                    isNotNull(liveSession.recordingFileId),
                    lt(liveSession.settledAt, new Date(now.getTime() - KEPT_MS)),
                    // A segment that arrived while the recording was made is not in it.
                    sql`${liveSession.lastSegmentAt} < (select recording.gmt_create from ${file} recording
                      where recording.enterprise_id = ${liveSession.enterpriseId}
                        and recording.id = ${liveSession.recordingFileId})`,
                  ),
                ),
            ),
          ),
        )
        .orderBy(asc(liveSegment.id))
        .limit(SEGMENT_BATCH),
    );
    found = rows.length;
    if (found === 0) break;
    await deletePlain(rows.flatMap(({ storeKey }) => storeKey ?? []));
    const ids = rows.map(({ id }) => id);
    await withTenant(enterpriseId, async (db) => {
      const { rows: segments } = await db.execute<{ fileId: string | null }>(sql`
        with gone as (
          select id from live_segment where enterprise_id = ${enterpriseId} and id = any(${sql.param(ids)}::uuid[])
          order by id for update
        )
        delete from live_segment s using gone where s.enterprise_id = ${enterpriseId} and s.id = gone.id
        returning s.file_id as "fileId"`);
      await deleteFileRows(
        db,
        enterpriseId,
        segments.flatMap(({ fileId }) => fileId ?? []),
      );
    });
  }
  return deleted;
}
