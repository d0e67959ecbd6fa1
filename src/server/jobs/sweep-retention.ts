import { writeLog } from '#src/server/core/log.ts';
import { retryOnLock } from '#src/server/core/db/run-migrations.ts';
import { deletingNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';

/** Seconds between sweeps. */
export const RETENTION_SWEEP_SECONDS = 3600;
/** Rows deleted per transaction: few, so that it does not hold many locks or write much WAL at once. */
const BATCH = 1_000;
/** How often a partition is tried to be changed while its table is in use (a dump, say) before that is left to the next sweep. */
const MAX_TRIES = 10;
/** Accepted difference between the clocks of portal and database; rows are kept for whole months. */
const TOLERANCE_MS = 3_600_000;

/** $1 enterprise, $2 since when rows are kept, $3 how many to delete at most. */
const DELETE_AUDIT_LOG = 'select portal.delete_audit_log($1, $2, $3) as deleted';
const DELETE_EXAM_JOURNAL = 'select portal.delete_exam_journal($1, $2, $3) as deleted';
const DELETE_STUDY_REFUSALS = `
with old as (
  delete from study_refusal where enterprise_id = $1 and id in (
    select id from study_refusal where enterprise_id = $1 and gmt_create < $2 order by gmt_create limit $3)
  returning 1
) select count(*)::int as deleted from old`;
/**
 * Answers of attempts that are closed and completely marked: what counts of them is in `submitted_answers`. An attempt
 * that was closed before a moment was started before it, so older partitions are all that is read.
 */
export const DELETE_ANSWERS = `
with expired as materialized (
  select r.attempt_id, r.question_id
  from exam_answer r join exam_attempt a on a.enterprise_id = r.enterprise_id and a.id = r.attempt_id
  where r.enterprise_id = $1 and r.attempt_id < portal.first_id($2) and a.status = 'marked' and a.submitted_at < $2
  order by r.attempt_id limit $3
), old as (
  delete from exam_answer r using expired e
  where r.enterprise_id = $1 and r.attempt_id = e.attempt_id and r.question_id = e.question_id
    and r.attempt_id < portal.first_id($2)
  returning 1
) select count(*)::int as deleted from old`;

/** Notes and other choices of candidates go with the answers of the attempt. */
const DELETE_CHOICES = `
with old as (
  delete from exam_choice c using exam_attempt a
  where c.enterprise_id = $1 and c.attempt_id < portal.first_id($2) and a.enterprise_id = $1 and a.id = c.attempt_id
    and a.status = 'marked' and a.submitted_at < $2
  returning 1
) select count(*)::int as deleted from old`;

const DELETE_FROM = {
  audit_log: DELETE_AUDIT_LOG,
  study_refusal: DELETE_STUDY_REFUSALS,
  exam_answer: DELETE_ANSWERS,
  exam_journal: DELETE_EXAM_JOURNAL,
};
/** Tables that only grow. They are partitioned by the month of their ids. */
type Table = keyof typeof DELETE_FROM;
export const TABLES = Object.keys(DELETE_FROM) as Table[];

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
  const tenants = await withPortal(
    async (_db, client) => (await client.query<{ id: string }>('select id from portal.enterprise')).rows,
  );
  let deleted = 0;
  for (const { id } of tenants) {
    try {
      for (const table of TABLES) deleted += await deleteExpired(id, table);
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

async function deleteExpired(enterpriseId: string, table: Table): Promise<number> {
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
