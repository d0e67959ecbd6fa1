import type pg from 'pg';
import { tooManyTries } from '#src/server/core/rate-limit.ts';
import type { Head } from './journal.ts';
import { TAKEOVERS } from './limits.ts';

/** Rows of the journal that are looked at: more than a minute of saves and beats has. */
const NEWEST_ROWS = 500;

/** $1 enterprise, $2 attempt, $3 last row that is not looked at, $4 now, $5 window in seconds, $6 takeovers less one. */
const OLDEST = `
select at from exam_journal
where enterprise_id = $1 and attempt_id = $2 and seq > $3 and kind = 'takeover' and at <= $4
  and at > $4::timestamptz - make_interval(secs => $5)
order by seq desc offset $6 limit 1`;

/**
 * Bounds how often windows become the writer of an attempt. The caller has locked the head of its journal.
 * @throws AppError 429 with the seconds after which the next takeover is accepted
 */
export async function limitTakeovers(
  client: pg.PoolClient,
  { enterpriseId, attemptId }: { enterpriseId: string; attemptId: string },
  { seq }: Head,
  now: Date,
): Promise<void> {
  const { limit, seconds } = TAKEOVERS;
  if (seq < limit) return;
  const { rows } = await client.query<{ at: Date }>({
    name: 'oldest-takeover',
    text: OLDEST,
    values: [enterpriseId, attemptId, seq - NEWEST_ROWS, now.toISOString(), seconds, limit - 1],
  });
  const [oldest] = rows;
  if (oldest) throw tooManyTries(Math.max(1, Math.ceil((oldest.at.getTime() - now.getTime()) / 1000 + seconds)));
}
