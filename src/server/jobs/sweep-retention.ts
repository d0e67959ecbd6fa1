import { enterpriseIds } from './enterprise-ids.ts';
import { writeLog } from '#src/server/core/log.ts';
import { retryOnLock } from '#src/server/core/db/run-migrations.ts';
import { deletingNow } from '#src/lib/system-clock.ts';
import { DELETE_ANSWERS, DELETE_CHOICES, DELETE_EXAM_JOURNAL } from '#src/server/exam/attempt/delete-answers.ts';
import { DELETE_STUDY_REFUSALS } from '#src/server/study/record-refusal.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';

/** Seconds between sweeps. */
export const RETENTION_SWEEP_SECONDS = 3600;
/** Rows deleted per transaction: few, so that it does not hold many locks or write much WAL at once. */
const BATCH = 1_000;
/** How often a partition is tried to be changed while its table is in use (a dump, say) before that is left to the next sweep. */
const MAX_TRIES = 10;
/** Accepted difference between the clocks of portal and database; rows are kept for whole months. */
const TOLERANCE_MS = 3_600_000;

/** As the statements of the domains: $1 enterprise, $2 since when rows are kept, $3 how many to delete at most. */
const DELETE_AUDIT_LOG = 'select portal.delete_audit_log($1, $2, $3) as deleted';
const DELETE_FROM = {
  audit_log: DELETE_AUDIT_LOG,
  study_refusal: DELETE_STUDY_REFUSALS,
  exam_answer: DELETE_ANSWERS,
  exam_journal: DELETE_EXAM_JOURNAL,
};
type Kept = keyof typeof DELETE_FROM;
const KEPT = Object.keys(DELETE_FROM) as Kept[];
/** Tables that only grow. They are partitioned by the month of their ids. Rows of the last one are deleted with those of the first. */
export const TABLES = [...KEPT, 'audit_subject' as const];
type Table = (typeof TABLES)[number];

/**
 * Creates the partitions of the coming months, drops those that no tenant keeps any longer, and deletes the rows of
 * tenants with a shorter retention (docs/decisions/034). Several processes may sweep at the same time. Does nothing while the
 * clock of the database is ahead of `deletingNow`, i.e. may have jumped: a partition that is dropped is lost.
 * @param onError called for each table and tenant that failed; the sweep continues with the others
 * @returns how many rows were deleted, without those of dropped partitions
 */
export async function sweepRetention(onError: (error: unknown) => void): Promise<number> {
  if (await isDatabaseAhead()) {
    writeLog('warn', { msg: 'the clock of the database is ahead: old rows are not deleted now' });
    return 0;
  }
  for (const table of TABLES) {
    for (const step of ['create_partition', 'drop_partition']) {
      try {
        while ((await changePartition(step, table)) !== null);
      } catch (error) {
        onError(error);
      }
    }
  }
  let deleted = 0;
  for (const id of await enterpriseIds()) {
    try {
      for (const table of KEPT) deleted += await deleteExpired(id, table);
      deleted += await deleteChoices(id);
    } catch (error) {
      onError(error);
    }
  }
  return deleted;
}

async function isDatabaseAhead(): Promise<boolean> {
  const { rows } = await withPortal((_db, client) => client.query<{ now: Date }>('select now() as now'));
  return rows[0]!.now.getTime() - deletingNow().getTime() > TOLERANCE_MS;
}

/** One partition a transaction: its locks are held for a moment. @returns its name; null when there is nothing to do */
function changePartition(step: string, table: Table): Promise<string | null> {
  const change = () =>
    withPortal(async (_db, client) => {
      const { rows } = await client.query<{ name: string | null }>(`select portal.${step}($1) as name`, [table]);
      return rows[0]!.name;
    });
  return retryOnLock(change, MAX_TRIES);
}

async function deleteExpired(enterpriseId: string, table: Kept): Promise<number> {
  let deleted = 0;
  for (let n = BATCH; n === BATCH; deleted += n) {
    n = await withTenant(enterpriseId, async (_db, client) => {
      const kept = await client.query<{ since: Date }>('select portal.kept_since($1, $2) as since', [
        enterpriseId,
        table,
      ]);
      const { rows } = await client.query<{ deleted: number }>(DELETE_FROM[table], [
        enterpriseId,
        kept.rows[0]!.since.toISOString(),
        BATCH,
      ]);
      return rows[0]!.deleted;
    });
  }
  return deleted;
}

/** One row per attempt, so one statement is enough. */
function deleteChoices(enterpriseId: string): Promise<number> {
  return withTenant(enterpriseId, async (_db, client) => {
    const kept = await client.query<{ since: Date }>(`select portal.kept_since($1, 'exam_answer') as since`, [
      enterpriseId,
    ]);
    const values = [enterpriseId, kept.rows[0]!.since.toISOString()];
    return (await client.query<{ deleted: number }>(DELETE_CHOICES, values)).rows[0]!.deleted;
  });
}
